import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createOrdersOutputSchema } from '@/lib/contract/order';
import { createReservationsOutputSchema } from '@/lib/contract/reservation';
import { openDatabase } from '@/lib/database/open-database';
import { citusServer, citusUrl } from '@/testing/database/citus';
import {
  bothItem,
  customer,
  openPlaces,
  ordersBulk,
  type Places,
  reservationsBulk,
} from '@/testing/ticketing-service/booking';
import { startIssuer } from '@/testing/ticketing-service/issuer';
import { startProgram, type TestProgram } from '@/testing/ticketing-service/program';

// A thousand purchases of four catalogues on a Citus cluster (TEST_CITUS_URL), while programs are killed, all connections to
// the workers break, and parts of the catalogues are moved. Without a cluster it is reported as skipped.

const purchases = 1_000;
const buyers = 16;
const keys = ['river', 'hills', 'coast', 'town'];

it.skipIf(citusUrl === undefined)(
  'on a cluster no purchase is lost or made twice, whatever breaks',
  { timeout: 900_000 },
  async () => {
    const cluster = citusServer(citusUrl ?? '');
    const url = await cluster.createDatabase();
    const issuer = await startIssuer();
    const programs = await Promise.all([1, 2].map(() => startProgram({ databaseUrl: url, issuer })));
    const places: Places[] = [];
    for (const key of keys) places.push(await openPlaces(programs[0] as TestProgram, 2 * purchases, key));
    let bought = 0;
    const breaking = breakThings(url, programs, () => bought < purchases);
    const orders = new Map<string, string>();
    await Promise.all(
      Array.from({ length: buyers }, async (_, buyer) => {
        for (let n = buyer; n < purchases; n += buyers) {
          orders.set(String(n), await purchase(programs, places, n));
          bought += 1;
        }
      }),
    );
    const faults = await breaking;
    process.stdout.write(`${purchases} purchases on a cluster: ${JSON.stringify(faults)}\n`);
    expect(Math.min(...Object.values(faults))).toBeGreaterThan(0);
    await expectBooks(url, orders);
    await Promise.all(programs.map((program) => program.close()));
    await issuer.close();
    await cluster.stop();
  },
);

type Answer = Awaited<ReturnType<TestProgram['call']>>;

/** Calls one program after the other until one gives an answer that is no failure of a server. */
async function untilAnswered(programs: readonly TestProgram[], n: number, path: string, body: unknown) {
  for (let tries = 0; ; tries += 1) {
    const answer = await programs[(n + tries) % programs.length]
      ?.call('POST', path, { body })
      .catch((): Answer | null => null);
    if (answer !== null && answer !== undefined && answer.status < 500) return answer;
    await pause(50);
  }
}

/** Holds and orders two tickets, until an answer says so; resolves to the id of the order. */
async function purchase(
  programs: readonly TestProgram[],
  places: readonly Places[],
  n: number,
): Promise<string> {
  const place = places[n % places.length];
  if (place === undefined) throw new Error('there is no place');
  const held = await untilAnswered(programs, n, reservationsBulk, { items: [bothItem(place)] });
  const [reservation] = createReservationsOutputSchema.parse(held.body).reservations;
  const body = { reservations: [reservation?.['@id']], customer, externalReference: String(n) };
  const ordered = await untilAnswered(programs, n, ordersBulk, body);
  const [order] = createOrdersOutputSchema.parse(ordered.body).orders;
  if (order === undefined) throw new Error(`purchase ${n} has no order`);
  return order.id;
}

/** Breaks one thing after the other; resolves to how often each. */
async function breakThings(url: string, programs: readonly TestProgram[], goesOn: () => boolean) {
  const faults = { kills: 0, brokenConnections: 0, moves: 0 };
  for (let round = 0; goesOn(); round += 1) {
    const program = programs[round % programs.length];
    await program?.kill();
    faults.kills += 1;
    await as(url, breakConnections);
    faults.brokenConnections += 1;
    await program?.start();
    await as(url, move);
    faults.moves += 1;
  }
  return faults;
}

/** On a connection of its own: the coordinator keeps its connections to the workers, and those are broken. */
async function as(url: string, work: (admin: Client) => Promise<void>): Promise<void> {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

/** Ends every connection to the workers in the midst of whatever it does. */
async function breakConnections(admin: Client): Promise<void> {
  await admin.query(
    `select run_command_on_workers($$ select count(pg_terminate_backend(pid)) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query not like '%shard_copy%'
         and application_name not like 'citus_rebalancer%' and backend_type = 'client backend' $$)`,
  );
}

/** Moves a part of the catalogues to another worker. */
async function move(admin: Client): Promise<void> {
  const { rows } = await admin.query<{
    shard: string;
    host: string;
    port: number;
    to: string;
    toPort: number;
  }>(
    `select shardid as shard, citus_shards.nodename as host, citus_shards.nodeport as port, other.nodename as to, other.nodeport as "toPort"
     from citus_shards join pg_dist_node other on other.shouldhaveshards
       and (other.nodename, other.nodeport) <> (citus_shards.nodename, citus_shards.nodeport)
     where table_name = 'ticketing.counter'::regclass order by random() limit 1`,
  );
  const [one] = rows;
  if (one === undefined) throw new Error('the cluster has one worker only');
  await admin.query('select citus_move_shard_placement($1, $2, $3, $4, $5)', [
    one.shard,
    one.host,
    one.port,
    one.to,
    one.toPort,
  ]);
}

const bookRow = z.object({ id: z.string(), reference: z.string(), tickets: z.int() });
const counterRow = z.object({ held: z.int(), sold: z.int(), holds: z.int().nullable() });

/** Every answered order exists once with its tickets, and the counters count what there is. */
async function expectBooks(url: string, orders: ReadonlyMap<string, string>): Promise<void> {
  const database = await openDatabase({
    url,
    folder: '',
    migrations: 'service/migrations',
    schema: 'ticketing_migrations',
  });
  const books = await database.rows(
    bookRow,
    sql`select booking_order.id, external_reference as reference, count(item_ticket.id)::int as tickets
        from ticketing.booking_order join ticketing.item_ticket
          on item_ticket.catalog_id = booking_order.catalog_id and order_id = booking_order.id
        group by booking_order.id, external_reference`,
  );
  expect(new Map(books.map(({ reference, id }) => [reference, id]))).toEqual(orders);
  expect(books.every(({ tickets }) => tickets === 2)).toBe(true);
  expect(books).toHaveLength(purchases);
  const [counted] = await database.rows(
    counterRow,
    sql`select (select sum(held)::int from ticketing.counter) as held, (select sum(sold)::int from ticketing.counter) as sold,
          (select sum(units)::int from ticketing.hold) as holds`,
  );
  expect(counted?.sold).toBe(purchases);
  expect(counted?.held).toBe(counted?.holds ?? 0);
  await database.close();
}
