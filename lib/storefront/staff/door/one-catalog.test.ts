import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '@/lib/client/client';
import type { Admission } from '@/lib/contract/admission';
import { getAppContext } from '@/lib/runtime/app-context';
import { opened } from '@/testing/client/test-client';
import { listen } from '@/testing/faults/wire';
import { startTestShop } from '@/testing/shop/test-shop';
import { signedIn } from '@/testing/storefront/signed-in';
import { startStorefrontOf } from '@/testing/storefront/start-storefront';
import { codesOf, scanOf, sendScans, testDay } from '@/testing/ticketing-service/admission';
import { bothItem, customer, openPlaces, type Places } from '@/testing/ticketing-service/booking';
import { type TestOrders, startTestOrders } from '@/testing/ticketing-service/order';
import { readDoor } from './door';
import {
  answerConflicts,
  answerDayList,
  answerResolution,
  answerScans,
  answerSearch,
  type DoorRequest,
} from './door-requests';

// What a person at the entrance who works with one of two catalogues of the service is told, beside one who works with all.

type As = Awaited<ReturnType<typeof signedIn>>;

let environment: TestOrders;
let stop: () => Promise<void>;
let [one, all, none]: As[] = [];
let ours: string[];
let theirs: string[];
let origin: string;
/** A scan of a ticket of the other catalogue, made by who works with all, and a conflict of each catalogue. */
let theirScan: Admission;
let [ourConflict, theirConflict]: Admission[] = [];
/** What names the other catalogue, its tickets and visitors. */
let secrets: string[];

beforeAll(async () => {
  environment = await startTestOrders();
  const { service, places } = environment;
  const hills = await openPlaces(service, 50, 'hills');
  const ordered = async (of: Places, lastname: string) => {
    const change = { customer: { ...customer, lastname }, externalReference: lastname };
    const orders = await environment.ordered([bothItem(of, 3)], change);
    return { codes: (await Promise.all(orders.map((order) => codesOf(service, order)))).flat(), orders };
  };
  ours = (await ordered(places, 'Riverside')).codes;
  const other = await ordered(hills, 'Hillside');
  theirs = other.codes;
  const catalogOf = ({ offer }: Places) => offer.split('/')[4] ?? '';
  const tickets = other.orders.flatMap(({ items }) => items.flatMap((item) => item.tickets ?? []));
  secrets = [catalogOf(hills), 'Hillside', ...theirs, ...tickets.map((path) => path.split('/').at(-1) ?? '')];
  const made = await sendScans(
    service,
    [theirs[0], ours[0], theirs[0], ours[0]].map((code = '', i) => scanOf({ code, offline: i > 1 })),
  );
  [theirScan, , theirConflict, ourConflict] = made as [Admission, Admission, Admission, Admission];
  const server = await listen(async ({ method, path, query, body, headers }) => {
    const found = await service.call(method, `${path}?${query.toString()}`, {
      headers: Object.fromEntries(
        ['accept-language', 'if-none-match'].flatMap((name) => {
          const value = headers[name];
          return typeof value === 'string' ? [[name, value]] : [];
        }),
      ),
      ...(body === '' ? {} : { body: JSON.parse(body) as unknown }),
    });
    return { status: found.status, body: found.body, headers: Object.fromEntries(found.headers) };
  });
  const client = createClient({ serviceUrl: server.url, getToken: () => Promise.resolve('token') });
  opened(client, server);
  stop = startStorefrontOf(await startTestShop(), { client });
  origin = new URL((await getAppContext()).config.storefrontUrl).origin;
  one = await signedIn('one', { roles: ['door'], catalogs: [catalogOf(places)] });
  all = await signedIn('all', { roles: ['door'], catalogs: null });
  none = await signedIn('none', { roles: ['door'], catalogs: [] });
});
afterAll(async () => {
  await stop();
  await environment.close();
});

const posted = (body: object) =>
  new Request('https://shop.test/api/staff/admissions?language=en', {
    method: 'POST',
    headers: { origin },
    body: JSON.stringify(body),
  });

async function textOf(as: As | undefined, answer: () => Promise<Response>): Promise<string> {
  if (as === undefined) throw new Error('nobody is signed in');
  const response = await as(answer);
  const text = await response.text();
  expect([response.status, text]).toEqual([200, text]);
  return text;
}

async function scanned(as: As | undefined, change: Partial<DoorRequest['scans'][number]>) {
  const scan = {
    id: crypto.randomUUID(),
    entrance: 'Gate',
    sessions: [],
    events: [],
    date: testDay,
    scannedAt: new Date().toISOString(),
    offline: false,
    ...change,
  };
  const request: DoorRequest = { sentAt: new Date().toISOString(), scans: [scan] };
  return textOf(as, () => answerScans(posted(request)));
}

const told = (text: string) => secrets.filter((secret) => text.includes(secret));
const resultsIn = (text: string) =>
  (JSON.parse(text) as { results: { result: string }[] }).results.map(({ result }) => result);

describe('the entrance of who works with one catalogue', () => {
  it('admits its tickets', async () => {
    expect(resultsIn(await scanned(one, { code: ours[1] ?? '' }))).toEqual(['admitted']);
  });

  it('says of a ticket of another only that it is not for here, and does not admit it', async () => {
    const code = theirs[1] ?? '';
    const text = await scanned(one, { code });
    expect([resultsIn(text), told(text)]).toEqual([['other_session'], []]);
    expect(text).toContain('"event":null');
    expect(resultsIn(await scanned(none, { code }))).toEqual(['other_session']);
    expect(resultsIn(await scanned(all, { code }))).toEqual(['admitted']);
  });

  it('undoes nothing of another, admits no rest of its bookings, and reads no scan of it', async () => {
    const undo = await scanned(one, { undoes: theirScan.id });
    expect([resultsIn(undo), told(undo)]).toEqual([['not_undone'], []]);
    expect(resultsIn(await scanned(one, { groupOf: theirScan.id }))).toEqual([]);
    const door = await one?.(() => readDoor({ date: testDay, shown: [theirScan.id], find: undefined }, 'en'));
    expect(door).toMatchObject({
      kind: 'staff',
      value: { value: { shown: { result: 'other_session', event: null } } },
    });
    expect(told(JSON.stringify(door)).filter((secret) => secret !== theirScan.id)).toEqual([]);
    const read = await all?.(() => readDoor({ date: testDay, shown: [theirScan.id], find: undefined }, 'en'));
    expect(told(JSON.stringify(read))).not.toEqual([]);
  });

  it('has its sessions, and no other', async () => {
    const visits = async (as: As | undefined) => {
      const door = await as?.(() => readDoor({ date: testDay, shown: [], find: undefined }, 'en'));
      if (door?.kind !== 'staff' || door.value.kind !== 'answer') throw new Error('no answer');
      return door.value.value.visits.length;
    };
    expect(await visits(one)).toBeGreaterThan(0);
    expect(await visits(all)).toBe(2 * (await visits(one)));
    expect(await visits(none)).toBe(0);
  });

  it('stores its tickets on the device, and no other', async () => {
    const list = (as: As | undefined) =>
      textOf(as, () => answerDayList(new Request(`https://shop.test/list?date=${testDay}&language=en`)));
    expect(told(await list(one))).toEqual([]);
    expect((JSON.parse(await list(one)) as { tickets: unknown[] }).tickets).toHaveLength(ours.length);
    expect(told(await list(all))).not.toEqual([]);
    expect((JSON.parse(await list(none)) as { tickets: unknown[] }).tickets).toEqual([]);
  });

  it('finds its visitors by name, and no other', async () => {
    const find = (as: As | undefined, name: string) =>
      textOf(as, () => answerSearch(posted({ name, sessions: [], events: [], date: testDay })));
    expect(await find(one, 'Riverside')).toContain('Riverside');
    expect((JSON.parse(await find(one, 'Hillside')) as { visitors: unknown[] }).visitors).toEqual([]);
    expect(told(await find(all, 'Hillside'))).not.toEqual([]);
  });

  it('shows and ticks off its conflicts, and no other', async () => {
    const conflicts = (as: As | undefined) =>
      textOf(as, () => answerConflicts(new Request('https://shop.test/conflicts?language=en')));
    expect(told(await conflicts(one))).toEqual([]);
    expect(await conflicts(one)).toContain(ourConflict?.id);
    expect(await conflicts(all)).toContain(theirConflict?.id);
    const ticked = async (id = '') => (await one?.(() => answerResolution(posted({ id }))))?.status;
    expect(await ticked(ourConflict?.id)).toBe(200);
    expect(await ticked(theirConflict?.id)).not.toBe(200);
    const left = JSON.parse(await conflicts(all)) as { conflicts: { id: string; resolved: unknown }[] };
    expect(left.conflicts.find(({ id }) => id === theirConflict?.id)?.resolved).toBeNull();
  });
});
