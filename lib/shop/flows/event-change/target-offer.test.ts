import { afterEach, describe, expect, it } from 'vitest';
import { addresses } from '@/lib/contract/iri';
import type { OrderItem } from '@/lib/contract/order';
import { closeAll, startClient } from '@/testing/client/test-client';
import { collection } from '@/testing/service/collection';
import { samples, sessionResource } from '@/testing/service/resources';
import { requestAtTarget } from './target-offer';
import { ticketsToRebook } from '../../rules/tickets-to-rebook';

afterEach(closeAll);

const [catalogId, boat, museum] = [samples.id(1), samples.id(2), samples.id(3)];
const [product, otherProduct] = [samples.id(4), samples.id(5)];
const [today, otherDay] = [samples.id(10), samples.id(11)];
const boatAt = (number: number) => addresses.session(catalogId, boat, samples.id(number));
const museumAt = (number: number) => addresses.session(catalogId, museum, samples.id(number));
const ticketOf = (offer: string, number: number) => addresses.ticket(catalogId, offer, samples.id(number));
const move = { catalogId, eventId: boat, sessionId: samples.id(20), targetId: samples.id(21) };

interface SoldOffer {
  id: string;
  price?: string;
  of?: string;
}

function offer({ id, price = '18.00', of = product }: SoldOffer) {
  const path = addresses.offer(catalogId, id);
  return {
    '@id': path,
    '@type': 'TicketingOffer',
    id,
    date: '2030-05-04',
    availableQuantity: 5,
    realtimePriceRequired: false,
    price: {
      '@type': 'TicketingOfferPrice',
      amountInclTax: price,
      originalAmountInclTax: price,
      currency: 'EUR',
      syncAt: '2030-05-04T10:00:00Z',
    },
    product: {
      '@id': addresses.product(catalogId, of),
      '@type': 'TicketingProduct',
      id: of,
      name: 'Adult',
      description: '',
    },
    tickets: [],
  };
}

/** A ticket of an offer; no sessions: it is valid all day. */
function ticket(offerId: string, number: number, sessions: readonly string[]) {
  return {
    '@id': ticketOf(offerId, number),
    '@type': 'TicketingOfferTicket',
    id: samples.id(number),
    name: 'Adult',
    description: '',
    dateAccess: sessions.length === 0,
    sessions: sessions.map((path) => sessionResource(path, '2030-05-04T10:00:00Z', 5)),
  };
}

const item = (offerTickets: OrderItem['offerTickets'], price = '18.00'): OrderItem => ({
  unitAmountInclTax: price,
  unitAmountExclTax: null,
  quantity: 2,
  totalAmountInclTax: '36.00',
  totalAmountExclTax: null,
  offer: addresses.offer(catalogId, today),
  product: addresses.product(catalogId, product),
  offerTickets,
});

/** The request for one unit, of a service that has these offers for the other session. */
async function requested(
  wanted: OrderItem,
  offers: readonly SoldOffer[],
  tickets: readonly ReturnType<typeof ticket>[] = [],
) {
  const { client } = await startClient((request) => {
    if (request.path.endsWith('/tickets')) return collection(request, tickets);
    expect(request.query.get('session')).toBe(move.targetId);
    return collection(request, offers.map(offer));
  });
  return requestAtTarget(client, move, { item: wanted, quantity: 1 }, { language: 'en' });
}

describe('the same tickets of another session', () => {
  const combined = item([
    { ticket: ticketOf(today, 30), session: boatAt(20) },
    { ticket: ticketOf(today, 31), session: museumAt(40) },
    { ticket: ticketOf(today, 32) },
  ]);

  it('of the same day are those of the same offer; its other sessions stay', async () => {
    const request = await requested(combined, [{ id: otherDay }, { id: today, price: '25.00' }]);
    expect(request).toEqual({
      quantity: 1,
      offer: addresses.offer(catalogId, today),
      ticketSessions: [
        { ticket: ticketOf(today, 30), session: boatAt(21) },
        { ticket: ticketOf(today, 31), session: museumAt(40) },
        { ticket: ticketOf(today, 32) },
      ],
    });
  });

  it('of another day are those of the product’s offer of that day, at the same price if there is one', async () => {
    const single = item([{ ticket: ticketOf(today, 30), session: boatAt(20) }]);
    const offers = [
      { id: samples.id(12), of: otherProduct },
      { id: samples.id(13), price: '10.00' },
      { id: otherDay },
    ];
    const tickets = [ticket(otherDay, 30, [boatAt(22), boatAt(21)])];
    expect(await requested(single, offers, tickets)).toEqual({
      quantity: 1,
      offer: addresses.offer(catalogId, otherDay),
      ticketSessions: [{ ticket: ticketOf(otherDay, 30), session: boatAt(21) }],
    });
    const atOtherPrice = { ...single, unitAmountInclTax: '12.00' };
    const cheapest = await requested(atOtherPrice, offers, [ticket(samples.id(13), 30, [boatAt(21)])]);
    expect(cheapest?.offer).toBe(addresses.offer(catalogId, samples.id(13)));
  });

  it('of another day may be valid all day beside the session', async () => {
    const withDay = item([
      { ticket: ticketOf(today, 30), session: boatAt(20) },
      { ticket: ticketOf(today, 32) },
    ]);
    const tickets = [ticket(otherDay, 30, [boatAt(21)]), ticket(otherDay, 32, [])];
    const request = await requested(withDay, [{ id: otherDay }], tickets);
    expect(request?.ticketSessions).toEqual([
      { ticket: ticketOf(otherDay, 30), session: boatAt(21) },
      { ticket: ticketOf(otherDay, 32) },
    ]);
  });

  it('are not found when no one has chosen the other sessions that they need, or the product is not sold', async () => {
    const tickets = [ticket(otherDay, 30, [boatAt(21)]), ticket(otherDay, 31, [museumAt(41)])];
    expect(await requested(combined, [{ id: otherDay }], tickets)).toBeNull();
    expect(await requested(combined, [{ id: otherDay, of: otherProduct }])).toBeNull();
    expect(await requested(combined, [])).toBeNull();
    const single = item([{ ticket: ticketOf(today, 30), session: boatAt(20) }]);
    expect(await requested(single, [{ id: otherDay }], [ticket(otherDay, 30, [boatAt(23)])])).toBeNull();
  });
});

it('only valid units with tickets of the session are exchanged', () => {
  const path = (number: number) => addresses.itemTicket(samples.id(50), samples.id(51), samples.id(number));
  const unit = (number: number, rebookingObstacle: 'CANCELLED' | 'REDEEMED' | 'NO_RULE' | null) => ({
    '@type': 'BookingOrderUnitTerms' as const,
    tickets: [path(number), path(number + 1)],
    cancellable: false,
    obstacle: rebookingObstacle,
    until: null,
    paidAmountInclTax: '18.00',
    refundAmountInclTax: '0.00',
    rebookable: false,
    rebookingObstacle,
    rebookableUntil: null,
    cancellation: null,
  });
  const paths = [60, 61, 62, 63, 64, 65].map(path);
  const ofSession = { ...item([{ ticket: ticketOf(today, 30), session: boatAt(20) }]), tickets: paths };
  const other = {
    ...item([{ ticket: ticketOf(today, 30), session: boatAt(22) }]),
    tickets: [path(70), path(71)],
  };
  const units = [unit(70, null), unit(60, 'CANCELLED'), unit(62, 'NO_RULE'), unit(64, 'REDEEMED')];
  expect(ticketsToRebook({ items: [other, ofSession] }, { units }, move.sessionId)).toEqual({
    tickets: [path(62), path(63)],
    items: [{ item: ofSession, position: 1, units: [1] }],
  });
});
