import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, language, startClient } from '@/testing/client/test-client';
import { collection } from '@/testing/service/collection';
import { samples } from '@/testing/service/resources';
import type { Offer, OfferTicket } from '../../../contract/offer';
import type { Session, SessionState } from '../../../contract/session';
import { readWaitable, waitingChoices } from './waiting-choices';

afterEach(closeAll);

function session(number: number, availableQuantity: number | null, status?: SessionState): Session {
  const resource = { ...samples.session(number, '2027-06-01T10:00:00Z'), availableQuantity };
  return { ...resource, '@type': 'TicketingSession', ...(status === undefined ? {} : { status }) };
}

function ticket(sessions: readonly Session[] | 'any time'): OfferTicket {
  const dateAccess = sessions === 'any time';
  return {
    '@id': `/v1/tickets/${samples.id(9)}`,
    '@type': 'TicketingOfferTicket',
    id: samples.id(9),
    name: 'Boat',
    description: '',
    dateAccess,
    sessions: dateAccess ? [] : [...sessions],
  };
}

const now = new Date('2027-06-01T09:59:00Z');

/** The identifiers of the sessions to choose from, for each ticket. */
const choicesOf = (availableQuantity: number | null, ...tickets: OfferTicket[]) =>
  waitingChoices({ availableQuantity }, tickets, now)?.map(({ sessions }) => sessions.map(({ id }) => id)) ??
  null;

describe('what one can wait for', () => {
  const [full, held, open] = [session(1, 0), { ...session(2, 0), mayReturn: true }, session(3, 5)];

  it('are the sessions without places, sold or only held', () => {
    expect(choicesOf(5, ticket([full, held, open]))).toEqual([[full.id, held.id]]);
    expect(choicesOf(0, ticket([full, held]))).toEqual([[full.id, held.id]]);
  });

  it('are all sessions that are on sale, if it is the offer that is sold out, or there are several to choose', () => {
    expect(choicesOf(0, ticket([full, open]))).toEqual([[full.id, open.id]]);
    expect(choicesOf(5, ticket([full, open]), ticket([open]))).toEqual([[full.id, open.id], [open.id]]);
  });

  it('is no session that has begun, although it is still sold', () => {
    const begun = { ...full, occursAt: '2027-06-01T09:30:00Z', saleEndsAt: '2027-06-01T10:30:00Z' };
    expect(choicesOf(5, ticket([begun]))).toBeNull();
    expect(choicesOf(0, ticket([begun, open]))).toEqual([[open.id]]);
  });

  it('is a day without times that is sold out', () => {
    expect(choicesOf(0, ticket('any time'))).toEqual([]);
  });

  it('is nothing of an offer that is not on sale', () => {
    const status = 'not_on_sale';
    expect(waitingChoices({ availableQuantity: 0, status }, [ticket('any time')], now)).toBeNull();
    expect(waitingChoices({ availableQuantity: 0, status }, [ticket([full])], now)).toBeNull();
  });

  it('is nothing while there are tickets', () => {
    expect(choicesOf(5, ticket([open]))).toBeNull();
    expect(choicesOf(null, ticket([session(4, null)]))).toBeNull();
    expect(choicesOf(null, ticket('any time'))).toBeNull();
  });

  it.each(['cancelled', 'postponed', 'not_on_sale'] as const)('is no session that is %s', (status) => {
    expect(choicesOf(0, ticket([session(4, 0, status)]))).toBeNull();
    expect(choicesOf(0, ticket([session(4, 0, status), full]))).toEqual([[full.id]]);
    expect(choicesOf(5, ticket([full]), ticket([session(4, 0, status)]))).toBeNull();
  });
});

const offer = (number: number, availableQuantity: number | null): Offer => ({
  '@id': `/v1/offers/${samples.id(number)}`,
  '@type': 'TicketingOffer',
  id: samples.id(number),
  date: '2027-06-01',
  availableQuantity,
  realtimePriceRequired: false,
  tickets: [],
  price: {
    '@type': 'TicketingOfferPrice',
    amountInclTax: '8.00',
    originalAmountInclTax: '8.00',
    currency: 'EUR',
    syncAt: '2026-01-01T00:00:00Z',
  },
  product: {
    '@id': `/v1/products/${samples.id(8)}`,
    '@type': 'TicketingProduct',
    id: samples.id(8),
    name: 'Boat',
    description: '',
  },
});

/** The offers for which one can wait, if their tickets have these sessions; and those whose tickets were read. */
async function waitableOf(
  tickets: ReadonlyMap<string, readonly Session[]>,
  offers: readonly Offer[],
  chosen?: Session,
  now = '2027-05-01T00:00:00Z',
) {
  const read: string[] = [];
  const { client } = await startClient((seen) => {
    const id = /offers\/([^/]+)\/tickets/.exec(seen.path)?.[1] ?? '';
    read.push(id);
    const sessions = tickets.get(id);
    return sessions === undefined ? { status: 404, body: {} } : collection(seen, [ticket(sessions)]);
  });
  const reading = { client, catalogId: samples.id(1), call: { language }, now: new Date(now) };
  const waitable = await readWaitable(reading, offers, chosen);
  return { waitable: [...waitable].sort(), read: read.sort() };
}

describe('the offers for which one can wait', () => {
  const [adult, child] = [offer(11, 3), offer(12, 3)];
  const full = session(1, 0);

  it('are those with the session that has no places', async () => {
    const tickets = new Map([
      [adult.id, [full]],
      [child.id, [session(2, 0)]],
    ]);
    const { waitable } = await waitableOf(tickets, [adult, child, offer(13, 3)], full);
    expect(waitable).toEqual([adult.id]);
  });

  it('are none if the session is cancelled, or has begun', async () => {
    const cancelled = session(1, 0, 'cancelled');
    const of = (shown: Session) => new Map([[adult.id, [shown]]]);
    expect(await waitableOf(of(cancelled), [adult], cancelled)).toEqual({ waitable: [], read: [] });
    const { waitable } = await waitableOf(of(full), [adult], full, '2027-06-01T10:00:00Z');
    expect(waitable).toEqual([]);
  });

  it('are those that are sold out; the tickets of others are not read', async () => {
    const gone = offer(14, 0);
    const tickets = new Map([[gone.id, [session(1, 0)]]]);
    expect(await waitableOf(tickets, [adult, gone])).toEqual({ waitable: [gone.id], read: [gone.id] });
    const cancelled = new Map([[gone.id, [session(1, 0, 'cancelled')]]]);
    expect(await waitableOf(cancelled, [adult, gone])).toMatchObject({ waitable: [] });
  });
});
