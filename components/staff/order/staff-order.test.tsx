import { NextIntlClientProvider } from 'next-intl';
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Line } from '@/lib/shop/values/checkout-values';
import { languages, type Language } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import type { TicketView } from '@/lib/storefront/common/order/order-tickets';
import { shownCancellation } from '@/testing/storefront/shown-cancellation';
import type { StaffOrderView } from './order-view';
import { StaffOrder } from './staff-order';

const view: StaffOrderView = {
  checkout: {
    id: '019c0000-0000-7000-8000-000000000001',
    reference: 'K7MQ-3XTD',
    channel: 'web',
    state: 'ordered',
    reason: null,
    settledAs: null,
    language: 'fr',
    expiresAt: new Date('2026-01-01T12:00:00Z'),
    invoice: null,
    customer: null,
    email: null,
    anonymisedAt: new Date('2029-01-01T03:00:00Z'),
  },
  items: [],
  fees: '0.00',
  total: '36.00',
  credit: '0.00',
  back: '0.00',
  voucher: { code: 'RIVER-10', discount: '4.00', left: null, lost: false },
  invoices: [],
  orders: [{ reservationId: 'r-1', id: 'o-1', reference: 'S-1', data: { documents: [] } }],
  payments: [
    {
      id: 'p-1',
      amount: '36.00',
      state: 'paid',
      method: 'provider',
      intent: 'pi_1',
      refundedAt: null,
      paidBack: null,
    },
  ],
  incidents: [],
  cancellations: [],
  block: null,
  tasks: [],
};

type Props = ComponentProps<typeof StaffOrder>;

const noScans = { kind: 'scans', scans: [], more: 0 } as const;
const noAction = () => Promise.resolve();
const actions = {
  settle: noAction,
  tryAgain: noAction,
  refundUnexpected: noAction,
  acknowledgeTask: noAction,
  changeTicketBlock: noAction,
  revoke: noAction,
  sendAgain: noAction,
  acknowledge: noAction,
  retryRefund: noAction,
  settleRefund: noAction,
  copyConfirmation: noAction,
};

const withActions = (language: Language, changes: Partial<StaffOrderView>) =>
  html(language, changes, [], actions);

function html(
  language: Language,
  changes: Partial<StaffOrderView>,
  tickets: Props['tickets'] = [],
  given: Props['actions'] = null,
): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
      <StaffOrder
        view={{ ...view, ...changes }}
        tickets={tickets}
        timeline={[]}
        scans={noScans}
        paymentPages={null}
        visit={{ name: 'Boat', lang: 'en', moment: 'Tue, 1 Jun, 10:00', more: 1 }}
        paidBy={changes.credit === undefined ? null : 'MD6G-7AY4'}
        mailProblems={[]}
        actions={given}
        changeDate={given === null ? null : noAction}
        problem={null}
        copy={null}
        correction={null}
        invoices={{ correct: null, answer: null }}
        done={null}
        copySeconds={30}
      />
    </NextIntlClientProvider>,
  );
}

describe('an order whose personal data was deleted', () => {
  it.each(languages)('is shown with its reference, its money and its order (%s)', (language) => {
    const page = html(language, {});
    for (const text of ['K7MQ-3XTD', 'S-1', '2029', 'RIVER-10']) expect(page).toContain(text);
  });

  it.each(languages)('has words in the place of what was erased, and no credit note (%s)', (language) => {
    const cancellation = shownCancellation({
      amount: '18.00',
      reference: 'CN-1',
      document: '/d/1',
      reason: '',
      staff: '',
    });
    const { someStaff, reasonErased } = messages[language].staff.order;
    const page = html(language, { cancellations: [cancellation] });
    for (const text of [someStaff, reasonErased]) expect(page).toContain(text);
    expect(page).not.toContain('/api/orders/');
  });

  it.each(languages)('promises no e-mail by which the customer finds it again (%s)', (language) => {
    const { title } = messages[language].staff.links;
    const shown = (anonymisedAt: Date | null) =>
      withActions(language, { checkout: { ...view.checkout, anonymisedAt } });
    expect(shown(view.checkout.anonymisedAt)).not.toContain(title);
    expect(shown(null)).toContain(title);
  });

  it.each(languages)('its tickets have no empty name (%s)', (language) => {
    const ticket = { name: 'Adult', occursAt: null, sessionName: null, event: null };
    const line: Line = {
      catalogId: 'b',
      catalogName: 'Boats',
      timezone: 'UTC',
      productId: 'p',
      productName: 'Tour',
      date: '2027-01-02',
      quantity: 1,
      unitAmount: '36.00',
      totalAmount: '36.00',
      tickets: [ticket],
    };
    const read = {
      id: null,
      line,
      ticket,
      reference: 'T-1',
      unit: 0,
      isNamed: false,
      codeImage: null,
      giftCard: null,
      code: null,
    } as const;
    const of = (holder: string) => html(language, {}, [{ ...read, status: 'valid', holder }]);
    const separators = (page: string) => page.split(' · ').length;
    expect(separators(of('Grace Hopper')) - separators(of(''))).toBe(1);
  });
});

it('the items, the fee and what a voucher took off add up to the total', () => {
  const line: Line = {
    catalogId: 'b',
    catalogName: 'Boats',
    timezone: 'Europe/Paris',
    productId: 'p',
    productName: 'Tour',
    date: '2027-01-02',
    quantity: 2,
    unitAmount: '20.00',
    totalAmount: '36.00',
    discount: '4.00',
    tickets: [],
  };
  const items = [{ holdId: 'h-1', reservationId: 'r-1', lines: [line] }];
  const page = html('en', { items, fees: '1.00', total: '37.00' });
  // The first three are paid, refunded and kept, at the top.
  expect(page.match(/-?€[\d.]+/g)?.slice(3, 8)).toEqual(['€40.00', '€20.00', '€1.00', '-€4.00', '€37.00']);
});

it('tickets that staff have given are named so, without the code', () => {
  const voucher = {
    code: 'FREE-1',
    discount: '40.00',
    left: null,
    lost: false,
    complimentary: true,
  } as const;
  const page = html('en', { voucher });
  expect(page).toContain('Complimentary tickets');
  expect(page).not.toContain('FREE-1');
});

it.each(languages)('its head says in %s what it is for, and what staff can do with one click', (language) => {
  const customer = {
    firstname: 'Ada',
    lastname: 'Martin',
    email: 'ada@example.test',
    country: 'FR',
    language: 'fr',
  };
  const checkout = { ...view.checkout, customer, email: customer.email, anonymisedAt: null };
  const page = withActions(language, { checkout });
  expect(page).toContain('Boat</span> · Tue, 1 Jun, 10:00 +1');
  const bar = /<ul aria-label="[^"]+".*?<\/ul>/.exec(page)?.[0] ?? '';
  expect(bar).toContain('value="ada@example.test"');
  expect(bar.match(/<li>/g)).toHaveLength(4);
  expect(withActions(language, { checkout: { ...checkout, customer: null } })).not.toContain('name="copyTo"');
  expect(html(language, { checkout })).not.toContain('name="copyTo"');
  // A sale at the counter to somebody who gave no address: there is nobody to send it to.
  const bars = withActions(language, { checkout: { ...checkout, email: null } }).match(
    /<ul aria-label="[^"]+".*?<\/ul>/,
  );
  expect(bars?.[0].match(/<li>/g)).toHaveLength(3);
});

describe('the timeline of a sale at the counter', () => {
  it.each(languages)('says in %s who took the money', (language) => {
    const at = new Date('2026-01-01T12:00:00Z');
    const detail = { amount: '36.00', by: 'staff', staff: 'Ada Lovelace' };
    const timeline = [{ id: 1, at, what: 'sold_at_counter', detail } as const];
    const html = renderToStaticMarkup(
      <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="Europe/Paris">
        <StaffOrder
          view={view}
          tickets={[]}
          timeline={timeline}
          scans={noScans}
          paymentPages={null}
          visit={null}
          paidBy={null}
          mailProblems={[]}
          changeDate={null}
          actions={null}
          problem={null}
          copy={null}
          correction={null}
          invoices={{ correct: null, answer: null }}
          done={null}
          copySeconds={30}
        />
      </NextIntlClientProvider>,
    );
    const { by, order } = messages[language].staff;
    expect(html).toContain(by.member.replace('{name}', 'Ada Lovelace'));
    expect(html).toContain(order.soldBy.replace('{name}', 'Ada Lovelace'));
    expect(html).not.toContain(by.staff);
    expect(html).toContain('13:00:00');
  });
});

it('an order whose tickets are all cancelled says so, with what was paid, refunded and kept', () => {
  const line: Line = {
    catalogId: 'b',
    catalogName: 'Boats',
    timezone: 'Europe/Paris',
    productId: 'p',
    productName: 'Tour',
    date: '2027-01-02',
    quantity: 1,
    unitAmount: '36.00',
    totalAmount: '36.00',
    tickets: [],
  };
  const ticket: TicketView = {
    id: 't-1',
    line,
    holder: 'Ada',
    reference: 'T-1',
    unit: 0,
    isNamed: false,
    codeImage: null,
    giftCard: null,
    code: null,
    status: 'cancelled',
    ticket: { name: 'Deck', occursAt: null, sessionName: null, event: null },
  };
  const cancellation = shownCancellation({
    id: 'k-1',
    tickets: ['t-1'],
    returned: '12.50',
    createdAt: new Date('2027-01-01T12:00:00Z'),
    refund: {
      id: 'r-1',
      state: 'done',
      problem: null,
      amount: '30.00',
      refundId: null,
      paidBack: null,
      settledReason: null,
    },
  });
  const page = html('en', { cancellations: [cancellation] }, [ticket]);
  expect(page).toContain('all tickets cancelled');
  expect(page).toContain('Paid €36.00 · Refunded €30.00 · Kept €6.00');
  expect(page).not.toContain('Still to refund');
  expect(page).toContain('Back on the gift card: €12.50');
  for (const returned of ['0.00', null])
    expect(html('en', { cancellations: [{ ...cancellation, returned }] }, [ticket])).not.toContain(
      'gift card',
    );
  const other = { rebookedTo: 'c-2', rebookedReference: 'K7MQ-3XTD' };
  const exchanged = { ...cancellation, amount: '0.00', refund: null, ...other };
  const moved = html('en', { payments: [], cancellations: [exchanged] }, [ticket]);
  expect(moved).toContain('all tickets exchanged');
  expect(moved).not.toContain('Paid €0.00');
  const withPdf = {
    checkout: { ...view.checkout, anonymisedAt: null },
    orders: [{ reservationId: 'r-1', id: 'o-1', reference: 'S-1', data: { documents: ['/d/1'] } }],
  };
  const pdfOf = (shown: string) => /<a[^>]*>Tickets as PDF/.exec(shown)?.[0] ?? '';
  // There is no PDF of tickets that nobody can use.
  expect(pdfOf(html('en', withPdf, [{ ...ticket, status: 'valid' }]))).not.toBe('');
  expect(pdfOf(html('en', { ...withPdf, cancellations: [cancellation] }, [ticket]))).toBe('');
  expect(html('en', {})).not.toContain('all tickets cancelled');
  expect(html('fr', { cancellations: [cancellation] }, [ticket])).toMatch(/1 billet\u00a0: <strong>/);
});

describe('an order of a changed session for which nothing could be done', () => {
  const task = { kind: 'changed_order', key: 'change-1/o-1', reason: 'changed_order_dearer' } as const;

  it.each(languages)('says why, and what staff do (%s)', (language) => {
    const { problem, task: words } = messages[language].eventChange;
    const page = withActions(language, { tasks: [task] });
    for (const text of [words.title, words.toDo, problem.dearer]) expect(page).toContain(text);
    expect(page).toContain(`/${language}/staff/events/change-1`);
    expect(page).toContain('name="taskKey" value="change-1/o-1"');
    expect(html(language, { tasks: [task] })).not.toContain('name="taskKey"');
  });
});

it('says which booking’s tickets have paid for it, also where no money came', () => {
  const page = html('en', { payments: [], credit: '20.00', back: '5.00' });
  expect(page).toContain('Paid with tickets of booking MD6G-7AY4: €15.00');
  expect(html('en', {})).not.toContain('Paid with tickets');
});
