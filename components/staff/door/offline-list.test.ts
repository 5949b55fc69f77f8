import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type AdmissionList, shortAdmissionHash } from '@/lib/contract/admission';
import {
  type AdmittedHere,
  countAdmitted,
  findCode,
  findTicket,
  hashCode,
  indexed,
  isUsable,
  judgeOffline,
  type OfflineScan,
  restOfGroup,
  withoutAdmission,
} from './offline-list';

const salt = 'salt of the list';
const serverHash = (code: string) =>
  shortAdmissionHash(
    createHash('sha256')
      .update(salt + code)
      .digest(),
  );
const session = '/v1/ticketing/catalogs/c/events/boat/sessions/ten';
const redeemedAt = '2027-06-01T07:30:00.000Z';

const list: AdmissionList = {
  '@id': '/.well-known/genid/1',
  '@type': 'AdmissionList',
  createdAt: '2027-06-01T06:00:00.000Z',
  salt,
  visits: [
    {
      catalog: '/v1/ticketing/catalogs/c',
      session,
      eventId: 'boat',
      event: 'Boat',
      occursAt: '2027-06-01T10:00:00+02:00',
      day: '2027-06-01',
      timezone: 'Europe/Paris',
    },
    {
      catalog: '/v1/ticketing/catalogs/c',
      session: null,
      eventId: 'museum',
      event: 'Museum',
      occursAt: null,
      day: '2027-06-01',
      timezone: 'Europe/Paris',
    },
  ],
  names: ['Deck', 'Collection'],
  tariffs: [
    { name: 'Boat, adult', reduced: false },
    { name: 'Boat, child', reduced: true },
  ],
  tickets: [
    {
      visit: 0,
      name: 0,
      group: 0,
      status: 'valid',
      redeemedAt: null,
      ticket: 'a',
      hash: serverHash('A'),
      tariff: 1,
    },
    { visit: 0, name: 0, group: 0, status: 'valid', redeemedAt: null, ticket: 'b', hash: serverHash('B') },
    { visit: 0, name: 0, group: 1, status: 'redeemed', redeemedAt, ticket: 'c', hash: serverHash('C') },
    {
      visit: 0,
      name: 0,
      group: 0,
      status: 'cancelled',
      redeemedAt: null,
      ticket: 'd',
      hash: serverHash('D'),
    },
    { visit: 1, name: 1, group: 2, status: 'valid', redeemedAt: null, ticket: 'e', hash: serverHash('E') },
  ],
};
const offline = indexed(list);
const everything = { entrance: 'North', sessions: [], events: [], date: undefined };
const nothing = new Map<string, AdmittedHere>();

async function judge(
  code: string,
  settings = everything as Parameters<typeof judgeOffline>[2],
  here = nothing,
  scannedAt = '2027-06-01T08:00:00.000Z',
) {
  const hash = await hashCode(salt, code);
  const scan: OfflineScan = { id: '1', entrance: 'North', scannedAt, code, hash };
  return judgeOffline(scan, offline, settings, here);
}

describe('a ticket on the list of the device', () => {
  it('is found by the hash that the service made', async () => {
    expect(await hashCode(salt, 'A')).toBe(serverHash('A'));
    expect(await judge('A')).toMatchObject({
      result: 'admitted',
      ticket: 'a',
      event: 'Boat',
      name: 'Deck',
      tariff: { name: 'Boat, child', reduced: true },
      timezone: 'Europe/Paris',
      redeemedEntrance: 'North',
      group: { size: 2, admitted: 1 },
    });
  });

  it('is not admitted if it is void, was admitted before, or is not on the list', async () => {
    expect((await judge('D')).result).toBe('void');
    expect(await judge('C')).toMatchObject({
      result: 'already_admitted',
      redeemedAt,
      redeemedEntrance: null,
    });
    expect(await judge('X')).toMatchObject({ result: 'unknown', ticket: null });
  });

  it('that this device has admitted is not admitted again', async () => {
    const here = new Map([['a', { ticket: 'a', entrance: 'North', at: '2027-06-01T07:50:00.000Z' }]]);
    expect(await judge('A', everything, here)).toMatchObject({
      result: 'already_admitted',
      redeemedAt: '2027-06-01T07:50:00.000Z',
      redeemedEntrance: 'North',
      group: { size: 2, admitted: 1 },
    });
    expect(await judge('B', everything, here)).toMatchObject({ result: 'admitted', group: { admitted: 2 } });
    expect(restOfGroup('a', offline, here).map(({ ticket }) => ticket)).toEqual(['b']);
  });

  it('is judged by the chosen sessions and events', async () => {
    const boat = { ...everything, sessions: ['ten'] };
    expect((await judge('A', boat)).result).toBe('admitted');
    expect(await judge('E', boat)).toMatchObject({
      result: 'other_session',
      event: 'Museum',
      occursAt: null,
    });
    const museum = { ...everything, events: ['museum'] };
    expect((await judge('E', museum)).result).toBe('admitted');
    expect((await judge('A', museum)).result).toBe('other_session');
  });
});

describe('how many are in', () => {
  const count = (settings = everything as Parameters<typeof judgeOffline>[2], here = nothing) =>
    countAdmitted(offline, settings, here);
  const here = new Map([['a', { ticket: 'a', entrance: 'North', at: redeemedAt }]]);

  it('is counted of the chosen sessions and events, without void tickets', () => {
    expect(count()).toEqual({ admitted: 1, tickets: 4 });
    expect(count({ ...everything, sessions: ['ten'] })).toEqual({ admitted: 1, tickets: 3 });
    expect(count({ ...everything, events: ['museum'] })).toEqual({ admitted: 0, tickets: 1 });
  });

  it('has what this device has admitted since, and not twice', () => {
    expect(count(everything, here)).toEqual({ admitted: 2, tickets: 4 });
    const both = new Map([...here, ['c', { ticket: 'c', entrance: 'North', at: redeemedAt }]]);
    expect(count(everything, both)).toEqual({ admitted: 2, tickets: 4 });
  });

  it('has one fewer after an admission that is on the list was undone', () => {
    const undone = withoutAdmission(offline, 'c');
    expect(countAdmitted(undone, everything, nothing)).toEqual({ admitted: 0, tickets: 4 });
    const { hash } = findTicket('c', undone);
    const scan = { id: '1', entrance: 'North', scannedAt: '2027-06-01T08:00:00.000Z', code: null, hash };
    expect(judgeOffline(scan, undone, everything, nothing).result).toBe('admitted');
  });
});

describe('a list of the day before', () => {
  const judged = (code: string, settings = everything as Parameters<typeof judge>[1]) =>
    judge(code, settings, nothing, '2027-06-01T22:05:00.000Z');

  it('admits no ticket for any time of that day any more', async () => {
    expect((await judge('E', everything, nothing, '2027-06-01T21:55:00.000Z')).result).toBe('admitted');
    expect(await judged('E')).toMatchObject({ result: 'other_day', day: '2027-06-01' });
    expect((await judged('E', { ...everything, date: '2027-06-01' })).result).toBe('admitted');
  });

  it('admits tickets for a session of which it does not say when it ends, because it may go on', async () => {
    expect((await judged('A')).result).toBe('admitted');
  });

  it.each([
    ['2027-06-01T22:30:00.000Z', 'admitted'],
    ['2027-06-02T00:30:00.000Z', 'other_day'],
  ])('judges a session from 23:00 to 02:00 by its own day: at %s %s', (at, result) => {
    const [boat, ...others] = list.visits;
    if (boat === undefined) throw new Error('the list has no visits');
    const late = { ...boat, occursAt: '2027-06-01T23:00:00+02:00', endsAt: '2027-06-02T02:00:00+02:00' };
    const night = indexed({ ...list, visits: [late, ...others] });
    const { hash } = findTicket('a', night);
    const scan = { id: '1', entrance: 'North', scannedAt: at, code: null, hash };
    expect(judgeOffline(scan, night, everything, nothing).result).toBe(result);
    const chosen = { ...everything, sessions: ['ten'] };
    expect(judgeOffline(scan, night, chosen, nothing).result).toBe('admitted');
  });
});

describe('a stored list', () => {
  it('is used for a day, and not if the clock was set back by more', () => {
    const storedAt = Date.parse('2027-06-01T08:00:00Z');
    const stored = { date: '', tag: null, storedAt, list };
    const day = 24 * 60 * 60_000;
    expect(isUsable(stored, storedAt + day)).toBe(true);
    expect(isUsable(stored, storedAt + day + 1)).toBe(false);
    expect(isUsable(stored, storedAt - day - 1)).toBe(false);
  });
});

it('a code that a scanner with another keyboard layout typed is found on the list', async () => {
  const [first] = list.tickets;
  if (first === undefined) throw new Error('the list has no tickets');
  const known = indexed({ ...list, tickets: [{ ...first, hash: serverHash('H4TK-9YZE-2MBX') }] });
  expect(await findCode('H4TKß9ZYEß2MBX', known)).toMatchObject({ code: 'H4TK-9YZE-2MBX' });
  expect(await findCode('H4TKß9ZYEß2MBX', indexed({ ...list, tickets: [] }))).toMatchObject({
    code: 'H4TK-9ZYE-2MBX',
  });
  expect(await findCode('no code', known)).toEqual({ code: null, hash: null });
});
