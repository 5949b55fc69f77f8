import { expect, it } from 'vitest';
import { openDatabase } from '@/lib/database/open-database';
import { type Crash, type CrashingServer, startCrashingPostgres } from '@/testing/database/postgres';
import { type Callable, openPlaces, type Places } from '@/testing/ticketing-service/booking';
import { boatItem, clients, type Load, newLoad } from '@/testing/ticketing-service/load';
import { startIssuer } from '@/testing/ticketing-service/issuer';
import { startProgram, type TestProgram, until } from '@/testing/ticketing-service/program';

// Guarantee I9, the complete test. It takes minutes: `npm run test:long`.
const times = Number(process.env['ACCIDENTS'] ?? 20);

it(`I9: the service killed ${times} times`, { timeout: 900_000 }, async () => {
  const survived = await surviveKills(times);
  process.stdout.write(`${JSON.stringify(survived)}\n`);
  expect(survived.unavailable).toBeGreaterThan(times);
});

it(`I9: PostgreSQL stopped abruptly ${times} times`, { timeout: 900_000 }, async () => {
  const survived = await surviveStops(times);
  process.stdout.write(`${JSON.stringify(survived)}\n`);
  expect(survived.unavailable).toBeGreaterThan(times);
});

it(
  'and the test fails if it should: a database that acknowledges too early loses some',
  { timeout: 60_000 },
  async () => {
    const early = ['synchronous_commit=off', 'wal_writer_delay=200ms'];
    await expect(surviveStops(2, early)).rejects.toThrow(/is lost/);
  },
);

/** The faults that were injected, and how the service recovered. */
interface Survived {
  accidents: number;
  holds: number;
  orders: number;
  /** Calls that were answered 503 or broke off. */
  unavailable: number;
  /** The longest time to hold and order again, after the stopped program was running again. */
  slowestSeconds: number;
}

const enough = 1_000_000;
const wellWithinSeconds = 5;

/** Kills the service so many times, and starts it again each time. */
function surviveKills(times: number): Promise<Survived> {
  return survive(times, async ({ program }) => {
    await program.kill();
    await program.start();
  });
}

/** Stops PostgreSQL abruptly (with additional `settings`) so many times, and starts it again each time. */
function surviveStops(times: number, settings: readonly string[] = []): Promise<Survived> {
  const ways: readonly Crash[] = ['immediate', 'kill'];
  const accident = async ({ server, load }: Stage, index: number) => {
    const before = load.unavailable;
    await server.crash(ways[index % ways.length] ?? 'kill');
    // So that some requests arrive while it is stopped.
    await until(() => Promise.resolve(load.unavailable > before), 20);
    await server.restart();
  };
  return survive(times, accident, settings);
}

interface Stage {
  server: CrashingServer;
  program: TestProgram;
  load: Load;
}

/**
 * Clients hold three items and order them repeatedly while faults happen. At the end, nothing that was acknowledged
 * is lost, nothing is partly done, and no client got an error other than 503.
 */
async function survive(
  times: number,
  accident: (environment: Stage, index: number) => Promise<void>,
  settings: readonly string[] = [],
): Promise<Survived> {
  const [server, issuer] = await Promise.all([startCrashingPostgres(settings), startIssuer()]);
  const databaseUrl = await server.createDatabase();
  let program: TestProgram | undefined;
  const load = newLoad();
  let slowestSeconds = 0;
  try {
    const running = (program = await startProgram({ databaseUrl, issuer }));
    const places = await openPlaces(running, enough);
    // A server that acknowledges too early would also lose the catalogue, and nothing could be held again.
    await server.checkpoint();
    let stopped = false;
    const working = clients(24, async () => {
      const done = await holdAndOrder(running, load, places);
      // A client that could not be served repeats its request when the service runs again.
      if (!done) await until(async () => stopped || (await isUp(running)), 60);
      return !stopped;
    });
    try {
      for (let index = 0; index < times; index += 1) {
        await busy(load);
        await accident({ server, program: running, load }, index);
        const since = performance.now();
        await until(() => holdAndOrder(running, load, places), wellWithinSeconds);
        slowestSeconds = Math.max(slowestSeconds, (performance.now() - since) / 1000);
      }
      await busy(load);
    } finally {
      stopped = true;
      await working;
    }
    await nothingWrong(load, databaseUrl);
    return { accidents: times, ...counts(load), unavailable: load.unavailable, slowestSeconds };
  } finally {
    await program?.close();
    await issuer.close();
    await server.stop();
  }
}

let calls = 0;

/** True if it was both held and ordered. */
async function holdAndOrder(program: Callable, load: Load, places: Places): Promise<boolean> {
  calls += 1;
  const organization = `buyer ${calls}`;
  const items = [boatItem(places), boatItem(places, 2, places.afternoon), boatItem(places, 3)];
  const held = await load.hold(program, organization, items);
  if (held.kind !== 'ok') return false;
  const ids = held.ids.flatMap((id) => id ?? []);
  return (await load.order(program, organization, ids)).kind === 'ok';
}

/** Waits until the load runs: some orders were made since the call. */
async function busy(load: Load): Promise<void> {
  const { orders } = counts(load);
  await until(() => Promise.resolve(counts(load).orders >= orders + 20), 30);
}

async function isUp(program: TestProgram): Promise<boolean> {
  return program.isReady().catch(() => false);
}

function counts({ history }: Load): { holds: number; orders: number } {
  const ok = history.operations.filter(({ outcome }) => outcome.kind === 'ok');
  const orders = ok.filter(({ kind }) => kind === 'order').length;
  return { holds: ok.length - orders, orders };
}

async function nothingWrong(load: Load, url: string): Promise<void> {
  const database = await openDatabase({
    url,
    folder: '',
    schema: 'ticketing_migrations',
    migrations: 'service/migrations',
  });
  const found = [...load.wrong, ...(await load.check(database))];
  await database.close();
  if (found.length > 0) throw new Error(found.join('\n'));
}
