import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { messages } from '@/lib/locale/messages';
import type { ShownTicket } from '@/lib/storefront/common/order/order-tickets';
import type { CancellationView } from '../cancellation/cancellation-list';
import { TicketList } from './ticket-list';

const line: ShownTicket['line'] = {
  catalogId: 'c',
  catalogName: 'River Boats',
  timezone: 'Europe/Paris',
  date: '2027-06-01',
  productId: 'p',
  productName: 'The Ferry, adult',
  quantity: 1,
  unitAmount: '12.00',
  totalAmount: '12.00',
  tickets: [],
};

const ticket = (changes: Partial<ShownTicket>): ShownTicket => ({
  id: 'new',
  holder: 'Ada Martin',
  reference: 'VALID1',
  unit: 0,
  isNamed: false,
  codeImage: null,
  giftCard: null,
  code: null,
  status: 'valid',
  shareLink: null,
  walletLinks: { apple: null, google: null },
  ticket: {
    name: '',
    occursAt: '2027-06-01T10:00:00+02:00',
    sessionName: null,
    event: { id: 'e', name: 'The Ferry', venue: 'Quay' },
  },
  line,
  ...changes,
});

const ended = ticket({ id: 'old', reference: 'OLD1', status: 'cancelled' });

const exchanged: CancellationView = {
  id: 'k-1',
  state: 'done',
  tickets: ['/v1/tickets/OLD'],
  amount: '0.00',
  returned: null,
  reference: null,
  document: null,
  settledAs: null,
  wholeAt: null,
  isGoodwill: false,
  isEnded: true,
  cameBack: false,
  rebookedTo: 'c-2',
  rebookedReference: 'NEW1-2345',
  organiserMessage: null,
};

/** The valid tickets, and what is below them. */
function listed(
  tickets: readonly ShownTicket[],
  { cancellations = [], hasLinks = true }: { cancellations?: CancellationView[]; hasLinks?: boolean } = {},
): readonly [string, string] {
  const [valid = '', below = ''] = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      <TicketList tickets={tickets} cancellations={cancellations} hasLinks={hasLinks} />
    </NextIntlClientProvider>,
  ).split('id="ended-tickets"');
  return [valid, below];
}

it('a ticket that is not valid any more is no card: it is told what it was, and that it was cancelled', () => {
  const [valid, below] = listed([ended, ticket({})]);
  expect(valid).toContain('VALID1');
  expect(valid.match(/printed-ticket/g)).toHaveLength(1);
  for (const text of ['The Ferry, adult', 'uesday 1 June 2027, 10:00', 'Cancelled</strong>', 'OLD1'])
    expect(below).toContain(text);
  expect(below).not.toContain('printed-ticket');
});

it('one that was exchanged leads the customer to the booking for which it was, and nobody else', () => {
  const cancellations = [exchanged];
  const [, below] = listed([ended, ticket({})], { cancellations });
  expect(below).toContain('Exchanged</strong>');
  expect(below).toMatch(/href="\/en\/orders\/c-2"[^>]*>Exchanged for booking NEW1-2345\./);
  const [, given] = listed([ended, ticket({})], { cancellations, hasLinks: false });
  expect(given).toContain('Exchanged</strong>');
  expect(given).not.toContain('NEW1-2345');
});

it('one that was used says so', () => {
  const [, below] = listed([ticket({ status: 'redeemed' })]);
  expect(below).toContain('Used</strong>');
});
