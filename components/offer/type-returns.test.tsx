import { expect, it } from 'vitest';
import type { Offer, OfferTicket } from '@/lib/contract/offer';
import type { Session } from '@/lib/contract/session';
import { textOf } from '@/testing/storefront/text-of';
import { TypeReturns } from './type-returns';

type Rules = Pick<Offer['product'], 'cancellation' | 'rebooking'>;

const rules: Rules = { cancellation: { deadline: 'PT24H', share: '1' }, rebooking: null };

function typeOf(name: string, amountInclTax: string, its: Rules = rules) {
  const price = {
    '@type': 'TicketingOfferPrice' as const,
    amountInclTax,
    originalAmountInclTax: amountInclTax,
    currency: 'EUR' as const,
    syncAt: '2027-01-01T00:00:00Z',
  };
  const offer: Offer = {
    '@id': `/v1/offers/${name}`,
    '@type': 'TicketingOffer',
    id: name,
    date: '2099-06-05',
    availableQuantity: null,
    realtimePriceRequired: false,
    tickets: [],
    price,
    product: {
      '@id': `/v1/products/${name}`,
      '@type': 'TicketingProduct',
      id: name,
      name,
      description: '',
      ...its,
    },
  };
  return { offer, price, maximum: 10 };
}

const sessionAt = (time: string): Session => ({
  '@id': `/v1/sessions/${time}`,
  '@type': 'TicketingSession',
  id: time,
  duration: null,
  occursAt: `2099-06-05T${time}:00+02:00`,
  availableQuantity: null,
});

const ticketOf = (...sessions: Session[]): OfferTicket => ({
  '@id': '/v1/tickets/t',
  '@type': 'TicketingOfferTicket',
  id: 't',
  name: 'Boat',
  description: '',
  dateAccess: sessions.length === 0,
  sessions,
});

const form = {
  types: [typeOf('Adult', '18.00')],
  fieldsOf: () => ({ quantity: 'quantity', price: 'price' }),
  lang: undefined,
  timezone: 'Europe/Paris',
  perHold: 10,
};
const shown = (props: Partial<Parameters<typeof TypeReturns>[0]>) =>
  textOf(<TypeReturns {...form} {...props} />).trim();

it('names day and time of the session that was chosen before the form, or is the only one', () => {
  const text = 'Free cancellation until Thursday 4 June 2099, 10:00.';
  expect(shown({ session: sessionAt('10:00') })).toBe(text);
  expect(shown({ tickets: [ticketOf(sessionAt('10:00'))] })).toBe(text);
});

it('counts from the beginning if the form has times to choose from', () => {
  const tickets = [ticketOf(sessionAt('10:00'), sessionAt('14:00'))];
  expect(shown({ tickets })).toBe('Free cancellation until 24 hours before the beginning.');
});

it('counts from the day for tickets that are valid at any time of it', () => {
  const text = 'Free cancellation until the end of Wednesday 3 June 2099.';
  expect(shown({})).toBe(text);
  expect(shown({ tickets: [ticketOf()] })).toBe(text);
});

it('says of what costs nothing that it can be given back until it begins, also without a rule', () => {
  const none = { cancellation: null, rebooking: null };
  expect(shown({ types: [typeOf('Child', '0.00', none)], session: sessionAt('10:00') })).toBe(
    'Can be given back until Friday 5 June 2099, 10:00.',
  );
  expect(shown({ types: [typeOf('Adult', '18.00', none)] })).toBe('No cancellation or exchange.');
});

it('says nothing for a server that tells no rules', () => {
  expect(shown({ types: [typeOf('Adult', '18.00', {})] })).toBe('');
});
