import { beforeEach, describe, expect, it } from 'vitest';
import type { AdmissionList } from '@/lib/contract/admission';
import type { DeviceStore, QueuedScan } from './device-store';
import { DoorDevice } from './door-device';
import { type DoorState, emptyState } from './door-state';
import { type AdmittedHere, hashCode, type StoredList } from './offline-list';

// There is no shop: the device judges with its list, as it does without a connection.

const salt = 'salt of the list';
const codes = ['H4TK-9QWE-2MBX', 'H4TK-9QWE-2MBY', 'H4TK-9QWE-2MBZ'];
const start = Date.parse('2027-06-01T08:00:00.000Z');

async function listOfDay(): Promise<AdmissionList> {
  const hashes = await Promise.all(codes.map((code) => hashCode(salt, code)));
  return {
    '@id': '/.well-known/genid/1',
    '@type': 'AdmissionList',
    createdAt: '2027-06-01T06:00:00.000Z',
    salt,
    visits: [
      {
        catalog: '/v1/ticketing/catalogs/c',
        session: '/v1/ticketing/catalogs/c/events/boat/sessions/ten',
        eventId: 'boat',
        event: 'Boat',
        occursAt: '2027-06-01T10:00:00+02:00',
        day: '2027-06-01',
        timezone: 'Europe/Paris',
      },
    ],
    names: ['Deck'],
    tariffs: [
      { name: 'Boat, adult', reduced: false },
      { name: 'Boat, child', reduced: true },
    ],
    tickets: hashes.map((hash, i) => ({
      hash,
      ticket: `t-${i}`,
      visit: 0,
      name: 0,
      tariff: i === 0 ? 0 : 1,
      group: 0,
      status: 'valid',
      redeemedAt: null,
    })),
  };
}

/** Keeps everything in memory: the tests run without a browser's database. */
function memoryStore(list: StoredList): DeviceStore {
  const admitted = new Map<string, AdmittedHere>();
  const queue = new Map<number, QueuedScan>();
  const put = (one: AdmittedHere) => {
    admitted.set(one.ticket, one);
    return Promise.resolve(one.ticket);
  };
  return {
    readList: () => Promise.resolve(list),
    saveList: () => Promise.resolve(),
    readAdmitted: () => Promise.resolve([...admitted.values()]),
    saveAdmitted: put,
    removeAdmitted: (ticket) => {
      admitted.delete(ticket);
      return Promise.resolve();
    },
    enqueue: (scan) => {
      queue.set(queue.size, scan);
      return Promise.resolve(queue.size - 1);
    },
    readQueue: (most) => Promise.resolve([...queue].slice(0, most).map(([key, scan]) => ({ key, scan }))),
    countQueue: () => Promise.resolve(queue.size),
    dequeue: (keys) => {
      for (const key of keys) queue.delete(key);
      return Promise.resolve();
    },
  };
}

let now: number;
let state: DoorState;
let device: DoorDevice;
beforeEach(async () => {
  now = start;
  state = emptyState;
  device = new DoorDevice({
    store: memoryStore({ date: '2027-06-01', tag: null, storedAt: start, list: await listOfDay() }),
    settings: { entrance: 'North', sessions: [], events: [], date: '2027-06-01' },
    language: 'en',
    conflicts: [],
    now: () => now,
    onChange: (changed) => {
      state = changed;
    },
  });
  await device.open();
});

const [first = '', second = ''] = codes;
const results = () => state.recent.map(({ result }) => result);

describe('a ticket that comes again at once', () => {
  it.each([
    ['scanned twice', () => device.scan(first)],
    ['admitted with two taps', () => device.admitTickets(['t-0'])],
  ])('%s: shows its admission again, with the rest of its group', async (_, ask) => {
    await Promise.all([ask(), ask()]);
    expect(state.last).toMatchObject({
      result: 'admitted',
      ticket: 't-0',
      group: { size: 3, admitted: 1 },
      isAgain: true,
    });
    expect(results()).toEqual(['admitted']);
    expect(state.waiting).toBe(1);
  });

  it('is the same one for five seconds, by the clock of the device', async () => {
    await device.scan(first);
    const shownAt = state.last?.shownAt;
    now = start + 5_000;
    await device.scan(first);
    expect(state.last).toMatchObject({ result: 'admitted', isAgain: true });
    // It covers the page again, as a result of its own.
    expect(state.last?.shownAt).not.toBe(shownAt);
    now = start + 5_001;
    await device.scan(first);
    expect(state.last).toMatchObject({ result: 'already_admitted', redeemedEntrance: 'North' });
  });

  it('counts from the first scan, however often it comes', async () => {
    for (const at of [0, 3_000, 6_000]) {
      now = start + at;
      await device.scan(first);
    }
    expect(state.last?.result).toBe('already_admitted');
  });

  it('has how many of its group are in since', async () => {
    await device.scan(first);
    await device.scan(second);
    await device.scan(first);
    expect(state.last).toMatchObject({ ticket: 't-0', result: 'admitted', group: { size: 3, admitted: 2 } });
  });

  it('is admitted anew if its admission was undone', async () => {
    await device.scan(first);
    const [admitted] = state.recent;
    if (admitted !== undefined) await device.undo(admitted);
    await device.scan(first);
    expect(state.last).toMatchObject({ result: 'admitted' });
    expect(state.last?.isAgain).toBeUndefined();
    expect(results()).toEqual(['admitted', 'undone', 'admitted']);
  });
});

describe('a booking that was found by name', () => {
  const all = ['t-0', 't-1', 't-2'];

  it('is admitted with one tap, and with two', async () => {
    await Promise.all([device.admitTickets(all), device.admitTickets(all)]);
    expect(results()).toEqual(['admitted', 'admitted', 'admitted']);
    expect(state.last).toMatchObject({
      result: 'admitted',
      group: { size: 3, admitted: 3 },
      together: [{ name: 'Boat, adult' }, { name: 'Boat, child' }, { name: 'Boat, child' }],
    });
    expect(state.waiting).toBe(3);
  });

  it('shows which ticket was not admitted', async () => {
    await device.admitTickets([...all, 't-unknown']);
    expect(results()).toEqual(['unknown', 'admitted', 'admitted', 'admitted']);
    expect(state.last?.result).toBe('unknown');
    expect(state.last?.together).toBeUndefined();
  });
});

describe('the rest of a group', () => {
  const later = () => {
    now += 6_000;
  };

  it('is known by tariff', async () => {
    await device.scan(first);
    expect(state.last?.rest?.map(({ name }) => name)).toEqual(['Boat, child', 'Boat, child']);
  });

  it('can be admitted after a later scan of a ticket that is in', async () => {
    await device.scan(second);
    later();
    await device.scan(second);
    expect(state.last).toMatchObject({
      result: 'already_admitted',
      group: { size: 3, admitted: 1 },
      rest: [{ name: 'Boat, adult' }, { name: 'Boat, child' }],
    });
    if (state.last !== null) await device.admitGroup(state.last);
    expect(state.last).toMatchObject({
      result: 'admitted',
      group: { size: 3, admitted: 3 },
      together: [{ name: 'Boat, adult' }, { name: 'Boat, child' }],
    });
    expect(state.count).toEqual({ admitted: 3, tickets: 3 });
    later();
    await device.scan(second);
    expect(state.last).toMatchObject({ result: 'already_admitted', group: { admitted: 3 }, rest: [] });
  });
});

it('a scan of no ticket is listed with what was read', async () => {
  await device.scan('https://other.test/');
  await device.scan('x'.repeat(300));
  expect(state.recent.map(({ code }) => code)).toEqual([`${'x'.repeat(40)}…`, 'https://other.test/']);
});

it('an admission is undone once, also with two taps', async () => {
  await device.scan(first);
  const [admitted] = state.recent;
  if (admitted === undefined) throw new Error('nothing was admitted');
  await Promise.all([device.undo(admitted), device.undo(admitted)]);
  expect(results()).toEqual(['undone', 'admitted']);
  expect(state.last?.result).toBe('undone');
  expect(state.waiting).toBe(2);
});
