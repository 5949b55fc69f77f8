import { describe, expect, it } from 'vitest';
import type { OfferTicket } from '../contract/offer';
import { choiceQuery, readChoice, readProblem, sessionField, toReservationItem } from './hold-choice';
import { otherTimes, sessionBeforehand } from './offer-choice';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [catalogId, offerId, boat, museum] = [id(1), id(2), id(3), id(4)];
const place = { catalogId, offerId };
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

describe('a choice', () => {
  it('stays the same when it is written into a URL and read again', () => {
    const choice = readChoice(
      form({ quantity: '2', price: '18.00', [sessionField(boat)]: id(11) }).entries(),
    );
    const again = readChoice(Object.entries(choiceQuery(choice)));
    expect(again).toEqual({ ...choice, seenPrice: null });
  });

  it('ignores values that are not short texts', () => {
    const choice = readChoice([
      ['quantity', ['1', '2']],
      [sessionField(boat), 'x'.repeat(101)],
    ]);
    expect(choice).toEqual({ quantity: '', sessions: new Map(), seenPrice: null });
  });
});

describe('toReservationItem', () => {
  const make = (entries: Record<string, string>, maximum = 10) =>
    toReservationItem(place, readChoice(form(entries).entries()), tickets, maximum);

  it('names every ticket, and a session for those that need one', () => {
    expect(make({ quantity: '2', [sessionField(boat)]: id(13) })).toEqual({
      kind: 'item',
      item: {
        quantity: 2,
        offer,
        ticketSessions: [
          {
            ticket: `${offer}/tickets/${boat}`,
            session: `/v1/ticketing/catalogs/${catalogId}/events/${id(9)}/sessions/${id(13)}`,
          },
          { ticket: `${offer}/tickets/${museum}` },
        ],
      },
    });
  });

  it.each(['0', '-1', '11', '1.5', '1e1', '', 'two', '1000000000'])(
    'refuses a quantity of "%s"',
    (quantity) => {
      expect(make({ quantity, [sessionField(boat)]: id(13) })).toEqual({
        kind: 'problem',
        problem: { problem: 'quantity' },
      });
    },
  );

  it('refuses a missing session, and a session of another ticket', () => {
    const problem = { kind: 'problem', problem: { problem: 'session', ticket: boat } };
    expect(make({ quantity: '1' })).toEqual(problem);
    expect(make({ quantity: '1', [sessionField(boat)]: id(77) })).toEqual(problem);
  });
});

describe('readProblem', () => {
  it('accepts known problems and values only', () => {
    expect(readProblem({ problem: 'SOLD_OUT', left: '3' })).toEqual({ problem: 'SOLD_OUT', left: 3 });
    expect(readProblem({ problem: 'price', before: '18.00' })).toEqual({ problem: 'price', before: '18.00' });
    expect(readProblem({ problem: '<b>free tickets</b>' })).toBeNull();
    expect(readProblem({ problem: 'price', before: 'free' })).toEqual({ problem: 'price' });
    expect(readProblem({})).toBeNull();
  });
});

describe('preselected sessions', () => {
  const none = readChoice([]);
  const [boatTicket] = tickets;

  it('are those chosen before, those of the link, or the only one', () => {
    if (boatTicket === undefined) throw new Error('no ticket');
    const chosen = readChoice([[sessionField(boat), id(13)]]);
    expect(sessionBeforehand(boatTicket, chosen, id(11))).toBe(id(13));
    expect(sessionBeforehand(boatTicket, none, id(11))).toBe(id(11));
    expect(sessionBeforehand(boatTicket, none, id(77))).toBeUndefined();
    expect(sessionBeforehand(ticket(boat, [[15, '10:00', null]]), none, undefined)).toBe(id(15));
  });

  it('are suggested near the one that has too little room, with room for all', () => {
    const choice = readChoice([
      ['quantity', '2'],
      [sessionField(boat), id(12)],
    ]);
    const times = otherTimes(tickets, choice);
    expect(times.map(({ session }) => session.id)).toEqual([id(11), id(13)]);
    expect(times[0]?.choice.sessions.get(boat)).toBe(id(11));
    expect(otherTimes(tickets, readChoice([[sessionField(boat), id(13)]]))).toEqual([]);
  });
});
