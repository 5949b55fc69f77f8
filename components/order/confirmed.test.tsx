import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { messages } from '@/lib/locale/messages';
import { Confirmed } from './confirmed';
import type { IncidentView } from './incident-view';
import type { ResendAnswer } from '@/lib/storefront/shop/order/email-again';
import type { ShownTicket } from '@/lib/storefront/common/order/order-tickets';
import type { Visit } from '@/lib/shop/flows/visit/visits';
import type { OrderPageView } from './order-view';
import { RefundFailed } from './unfulfilled';

const incident = (changes: Partial<IncidentView>): IncidentView => ({
  id: 're_1',
  kind: 'refunded_at_provider',
  status: 'open',
  amount: '36.00',
  currency: 'EUR',
  fundsWithdrawn: false,
  answerDueAt: null,
  answered: false,
  openedAt: new Date('2027-05-04T12:00:00Z'),
  acknowledgedAt: null,
  ...changes,
});

const view = (changes: Partial<OrderPageView>): OrderPageView => ({
  checkout: {
    id: 'c-1',
    reference: 'K7MQ-3XTD',
    total: '36.00',
    credit: '0.00',
    reason: null,
    settledAs: null,
    invoice: null,
    customer: {
      firstname: 'Ada',
      lastname: 'Martin',
      email: 'ada@example.org',
      country: 'FR',
      language: 'en',
    },
  },
  items: [],
  fees: '0.00',
  total: '36.00',
  credit: '0.00',
  due: '36.00',
  back: '0.00',
  returned: '0.00',
  voucher: null,
  orders: [
    {
      id: 'o-1',
      reservationId: 'r-1',
      reference: 'S-1',
      data: { documents: ['/v1/booking/orders/1/documents/2'] },
    },
  ],
  payments: [{ amount: '36.00', state: 'paid', paidBack: null }],
  incidents: [],
  cancellations: [],
  block: null,
  confirmation: 'sent',
  invoices: [],
  ...changes,
});

const shownTicket = (): ShownTicket => ({
  id: 't-1',
  holder: 'Ada Martin',
  reference: 'ABCD',
  unit: 0,
  isNamed: false,
  codeImage: null,
  giftCard: null,
  code: null,
  status: 'unknown',
  shareLink: null,
  walletLinks: { apple: null, google: null },
  ticket: { name: 'Adult', occursAt: null, sessionName: null, event: null },
  line: {
    catalogId: 'c',
    catalogName: 'River Boats',
    timezone: 'Europe/Paris',
    date: '2027-06-01',
    productId: 'p',
    productName: 'Boat',
    quantity: 1,
    unitAmount: '36.00',
    totalAmount: '36.00',
    tickets: [],
  },
});

const action = () => Promise.resolve();

const shown = (
  changes: Partial<OrderPageView>,
  visits: readonly Visit[] = [],
  answer: ResendAnswer | null = null,
  tickets: readonly ShownTicket[] = [],
) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      <Confirmed
        view={view(changes)}
        tickets={tickets}
        left={[]}
        visits={visits}
        cancelPath="/cancel"
        rebookPath="/rebook"
        invoices={{ correct: (state) => Promise.resolve(state), answer: null }}
        emailAgain={{ action, answer, limits: { minutes: 5, mostADay: 5 } }}
      />
    </NextIntlClientProvider>,
  );

it('an order is shown with its documents, and without a text about the payment if nothing happened to it', () => {
  const page = shown({});
  expect(page).toContain('Here are your tickets');
  expect(page).toContain('/api/orders/c-1/tickets?language=en');
  expect(page).not.toContain('About your payment');
});

it('an order says what a voucher has taken off, if it took something off', () => {
  const line = { ...shownTicket().line, totalAmount: '32.40', discount: '3.60' };
  const items = [{ holdId: 'h-1', reservationId: 'r-1', lines: [line] }];
  const used = (discount: string) =>
    shown({
      items,
      checkout: { ...view({}).checkout, total: '32.40' },
      voucher: { code: 'RIVER-10', discount, left: null, lost: false },
    });
  expect(used('3.60')).toContain('Voucher RIVER-10</dt>');
  // The line at its list price, what the voucher took off, and what was paid.
  expect(used('3.60').match(/-?€[\d.]+/g)).toEqual(['€36.00', '-€3.60', '€32.40']);
  expect(used('0.00')).not.toContain('RIVER-10');
});

it('above several tickets a narrow screen has a link to where their PDF is', () => {
  const links = (count: number) => {
    const page = shown({}, [], null, Array.from({ length: count }, shownTicket));
    const [above = ''] = page.split('id="tickets"');
    return above.match(/<p class="[^"]*md:hidden[^"]*"><a href="#documents"/g);
  };
  expect(links(1)).toBeNull();
  expect(links(6)).toHaveLength(1);
});

it('the PDF is offered once in each language, also of several orders, and the other languages are behind one', () => {
  const orders = [...view({}).orders, ...view({}).orders];
  const page = shown({ orders }, [], null, [shownTicket(), shownTicket()]);
  const [before = '', behind = ''] = page.split('Other languages</summary>');
  expect(before.match(/tickets\?language=\w+/g)).toEqual(['tickets?language=en']);
  expect(behind.match(/tickets\?language=\w+/g)).toHaveLength(5);
});

it('tickets that are not valid any more come after those that are, and are not counted with them', () => {
  const cancelled: ShownTicket = { ...shownTicket(), id: 'old', reference: 'OLD1', status: 'cancelled' };
  const page = shown({}, [], null, [cancelled, { ...shownTicket(), status: 'valid' }]);
  const [valid = '', ended = ''] = page.split('id="ended-tickets"');
  expect(valid).toContain('>1 ticket</h2>');
  expect(valid).toContain('ABCD');
  expect(valid).not.toContain('OLD1');
  expect(ended).toContain('>1 ticket, not valid any more</h2>');
  expect(ended).toContain('OLD1');
});

it('an order has one number for its customer', () => {
  const page = shown({});
  expect(page).toContain('K7MQ-3XTD');
  expect(page).not.toContain('S-1');
});

it('the page shows the state of the e-mail with its link', () => {
  expect(shown({})).toContain('We have sent the link to this page to ada@example.org.');
  expect(shown({ confirmation: 'sending' })).toContain('We are sending the link');
  expect(shown({ confirmation: 'undelivered' })).toContain(
    'The e-mail to ada@example.org could not be delivered.',
  );
  expect(shown({ confirmation: null })).not.toContain('ada@example.org');
});

it('an order whose payment was refunded shows how much and when', () => {
  expect(shown({ incidents: [incident({})] })).toContain(
    'Your whole payment of €36.00 was refunded on Tuesday 4 May 2027.',
  );
  expect(shown({ incidents: [incident({ amount: '10.00' })] })).toContain(
    '€10.00 of your payment was refunded',
  );
});

it('blocked tickets are neither shown nor linked, and the page shows why', () => {
  const page = shown({ block: {}, incidents: [incident({ kind: 'dispute', status: 'lost' })] });
  expect(page).toContain('Your tickets are blocked');
  expect(page).toContain('K7MQ-3XTD');
  expect(page).toContain('The bank has decided the dispute');
  expect(page).not.toContain('/api/orders/');
  expect(page).not.toContain('Here are your tickets');
});

it('a failed refund is not called a refund', () => {
  const incidents = [incident({ kind: 'refund_failed' })];
  const page = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      <RefundFailed view={view({ incidents })} isReplaced={false} />
    </NextIntlClientProvider>,
  );
  expect(page).toContain('Your refund could not be delivered');
  expect(page).not.toContain('was refunded');
});

const visit = (number: number): Visit => ({
  number,
  name: 'The Stores',
  tickets: [],
  seats: [],
  line: { catalogName: 'Museum', date: '2027-06-01', timezone: 'Europe/Paris' },
  ticket: { name: '', occursAt: `2027-06-0${number}T10:00:00+02:00`, sessionName: null, event: null },
  begins: `2027-06-0${number}T08:00:00Z`,
  ends: null,
});

it('the first visit is named under the title, and how many more there are; not of blocked tickets', () => {
  const textOf = (visits: readonly Visit[], changes: Partial<OrderPageView> = {}) =>
    shown(changes, visits)
      .split('</h1>')[1]
      ?.split('</p>')[0]
      ?.replaceAll(/<[^>]*>/g, '');
  const name = visit(1).name;
  expect(textOf([visit(1)])).toBe(`${name}, Tue 1 Jun 2027, 10:00`);
  expect(textOf([visit(3), visit(1), visit(2)])).toBe(`${name}, Tue 1 Jun 2027, 10:00 and 2 more`);
  expect(shown({ block: {} }, [visit(1)])).not.toContain('Tue 1 Jun');
});

it('one visit has one calendar file; several have one each and one together; blocked tickets have none', () => {
  const calendars = (visits: readonly Visit[], changes: Partial<OrderPageView> = {}) =>
    shown(changes, visits).match(/\/api\/orders\/c-1\/calendar[^"]*/g);
  expect(calendars([])).toBeNull();
  expect(calendars([visit(1)])).toEqual(['/api/orders/c-1/calendar?language=en']);
  expect(calendars([visit(1), visit(2)])).toEqual([
    '/api/orders/c-1/calendar?language=en',
    '/api/orders/c-1/calendar?language=en&amp;visit=1',
    '/api/orders/c-1/calendar?language=en&amp;visit=2',
  ]);
  expect(calendars([visit(1)], { block: {} })).toBeNull();
});

it('the e-mail can be sent again once it was sent, with its limits; blocked or undelivered ones can’t', () => {
  const button = 'Send the e-mail again';
  const page = shown({});
  expect(page).toContain(button);
  expect(page).toContain('at least 5 minutes in between and at most 5 times a day');
  expect(page).not.toContain('role="status"');
  for (const changes of [
    { confirmation: 'sending' },
    { confirmation: 'undelivered' },
    { confirmation: null },
    { block: {} },
  ] as const)
    expect(shown(changes)).not.toContain(button);
});

it('the page says what became of the last try, also while the e-mail is in the queue', () => {
  const page = shown({ confirmation: 'sending' }, [], 'sent');
  expect(page).toContain('We are sending the e-mail to ada@example.org again.');
  expect(page).not.toContain('Send the e-mail again');
  expect(shown({}, [], 'soon')).toContain('less than 5 minutes ago');
});

const cancellation = (
  changes: Partial<OrderPageView['cancellations'][number]> = {},
): OrderPageView['cancellations'][number] => ({
  id: 'k-1',
  state: 'done',
  tickets: ['t-1'],
  amount: '36.00',
  returned: null,
  reference: 'CN-1',
  document: '/v1/booking/orders/1/documents/9',
  settledAs: null,
  wholeAt: null,
  isGoodwill: false,
  isEnded: (changes.state ?? 'done') === 'done',
  cameBack: false,
  rebookedTo: null,
  rebookedReference: null,
  organiserMessage: null,
  ...changes,
});
const cancelledTicket: ShownTicket = { ...shownTicket(), status: 'cancelled' };

it('an order whose tickets are all cancelled says so, what was refunded, and has its credit note', () => {
  const page = shown({ cancellations: [cancellation()] }, [], null, [cancelledTicket, cancelledTicket]);
  expect(page).toContain('Your tickets are cancelled</h1>');
  expect(page).toContain('€36.00 was refunded.');
  expect(page).toContain('Confirmation of cancellation CN-1 (PDF)');
  expect(page).toContain('2 tickets, not valid any more');
  expect(page).not.toContain('/api/orders/c-1/tickets');
  for (const text of ['Here are your tickets', 'order is confirmed', 'href="/cancel"', 'href="/rebook"'])
    expect(page).not.toContain(text);
});

it('of an order whose tickets are all cancelled no e-mail is sent again, and an answer says so', () => {
  const cancellations = [cancellation()];
  expect(shown({ cancellations }, [], null, [cancelledTicket])).not.toContain('Haven’t got the e-mail?');
  const answered = shown({ cancellations }, [], 'over', [cancelledTicket]);
  expect(answered).toContain('No ticket of this booking is valid any more');
  expect(answered).not.toContain('Send the e-mail again');
});

it('a cancelled order says what is back on the gift card, and nothing of it without one', () => {
  const pageOf = (returned: string | null) =>
    shown({ cancellations: [cancellation({ returned })] }, [], null, [cancelledTicket]);
  expect(pageOf('12.50')).toContain('Back on the gift card: €12.50');
  for (const none of ['0.00', null]) expect(pageOf(none)).not.toContain('gift card');
});

it('an order that the organiser cancelled has its message, and says what is still being refunded', () => {
  const cancellations = [cancellation({ state: 'refunding', organiserMessage: 'A storm is coming.' })];
  const page = shown({ cancellations }, [], null, [cancelledTicket]);
  expect(page).toContain('The organiser has cancelled</h1>');
  expect(page).toContain('A storm is coming.');
  expect(page).toContain('€36.00 is being refunded.');
});

it('an order that was exchanged names the other booking', () => {
  const exchanged = { amount: '0.00', rebookedTo: 'c-2', rebookedReference: 'NEW1-2345' };
  const page = shown({ cancellations: [cancellation(exchanged)] }, [], null, [cancelledTicket]);
  expect(page).toContain('Your tickets were exchanged</h1>');
  expect(page).toContain('were exchanged for booking NEW1-2345.');
  expect(page).toMatch(/href="\/en\/orders\/c-2"[^>]*>Exchanged for booking NEW1-2345\./);
  expect(page).toContain('Exchanged</h2>');
  expect(page).toContain('This ticket is not valid any more: it was exchanged.');
  expect(page).not.toMatch(/refunded|[Cc]ancelled|€0\.00/);
});

it('an order with a valid ticket left keeps its head and its links', () => {
  const page = shown({ cancellations: [cancellation()] }, [], null, [
    cancelledTicket,
    { ...shownTicket(), status: 'valid' },
  ]);
  expect(page).toContain('Here are your tickets');
  expect(page).toContain('href="/cancel"');
  expect(page).toContain('href="/rebook"');
});

it('an exchange that is paid says what was paid for it, not what is to pay', () => {
  const checkout = { ...view({}).checkout, total: '42.00' };
  const page = shown({ checkout, credit: '15.00', due: '27.00' });
  expect(page).toContain('Price</dt>');
  expect(page).toContain('Paid now</dt><dd class="tabular">€27.00');
  expect(page).not.toContain('To pay');
});
