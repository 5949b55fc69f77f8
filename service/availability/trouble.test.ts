import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lastSegment } from '@/lib/contract/iri';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { startRelay } from '@/testing/database/relay';
import {
  bothItem,
  customer,
  hold,
  openPlaces,
  ordersBulk,
  type Places,
  reservationsBulk,
} from '@/testing/ticketing-service/booking';
import { boatItem, newLoad } from '@/testing/ticketing-service/load';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { type Rival, startRival } from '@/testing/ticketing-service/trouble';

// Faults in the database under the service, on a real PostgreSQL, and what callers see of them.

let server: TestServer;
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  server = await startPostgres(['deadlock_timeout=100ms']);
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
afterAll(() => server.stop());

interface Stage {
  service: TestService;
  places: Places;
  rival: Rival;
  /** The counter of the boat at ten. */
  ten: string;
}

async function environment(
  wire: (url: string) => Promise<string> = (url) => Promise.resolve(url),
): Promise<Stage> {
  const url = await server.createDatabase();
  const [service, rival] = [await startTestService({ databaseUrl: await wire(url) }), await startRival(url)];
  open.push(service, rival);
  const places = await openPlaces(service, 50);
  return { service, places, rival, ten: lastSegment(places.ten) };
}

const count = z.object({ count: z.int() });
async function reservationsOf(service: TestService, condition = sql`true`): Promise<number> {
  const rows = await service.database.rows(
    count,
    sql`select count(*)::int as count from ticketing.reservation where ${condition}`,
  );
  return rows[0]?.count ?? 0;
}

/** Blocks both transactions, so that the requests that follow share the next one. */
async function blocked({ service, places, rival, ten }: Stage) {
  await hold(service, [bothItem(places)]);
  await rival.lock(ten);
  const first = hold(service, [bothItem(places)]);
  await rival.waiters(1);
  const second = hold(service, [bothItem(places)]);
  await rival.waiters(2);
  return [first, second];
}

describe('a database that stops during a batch', () => {
  it('leads to 503 for all running requests; nothing is partly done, and the service recovers soon', async () => {
    let relay: Awaited<ReturnType<typeof startRelay>> | undefined;
    const here = await environment(async (url) => (relay = await startRelay(url)).url);
    const { service, places, rival, ten } = here;
    const load = newLoad();
    const items = [boatItem(places), boatItem(places, 1, places.afternoon)];
    await load.hold(service, 'before', items);
    await rival.lock(ten);
    const inFlight = Array.from({ length: 60 }, (_, i) => load.hold(service, `buyer ${i}`, items));
    await rival.waiters(2);
    await relay?.cut();
    const outcomes = await Promise.all(inFlight);
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['unknown']));
    expect([load.wrong, load.unavailable]).toEqual([[], 60]);
    await rival.unlock();
    await relay?.restore();
    let tries = 0;
    const again = async () => (await load.hold(service, `after ${(tries += 1)}`, items)).kind;
    await expect.poll(again, { timeout: 5_000 }).toBe('ok');
    expect(await load.check(service.database)).toEqual([]);
    expect(await reservationsOf(service)).toBe(4);
    await relay?.close();
  });
});

describe('a deadlock', () => {
  const tries: [string, boolean][] = [
    ['a hold', false],
    ['a hold, though its errors come together', true],
    ['an order', false],
    ['an order, though its errors come together', true],
  ];
  it.each(tries)('does not affect a request for %s', async (what, together) => {
    let answer = await amidDeadlock(what, together);
    // A machine that is too busy refuses in time. One that does not try again after a deadlock always refuses.
    for (let more = 0; more < 4 && answer.status === 503; more += 1)
      answer = await amidDeadlock(what, together);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  });

  /** The answer to a request whose transaction and another one wait for each other. */
  async function amidDeadlock(what: string, together: boolean) {
    const { service, places, rival } = await environment();
    const items = [bothItem(places), bothItem(places, 1, places.afternoon)];
    const { reservations } = await hold(service, items);
    const [low = '', high = ''] = [places.ten, places.afternoon].map(lastSegment).sort();
    const before = await rival.deadlocks();
    await rival.lock(high);
    const paths = reservations.map((made) => made['@id']);
    const answer = what.startsWith('a hold')
      ? service.call('POST', reservationsBulk, { body: { items } })
      : service.call('POST', ordersBulk, { body: { reservations: paths, customer } });
    await rival.waiters(1);
    const circle = rival.lock(low);
    if (together) await stall(400);
    await circle;
    await rival.unlock();
    const { status, body } = await answer;
    await expect.poll(() => deadlocksOf(service, rival), { timeout: 10_000 }).toBeGreaterThan(before);
    expect(service.unexpectedErrors).toEqual([]);
    return { status, body };
  }

  /** Connections report their statistics with a delay, unless asked. */
  async function deadlocksOf({ database }: TestService, rival: Rival): Promise<number> {
    const tell = () =>
      database.rows(z.unknown(), sql`select pg_stat_force_next_flush() is null, pg_sleep(0.02)`);
    await Promise.all(Array.from({ length: 10 }, tell));
    return rival.deadlocks();
  }

  /** Sends the buffered data, and then keeps this process from reading anything for a while. */
  async function stall(milliseconds: number): Promise<void> {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((next) => setImmediate(next));
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
  }
});

describe('a request that the database refuses', () => {
  it('does not affect the others in its batch, and holds nothing', async () => {
    const here = await environment();
    const { service, places, rival } = here;
    // No request that passes validation makes a statement fail, so the test makes the database refuse one.
    await service.database.transaction((transaction) =>
      transaction.run(sql`alter table ticketing.reservation add constraint poison check (quantity <> 7)`),
    );
    const lanes = await blocked(here);
    const batch = Array.from({ length: 9 }, (_, i) =>
      service.call('POST', reservationsBulk, {
        body: { items: [bothItem(places), bothItem(places, i === 4 ? 7 : 1, places.afternoon)] },
      }),
    );
    await rival.unlock();
    await Promise.all(lanes);
    expect((await Promise.all(batch)).map(({ status }) => status)).toEqual([
      201, 201, 201, 201, 500, 201, 201, 201, 201,
    ]);
    expect(await reservationsOf(service)).toBe(3 + 16);
    expect(service.unexpectedErrors).toHaveLength(1);
    expect(String(service.unexpectedErrors[0])).toContain('poison');
  });
});

describe('a wrong clock', () => {
  it.each([[10], [-10]])(
    'by %i minutes changes nothing: the clock of the database counts',
    async (minutes) => {
      const now = () => new Date(Date.now() + minutes * 60_000);
      const [long, short] = await Promise.all([
        startTestService({ now, holdSeconds: 300, databaseUrl: await server.createDatabase() }),
        startTestService({ now, holdSeconds: 0.2, databaseUrl: await server.createDatabase() }),
      ]);
      open.push(long, short);
      const order = (service: TestService, path: string) =>
        service.call('POST', ordersBulk, { body: { reservations: [path], customer } });

      const [held] = (await hold(long, [bothItem(await openPlaces(long, 1))])).reservations;
      const [made, ends] = [Date.parse(held?.createdAt ?? ''), Date.parse(held?.expiresAt ?? '')];
      expect(Math.abs(made - Date.now())).toBeLessThan(30_000);
      expect(ends - made).toBe(300_000);
      expect((await order(long, held?.['@id'] ?? '')).status).toBe(201);

      const places = await openPlaces(short, 1);
      const path = (await hold(short, [bothItem(places)])).reservations[0]?.['@id'] ?? '';
      const state = async () => (await short.call('GET', path)).body;
      await expect.poll(state, { timeout: 5_000 }).toMatchObject({ expired: true });
      expect((await order(short, path)).status).toBe(422);
      expect((await hold(short, [bothItem(places)])).reservations).toHaveLength(1);
      expect([...long.unexpectedErrors, ...short.unexpectedErrors]).toEqual([]);
    },
  );
});
