import { describe, expect, it } from 'vitest';
import type { OfferTicket } from '../../../contract/offer';
import {
  choiceQuery,
  holdableQuantities,
  offerFields,
  readChoice,
  readProblem,
  sessionField,
  ticketsWithoutSession,
  toReservationItem,
  wantedOffers,
  withNearest,
} from './hold-choice';
import { otherTimes, sessionBeforehand } from './offer-choice';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [catalogId, offerId, boat, museum, child] = [id(1), id(2), id(3), id(4), id(5)];
const offer = `/v1/ticketing/catalogs/${catalogId}/offers/${offerId}`;

function ticket(
  ticketId: string,
  sessions: [number, string, number | null][],
  dateAccess = false,
): OfferTicket {
  return {
    '@id': `${offer}/tickets/${ticketId}`,
    '@type': 'TicketingOfferTicket',
    id: ticketId,
    name: 'Ticket',
    description: '',
    dateAccess,
    sessions: sessions.map(([number, time, availableQuantity]) => ({
      '@id': `/v1/ticketing/catalogs/${catalogId}/events/${id(9)}/sessions/${id(number)}`,
      '@type': 'TicketingSession',
      id: id(number),
      occursAt: `2026-11-21T${time}:00+01:00`,
      duration: null,
      availableQuantity,
    })),
  };
}

const tickets = [
  ticket(boat, [
    [11, '10:00', 2],
    [12, '12:00', 0],
    [13, '14:00', null],
    [14, '16:00', 1],
  ]),
  ticket(museum, [], true),
];

function form(entries: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(entries)) data.set(name, value);
  return data;
}

const choiceOf = (entries: Record<string, string>) => readChoice(form(entries).entries(), offerId);
const ofChild = offerFields(child, offerId);

describe('a choice', () => {
  it('stays the same when it is written into a URL and read again', () => {
    const choice = choiceOf({
      quantity: '2',
      price: '18.00',
      [sessionField(boat)]: id(11),
      [ofChild.quantity]: '1',
      [ofChild.price]: '9.00',
    });
    expect([...choice.quantities]).toEqual([
      [child, '1'],
      [offerId, '2'],
    ]);
    expect(choice.seenPrices.get(child)).toBe('9.00');
    const again = readChoice(Object.entries(choiceQuery(choice, offerId)), offerId);
    expect(again).toEqual({ ...choice, seenPrices: new Map() });
  });

  it('ignores values that are not short texts', () => {
    const choice = readChoice(
      [
        ['quantity', ['1', '2']],
        [sessionField(boat), 'x'.repeat(101)],
      ],
      offerId,
    );
    expect(choice).toEqual({ quantities: new Map(), sessions: new Map(), seenPrices: new Map() });
  });

  it('has at most twelve offers', () => {
    const many = Array.from({ length: 30 }, (_, index) => [`quantity.${id(100 + index)}`, '1'] as const);
    expect(readChoice([...many, ['quantity', '1']], offerId).quantities.size).toBe(12);
  });
});

describe('wantedOffers', () => {
  const want = (entries: Record<string, string>) => wantedOffers(choiceOf(entries), offerId, 10);

  it('are those of which there is at least one, the page’s own first', () => {
    expect(want({ [ofChild.quantity]: '2', quantity: '1' })).toEqual({
      kind: 'ok',
      value: [
        { offerId, quantity: 1 },
        { offerId: child, quantity: 2 },
      ],
    });
    expect(want({ [ofChild.quantity]: '2', quantity: '0' })).toEqual({
      kind: 'ok',
      value: [{ offerId: child, quantity: 2 }],
    });
  });

  it.each(['0', '-1', '11', '1.5', '1e1', '', 'two', '1000000000'])(
    'refuses a quantity of "%s"',
    (quantity) => {
      expect(want({ quantity })).toEqual({ kind: 'problem', problem: { code: 'quantity' } });
    },
  );

  it('names the offer whose quantity is wrong', () => {
    expect(want({ [ofChild.quantity]: '11', quantity: '1' })).toEqual({
      kind: 'problem',
      problem: { code: 'quantity', offer: child },
    });
  });
});

describe('holdableQuantities', () => {
  it.each([
    ['3', '3'],
    ['10', '10'],
    ['11', undefined],
    ['99999', undefined],
    ['-1', undefined],
    ['0', undefined],
    ['abc', undefined],
  ])('of a link with %s is %s', (quantity, held) => {
    const choice = readChoice([['quantity', quantity]], offerId);
    expect(holdableQuantities(choice, 10).get(offerId)).toBe(held);
  });
});

describe('toReservationItem', () => {
  const make = (entries: Record<string, string>, quantity: number) =>
    toReservationItem({ catalogId, offerId, quantity }, choiceOf(entries), tickets);

  it('names every ticket, and a session for those that need one', () => {
    expect(make({ [sessionField(boat)]: id(13) }, 2)).toEqual({
      quantity: 2,
      offer,
      ticketSessions: [
        {
          ticket: `${offer}/tickets/${boat}`,
          session: `/v1/ticketing/catalogs/${catalogId}/events/${id(9)}/sessions/${id(13)}`,
        },
        { ticket: `${offer}/tickets/${museum}` },
      ],
    });
  });

  it('takes for another offer the session that was chosen for the page’s own', () => {
    const others = [ticket(id(6), [[13, '14:00', null]])];
    const choice = choiceOf({ [sessionField(boat)]: id(13) });
    const item = toReservationItem({ catalogId, offerId: child, quantity: 1 }, choice, others);
    expect(item?.ticketSessions[0]?.session).toContain(id(13));
    const late = choiceOf({ [sessionField(boat)]: id(14) });
    expect(toReservationItem({ catalogId, offerId: child, quantity: 1 }, late, others)).toBeNull();
  });

  it('needs a session of the same ticket', () => {
    expect(make({ [sessionField(boat)]: id(77) }, 1)).toBeNull();
    const open = (given: Record<string, string>) =>
      ticketsWithoutSession(choiceOf(given), tickets).map((each) => each.id);
    expect(open({})).toEqual([boat]);
    expect(open({ [sessionField(boat)]: id(77) })).toEqual([boat]);
    expect(open({ [sessionField(boat)]: id(13) })).toEqual([]);
  });
});

describe('readProblem', () => {
  it('accepts known problems and values only', () => {
    expect(readProblem({ problem: 'SOLD_OUT', left: '3' })).toEqual({ code: 'SOLD_OUT', left: 3 });
    expect(readProblem({ problem: 'price', before: '18.00' })).toEqual({ code: 'price', before: '18.00' });
    expect(readProblem({ problem: '<b>free tickets</b>' })).toBeNull();
    expect(readProblem({ problem: 'price', before: 'free' })).toEqual({ code: 'price' });
    expect(readProblem({})).toBeNull();
  });
});

describe('preselected sessions', () => {
  const none = choiceOf({});
  const [boatTicket] = tickets;

  it('are those chosen before, those of the link, or the first with places; or the only one, if it has to fit others', () => {
    if (boatTicket === undefined) throw new Error('no ticket');
    const chosen = choiceOf({ [sessionField(boat)]: id(13) });
    expect(sessionBeforehand(boatTicket, chosen, id(11), true)).toBe(id(13));
    expect(sessionBeforehand(boatTicket, none, id(11), false)).toBe(id(11));
    expect(sessionBeforehand(boatTicket, none, id(77), true)).toBeUndefined();
    expect(sessionBeforehand(boatTicket, none, id(77), false)).toBe(id(11));
    expect(sessionBeforehand(ticket(boat, [[15, '10:00', null]]), none, undefined, true)).toBe(id(15));
  });

  it('are suggested near the one that has too little room, with room for all', () => {
    const choice = choiceOf({ quantity: '1', [ofChild.quantity]: '1', [sessionField(boat)]: id(12) });
    const times = otherTimes(tickets, choice);
    expect(times.map(({ session }) => session.id)).toEqual([id(11), id(13)]);
    expect(times[0]?.choice.sessions.get(boat)).toBe(id(11));
    expect(otherTimes(tickets, choiceOf({ [sessionField(boat)]: id(13) }))).toEqual([]);
  });
});

describe('numbered seats', () => {
  const marked = (seating: string) => {
    const data = form({ quantity: '2', seating });
    for (const name of ['stalls/F/7', 'stalls/F/8', 'stalls/F/8', '../x', 'a b/c/d'])
      data.append('seat', name);
    return readChoice(data.entries(), offerId);
  };

  it('are those that are marked, if the customer wants to choose', () => {
    expect(marked('own').seats).toEqual(['stalls/F/7', 'stalls/F/8']);
    expect(marked('best').seats).toBeUndefined();
  });

  it('are kept in the address', () => {
    const query = choiceQuery(marked('own'), offerId);
    expect(query['seats']).toBe('stalls/F/7 stalls/F/8');
    expect(readChoice(Object.entries(query), offerId).seats).toEqual(['stalls/F/7', 'stalls/F/8']);
    expect(readChoice(Object.entries({ seats: '' }), offerId).seats).toEqual([]);
  });

  it('that are taken give way to the nearest free ones', () => {
    const problem = readProblem({ problem: 'SEAT_TAKEN', taken: 'stalls/F/7', nearest: 'stalls/F/6' });
    if (problem === null) throw new Error('the problem was not read');
    expect(withNearest(marked('own'), problem).seats).toEqual(['stalls/F/8', 'stalls/F/6']);
    expect(withNearest(marked('best'), problem).seats).toBeUndefined();
  });
});
