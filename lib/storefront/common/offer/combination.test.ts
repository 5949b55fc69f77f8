import { describe, expect, it } from 'vitest';
import { samples } from '@/testing/service/resources';
import { choiceKey } from '../../../combination/choice';
import { offerTicketSchema, type OfferTicket } from '../../../contract/offer';
import { planOf, warningOf, withFirstProposal } from './combination';
import { sessionField } from './hold-choice';

const clock = { day: '2030-06-01', timezone: 'Europe/Paris', language: 'en' } as const;
const quay = { latitude: 47.4027, longitude: -0.9598 };
const museum = { latitude: 47.4031, longitude: -0.9612 };

interface Given {
  readonly occursAt: string;
  readonly duration?: string | null;
  readonly left?: number | null;
  readonly status?: string;
}

let ids = 100;
const eventIds: Record<string, string> = {
  Boat: samples.id(1),
  Museum: samples.id(2),
  Exhibition: samples.id(3),
};

/** A ticket with sessions of one event. */
function ticketFor(
  name: string,
  venue: object | null,
  sessions: readonly Given[],
  event: object = {},
): OfferTicket {
  const number = ids++;
  return offerTicketSchema.parse({
    '@id': `/v1/ticketing/tickets/${samples.id(number)}`,
    '@type': 'TicketingOfferTicket',
    id: samples.id(number),
    name: `Ticket ${number}`,
    description: '',
    dateAccess: false,
    sessions: sessions.map(({ occursAt, duration = 'PT1H', left = null, status = 'on_sale' }) => {
      const id = samples.id(ids++);
      return {
        '@id': `/v1/ticketing/events/1/sessions/${id}`,
        '@type': 'TicketingSession',
        id,
        occursAt,
        duration,
        availableQuantity: left,
        status,
        event: {
          '@id': '/v1/ticketing/events/1',
          '@type': 'TicketingEvent',
          id: eventIds[name],
          name,
          description: '',
          venue,
          ...event,
        },
      };
    }),
  });
}

const boatAt = (...sessions: Given[]) =>
  ticketFor('Boat', { name: 'Quay', address: '', position: quay }, sessions);
const museumAt = (...sessions: Given[]) =>
  ticketFor('Museum', { name: 'Museum', address: '', position: museum }, sessions);

describe('the plan of an offer', () => {
  it('exists only for sessions of several events', () => {
    const boat = boatAt({ occursAt: '2030-06-01T10:00:00+02:00' });
    const anyTime = { ...museumAt({ occursAt: '2030-06-01T10:00:00+02:00' }), dateAccess: true };
    expect(planOf([boat], clock)).toBeNull();
    expect(planOf([boat, anyTime], clock)).toBeNull();
    // An adult’s and a child’s ticket for the same sessions.
    expect(planOf([boat, { ...boat, id: samples.id(2) }], clock)).toBeNull();
  });

  it('has the times of the venue, the way between the places, and the room', () => {
    const boat = boatAt(
      { occursAt: '2030-06-01T08:30:00Z', duration: 'PT1H15M', left: 4 },
      { occursAt: '2030-06-01T10:00:00Z', duration: null, left: null },
      { occursAt: '2030-06-01T12:00:00Z', left: 9, status: 'cancelled' },
    );
    const plan = planOf([boat, museumAt({ occursAt: '2030-06-01T12:00:00+02:00' })], clock);
    expect(plan?.stops.map(({ name, fields, isWindow }) => [name, fields, isWindow])).toEqual([
      ['Boat', [sessionField(boat.id)], false],
      ['Museum', [expect.stringMatching(/^session[.]/)], false],
    ]);
    expect(
      plan?.stops[0]?.visits.map(({ from, until, minutes, free }) => [from, until, minutes, free]),
    ).toEqual([
      ['10:30', '11:45', 75, 4],
      ['12:00', null, null, null],
      ['14:00', '15:00', 60, 0],
    ]);
    expect(plan?.ways[0]?.[1]).toEqual({ by: 'foot', minutes: 2 });
    const [first, second] = plan?.stops[0]?.visits ?? [];
    expect((second?.begin ?? 0) - (first?.begin ?? 0)).toBe(90);
  });

  it('takes two places of a session for two tickets', () => {
    const boat = boatAt({ occursAt: '2030-06-01T10:00:00+02:00', left: 5 });
    const child = { ...boat, id: samples.id(3) };
    const plan = planOf([boat, child, museumAt({ occursAt: '2030-06-01T12:00:00+02:00' })], clock);
    expect(plan?.stops.map(({ fields }) => fields.length)).toEqual([2, 1]);
    expect(plan?.stops[0]?.visits[0]?.free).toBe(2);
  });

  it('has one stop for an event whose tickets differ in their sessions: with those that all of them have', () => {
    const boat = boatAt(
      { occursAt: '2030-06-01T09:00:00+02:00', left: 9 },
      { occursAt: '2030-06-01T10:00:00+02:00', left: 9 },
      { occursAt: '2030-06-01T12:00:00+02:00', left: 9 },
    );
    const [, ten, twelve] = boat.sessions;
    if (ten === undefined || twelve === undefined) throw new Error('no sessions');
    // The one of which fewer are said to be left counts.
    const child = { ...boat, id: samples.id(4), sessions: [twelve, { ...ten, availableQuantity: 6 }] };
    const museum = museumAt({ occursAt: '2030-06-01T15:00:00+02:00' });
    expect(planOf([boat, child], clock)).toBeNull();
    const plan = planOf([boat, museum, child], clock);
    expect(plan?.stops.map(({ fields }) => fields)).toEqual([
      [sessionField(boat.id), sessionField(child.id)],
      [sessionField(museum.id)],
    ]);
    expect(plan?.stops[0]?.visits.map(({ from, free }) => [from, free])).toEqual([
      ['10:00', 3],
      ['12:00', 4],
    ]);
  });

  it('has two stops for tickets to one event that have no session in common', () => {
    const morning = boatAt({ occursAt: '2030-06-01T09:00:00+02:00' });
    const evening = boatAt({ occursAt: '2030-06-01T20:00:00+02:00' });
    expect(planOf([morning, evening], clock)?.stops.map(({ fields }) => fields)).toEqual([
      [sessionField(morning.id)],
      [sessionField(evening.id)],
    ]);
  });

  it('knows arrival windows, and places without coordinates', () => {
    const sessions = [{ occursAt: '2030-06-01T10:00:00+02:00', duration: 'PT20M' }];
    const open = ticketFor('Exhibition', null, sessions, { arrivalWindow: true });
    const plan = planOf([open, boatAt({ occursAt: '2030-06-01T12:00:00+02:00' })], clock);
    expect(plan?.stops[0]).toMatchObject({ isWindow: true, visits: [{ from: '10:00', until: '10:20' }] });
    expect(plan?.ways[0]?.[1]).toEqual({ by: 'unknown', minutes: 20 });
  });

  it('goes over midnight and over the change of the clocks', () => {
    const late = boatAt({ occursAt: '2030-06-01T23:30:00+02:00', duration: 'PT90M' });
    const next = museumAt({ occursAt: '2030-06-02T01:30:00+02:00' });
    const plan = planOf([late, next], clock);
    expect(plan?.stops.map(({ visits }) => [visits[0]?.from, visits[0]?.until])).toEqual([
      ['23:30', '01:00'],
      ['Sun 2 Jun 2030, 01:30', '02:30'],
    ]);
    expect(warningOf(plan, choose([late, next]))).toBeNull();
    // In summer time begins on 31 March: an hour later it is 03:30.
    const spring = boatAt({ occursAt: '2030-03-31T01:30:00+01:00' });
    const visits = planOf([spring, next], { ...clock, day: '2030-03-31' })?.stops[0]?.visits;
    expect(visits?.[0]).toMatchObject({ from: '01:30', until: '03:30' });
  });

  it('understands all durations that calendars do', () => {
    const durations = ['P1W', 'PT1.5H', 'P1M', 'soon'];
    const at = (duration: string) => ({ occursAt: '2030-06-01T10:00:00+02:00', duration });
    const plan = planOf([boatAt(...durations.map(at)), museumAt(at('PT1H'))], clock);
    expect(plan?.stops[0]?.visits.map(({ minutes }) => minutes)).toEqual([10_080, 90, 43_200, null]);
  });

  it('takes the clock of a server without a time zone from its moments', () => {
    const boat = boatAt({ occursAt: '2030-06-01T10:00:00-04:00', duration: 'PT2H30M' });
    const utc = museumAt({ occursAt: '2030-06-01T20:00:00Z' });
    const plan = planOf([boat, utc], { ...clock, timezone: undefined });
    expect(plan?.stops.map(({ visits }) => [visits[0]?.from, visits[0]?.until])).toEqual([
      ['10:00', '12:30'],
      ['20:00', '21:00'],
    ]);
  });
});

/** The first session of each ticket. */
function choose(tickets: readonly OfferTicket[]) {
  return { sessions: new Map(tickets.map(({ id, sessions }) => [id, sessions[0]?.id ?? ''])) };
}

describe('the warning about a choice', () => {
  const boat = boatAt({ occursAt: '2030-06-01T10:30:00+02:00', duration: 'PT75M' });
  const at = (time: string) => museumAt({ occursAt: `2030-06-01T${time}:00+02:00` });
  const warned = (time: string, read?: (ids: string[]) => string) => {
    const tickets = [boat, at(time)];
    const key = read?.(tickets.flatMap(({ sessions }) => sessions.map(({ id }) => id)));
    return warningOf(planOf(tickets, clock), choose(tickets), key);
  };

  it('is of an overlap or of little time, and of nothing else', () => {
    expect(warned('11:00')).toBe('overlap');
    expect(warned('11:50')).toBe('tight');
    expect(warned('12:00')).toBeNull();
    expect(warningOf(null, choose([boat]))).toBeNull();
    expect(warningOf(planOf([boat, at('11:00')], clock), { sessions: new Map() })).toBeNull();
  });

  it('is given once: not if it was read for the same sessions', () => {
    const keyOf = (sessions: string[]) =>
      choiceKey(sessions.map((id) => ({ id, begin: 0, minutes: 0, free: null })));
    expect(warned('11:00', keyOf)).toBeNull();
    expect(warned('11:00', (sessions) => keyOf(sessions.slice(1)))).toBe('overlap');
    expect(warned('11:00', () => '')).toBe('overlap');
  });
});

describe('what the form of a combined offer begins with', () => {
  const boat = boatAt(
    { occursAt: '2030-06-01T10:00:00+02:00' },
    { occursAt: '2030-06-01T11:00:00+02:00' },
    { occursAt: '2030-06-01T15:00:00+02:00' },
  );
  const museum = museumAt({ occursAt: '2030-06-01T13:00:00+02:00' });
  const page = {
    tickets: [boat, museum],
    offer: { date: '2030-06-01' },
    catalog: { timezone: 'Europe/Paris' },
  };
  const nothing = { quantities: new Map(), sessions: new Map(), seenPrices: new Map() };
  const timesIn = (sessions: ReadonlyMap<string, string>) =>
    page.tickets.map(({ id, sessions: all }) =>
      all.find((session) => session.id === sessions.get(id))?.occursAt.slice(11, 16),
    );
  const begun = (linked?: string, choice = nothing) =>
    timesIn(withFirstProposal(page, choice, linked, 'en').sessions);

  it('is the first times that fit together', () => {
    expect(begun()).toEqual(['11:00', '13:00']);
  });

  it('has the time of the link that led to it', () => {
    expect(begun(boat.sessions[2]?.id)).toEqual(['15:00', '13:00']);
  });

  it('is what the customer chose, or nothing where no times fit the link', () => {
    const chosen = { ...nothing, sessions: new Map([[boat.id, boat.sessions[2]?.id ?? '']]) };
    expect(begun(undefined, chosen)).toEqual(['15:00', undefined]);
    expect(begun('another')).toEqual([undefined, undefined]);
  });
});
