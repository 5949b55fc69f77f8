import { describe, expect, it } from 'vitest';
import {
  agreeing,
  cancellation,
  changed,
  type Change,
  checkout,
  creditNote,
  found,
  invoice,
  now,
  order,
  purchase,
  reference,
  refund,
  reservation,
  shopRefund,
  ticket,
  voucher,
  cancellationEmail,
  cancellationNote,
} from './agreeing-records';
import { differencesIn } from './books';
import type { Checkout } from './records';
import { sideBySide } from './side-by-side';

const voucherUse = (use: string) => ({
  ...reservation,
  id: `r-${use}`,
  voucherId: 'v-1',
  voucher: { use, code: 'ONCE', discounts: [] },
});

/** A part of the price that staff gave back. */
const goodwill = {
  ...shopRefund,
  id: 'f-2',
  cause: 'goodwill' as const,
  cancellationId: null,
  amount: '5.00',
  refundId: 're_2',
};
const given = { ...refund, id: 're_2', amount: 500, metadata: { request: 'f-2' } };

const wrong: readonly [happened: string, found: string, change: Change][] = [
  [
    'a cancellation was never finished',
    'a cancellation that does not end',
    () => ({ shop: { cancellations: [{ ...cancellation, state: 'requested' }] } }),
  ],
  [
    'a refund was never finished',
    'a cancellation that does not end',
    () => ({ shop: { refunds: [{ ...shopRefund, state: 'due' }] } }),
  ],
  [
    'the shop says "refused", and the service has cancelled',
    'a cancellation that the shop does not know, or knows twice',
    () => ({ shop: { cancellations: [{ ...cancellation, state: 'refused', reference: null }] } }),
  ],
  [
    'other tickets were cancelled',
    'a cancellation of other tickets',
    () => ({ shop: { cancellations: [{ ...cancellation, tickets: ['/tickets/t-2'] }] } }),
  ],
  [
    'the service owes another amount',
    'a cancellation of another amount',
    ({ service }) => ({
      service: { cancellations: service.cancellations.map((one) => ({ ...one, refundAmount: '19.00' })) },
    }),
  ],
  [
    'a unit was cancelled twice',
    'a unit was cancelled twice',
    ({ service }) => ({
      service: { cancellations: service.cancellations.map((one) => ({ ...one, units: [0, 0] })) },
    }),
  ],
  [
    'a cancelled ticket is still valid',
    'a ticket is void, or valid, and should not be',
    ({ service }) => ({ service: { tickets: service.tickets.map((one) => ({ ...one, status: 'valid' })) } }),
  ],
  [
    'cancelled units are counted wrong',
    'cancelled units are counted wrong',
    ({ service }) => ({
      service: { reservations: service.reservations.map((one) => ({ ...one, cancelledUnits: 0 })) },
    }),
  ],
  [
    'a voucher for one use was used twice',
    'a voucher is used too often',
    ({ service }) => ({
      service: {
        reservations: [...service.reservations, voucherUse('1'), voucherUse('2')],
        vouchers: [{ ...voucher, code: 'ONCE', maximumUses: 1 }],
      },
    }),
  ],
  [
    'a voucher took off more than its value',
    'a voucher took off too much',
    ({ service }) => ({
      service: {
        reservations: service.reservations.map((one) => ({
          ...one,
          voucherId: 'v-1',
          voucher: { use: '1', code: 'FIVE', discounts: ['6.00'] },
        })),
        vouchers: [voucher],
      },
    }),
  ],
  [
    'a voucher was used for too few tickets',
    'a voucher was used below its minimum',
    ({ service }) => ({
      service: {
        reservations: service.reservations.map((one) => ({
          ...one,
          voucherId: 'v-1',
          voucher: { use: '1', code: 'FIVE', discounts: ['5.00'] },
        })),
        vouchers: [{ ...voucher, minimumAmount: '99.00' }],
      },
    }),
  ],
  [
    'more was sold than counted',
    'a counter has sold other units than there are tickets',
    () => ({ service: { counters: [{ id: 's-1', capacity: 10, held: 0, sold: 1 }] } }),
  ],
  [
    'a counter holds what nobody holds',
    'a counter holds other units than there are holds',
    () => ({ service: { counters: [{ id: 's-1', capacity: 10, held: 1, sold: 2 }] } }),
  ],
  [
    'a hold never ended',
    'units stay held',
    () => ({
      service: {
        counters: [{ id: 's-1', capacity: 10, held: 1, sold: 2 }],
        holds: [{ counterId: 's-1', units: 1 }],
      },
    }),
  ],
  [
    'a session was oversold',
    'more is sold than there is',
    () => ({ service: { counters: [{ id: 's-1', capacity: 1, held: 0, sold: 2 }] } }),
  ],
  ['nobody was told of the order', 'not one e-mail', ({ emails }) => ({ emails: emails.slice(1) })],
  [
    'the order was confirmed twice',
    'not one e-mail',
    ({ emails }) => ({ emails: [...emails, ...emails.slice(0, 1)] }),
  ],
  [
    'the customer was told of a refund of the whole purchase',
    'the e-mail of another end: Your money is on its way back – booking ',
    ({ emails }) => ({
      emails: [
        ...emails.slice(1),
        { id: '3', subject: `Your money is on its way back – booking ${reference}`, text: '' },
      ],
    }),
  ],
  [
    'nobody was told of the cancellation',
    'a cancellation of which nobody was told',
    ({ emails }) => ({ emails: emails.slice(0, 1) }),
  ],
  [
    'the customer was told twice of the cancellation',
    'a cancellation of which the customer was told twice',
    ({ emails }) => ({
      shop: { noted: [cancellationNote, cancellationNote] },
      emails: [...emails, { ...cancellationEmail, id: '3' }],
    }),
  ],
];

describe('the books of a storm', () => {
  it('agree when nothing is wrong', () => {
    expect(differencesIn(agreeing(), now)).toEqual([]);
  });

  it('agree when staff have given back a part of the price', () => {
    const both: Change = ({ provider }) => ({
      shop: {
        refunds: [shopRefund, goodwill],
        invoices: [
          invoice,
          creditNote,
          { ...creditNote, number: '1-2027-3', position: 3, cause: 'refunds 5.00', total: '5.00' },
        ],
        series: [{ code: 1, year: 2027, last: 3 }],
      },
      provider: { refunds: [...provider.refunds, given] },
    });
    expect(found(both)).toEqual([]);
    const unknown: Change = ({ provider }) => ({ provider: { refunds: [...provider.refunds, given] } });
    expect(found(unknown)).toContain('the money is not what the tickets cost');
  });

  it.each(['55.00', '60.00'])(
    'know what is left of a payment when all tickets are cancelled later: %s',
    (amount) => {
      const back = { ...refund, amount: Number(amount) * 100 };
      const differences = found(({ service }) => ({
        shop: {
          cancellations: [{ ...cancellation, amount: '60.00' }],
          refunds: [
            { ...shopRefund, amount },
            { ...goodwill, refundId: 're_2' },
          ],
          invoices: [
            invoice,
            { ...creditNote, cause: 'refunds 5.00', total: '5.00' },
            { ...creditNote, number: '1-2027-3', position: 3, total: amount },
          ],
          series: [{ code: 1, year: 2027, last: 3 }],
        },
        service: {
          cancellations: service.cancellations.map((one) => ({
            ...one,
            units: [0, 1, 2],
            refundAmount: '60.00',
          })),
        },
        provider: { refunds: [back, given] },
      }));
      const about = ['the money is not what the tickets cost', 'the invoices are not what the tickets cost'];
      expect(differences.filter((one) => about.includes(one))).toEqual(amount === '55.00' ? [] : about);
    },
  );

  it('know an e-mail about tickets that cost nothing, without a document, by their number', () => {
    const of =
      (text: string): Change =>
      ({ shop, emails }) => ({
        shop: { cancellations: shop.cancellations.map((one) => ({ ...one, document: null })) },
        emails: [...emails.slice(0, 1), { ...cancellationEmail, text }],
      });
    const untold = 'a cancellation of which nobody was told';
    expect(found(of('These tickets are no longer valid:\n\n1 ticket\n  Boat'))).not.toContain(untold);
    expect(found(of('1 ticket  €20.00\n  Boat\n  Confirmation of cancellation CN-1'))).toContain(untold);
    expect(found(of('2 tickets\n  Boat'))).toContain(untold);
  });

  it.each(wrong)('show that %s: %s', (_, what, change) => {
    expect(found(change)).toContain(what);
  });

  it('allow that what a process told before it was killed is told again', () => {
    expect(found(({ emails }) => ({ emails: [...emails, { ...cancellationEmail, id: '3' }] }))).toEqual([]);
  });

  it('count the money of exchanged tickets once', () => {
    const later: Checkout = { ...checkout, id: 'c-2', reference: 'ABC-2', total: '20.00', credit: '20.00' };
    const exchanged: Change = ({ shop, service, emails }) => ({
      shop: {
        checkouts: [...shop.checkouts, later],
        placed: [...shop.placed, { id: 'o-2', checkoutId: 'c-2' }],
        invoices: [
          ...shop.invoices,
          { ...creditNote, position: 3, cause: 'cancellation x-2' },
          { ...invoice, checkoutId: 'c-2', position: 4, total: '20.00' },
        ],
        series: shop.series.map((one) => ({ ...one, last: 4 })),
        rebookings: [{ checkoutId: 'c-2', earlierId: purchase }],
        cancellations: [
          ...shop.cancellations,
          {
            ...cancellation,
            id: 'x-2',
            tickets: ['/tickets/t-2'],
            amount: '0.00',
            reference: 'CN-2',
            rebookedTo: 'c-2',
          },
        ],
      },
      service: {
        orders: [...service.orders, { id: 'o-2', reservationId: 'r-2', externalReference: 'ABC-2' }],
        reservations: [
          ...service.reservations.map((one) => ({ ...one, cancelledUnits: 2 })),
          { ...reservation, id: 'r-2', orderId: 'o-2', quantity: 1, cancelledUnits: 0 },
        ],
        cancellations: [
          ...service.cancellations,
          {
            id: 'm-2',
            orderId: order,
            reference: 'CN-2',
            units: [1],
            refundAmount: '20.00',
            returnedAmount: '0.00',
            rebookedTo: ['o-2'],
          },
        ],
        tickets: [
          ticket('t-1', 0, 'cancelled'),
          ticket('t-2', 1, 'cancelled'),
          ticket('t-3', 2, 'valid'),
          { ...ticket('t-4', 0, 'valid'), orderId: 'o-2' },
        ],
        takenSeats: ['stalls/A/1', 'stalls/A/3'].map((seat) => ({ sessionId: 's-1', seat })),
      },
      emails: [...emails, { id: '3', subject: 'Your tickets – booking ABC-2', text: '' }],
    });
    expect(differencesIn(changed(exchanged), now)).toEqual([]);
    // The bank has not taken back what the exchanged ticket cost: it pays for the other one.
    const lost = [
      {
        id: 'd-1',
        checkoutId: purchase,
        kind: 'dispute' as const,
        status: 'lost' as const,
        amount: '60.00',
        paidBack: null,
      },
    ];
    const disputed: Change = (records) => {
      const change = exchanged(records);
      return { ...change, shop: { ...change.shop, incidents: lost } };
    };
    expect(differencesIn(changed(disputed), now)).toEqual([]);
  });

  it('allow an order of which all was cancelled before its e-mail was sent to have none', () => {
    const without: Change = ({ emails }) => ({ emails: emails.slice(1) });
    const all: Change = (records) => ({
      ...without(records),
      service: {
        cancellations: records.service.cancellations.map((one) => ({ ...one, units: [0, 1, 2] })),
      },
    });
    expect(found(without)).toContain('not one e-mail');
    expect(found(all)).not.toContain('not one e-mail');
  });

  it('allow a new invoice and a reminder to come later', () => {
    const later = ['Your new invoice', 'Your visit is tomorrow'];
    const mails = later.map((subject, i) => ({
      id: `l-${i}`,
      subject: `${subject} – booking ${reference}`,
      text: '',
    }));
    expect(found(({ emails }) => ({ emails: [...emails, ...mails] }))).toEqual([]);
  });

  it('are shown side by side, with what happened, for a reader', () => {
    const records = changed(() => ({ provider: { refunds: [refund, { ...refund, id: 're_2' }] } }));
    const text = sideBySide(records, reference, {
      timeline: [
        { checkoutId: purchase, at: now, what: 'cancellation_refunded', detail: { amount: '20.00' } },
      ],
      exchanges: [
        {
          at: now.getTime() - 1,
          method: 'POST',
          path: '/v1/refunds',
          key: 'refund-f-1',
          body: 'amount=2000',
          fault: 'answer_lost',
          answers: [{ at: now.getTime() - 1, status: 200, body: '{"id":"re_1"}' }],
        },
        {
          at: now.getTime(),
          method: 'POST',
          path: '/v1/refunds',
          key: 'refund-x-9',
          body: '',
          fault: null,
          answers: [],
        },
      ],
    });
    for (const one of [
      're_1',
      're_2',
      'order o-1: 3 × 20.00',
      'cancellation x-1 of 20.00',
      'Tickets cancelled',
    ])
      expect(text).toContain(one);
    expect(text).not.toContain('refund-x-9');
    const [asked, noted] = [text.indexOf('answer_lost'), text.indexOf('cancellation_refunded')];
    expect(asked).toBeGreaterThan(0);
    expect(noted).toBeGreaterThan(asked);
  });
});
