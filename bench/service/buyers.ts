import { readFile } from 'node:fs/promises';
import { Pool } from 'undici';
import { z } from 'zod';
import { addresses } from '@/lib/contract/iri';
import { createOrdersOutputSchema } from '@/lib/contract/order';
import { createReservationsOutputSchema } from '@/lib/contract/reservation';
import type { BuyersReport, BuyersTask } from './flash-sale';
import { percentiles } from '../tools/pgbench';

// Many buyers in a separate program. Each requests one unit, and orders it if it gets one. A buyer whose answer was
// lost repeats the call at the next process. Argument: the file with the task; prints its report as JSON.

const task = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as BuyersTask;
const { connections } = task;
// Each process has its own certificate authority.
const pools = await Promise.all(
  task.processes.map(async ({ url, caFile }) => {
    const ca = await readFile(caFile, 'utf8');
    return new Pool(url, { connections: Math.ceil(connections / task.processes.length), connect: { ca } });
  }),
);

const report: BuyersReport = {
  ordered: [],
  refused: 0,
  lost: 0,
  serverErrors: {},
  others: {},
  seconds: 0,
  p50: 0,
  p99: 0,
};
const latencies: number[] = [];
const failedSchema = z.object({ reservations: z.array(z.unknown()) });

/** One call; repeated at the next process if its answer is lost. Null if there is no answer at all. */
async function call(
  buyer: number,
  path: string,
  body: unknown,
): Promise<{ status: number; body: unknown } | null> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const pool = pools[(buyer + attempt) % pools.length];
    if (pool === undefined) throw new Error('no address to buy at');
    const began = performance.now();
    try {
      const answer = await pool.request({
        method: 'POST',
        path,
        headers: { authorization: `Bearer ${task.token}`, 'content-type': 'application/ld+json' },
        body: JSON.stringify(body),
      });
      const parsed: unknown = await answer.body.json();
      latencies.push(performance.now() - began);
      return { status: answer.statusCode, body: parsed };
    } catch {
      // Refused, broken or aborted: the result is unknown.
      report.lost += 1;
      await new Promise((later) => setTimeout(later, 50));
    }
  }
  return null;
}

function count(status: number): void {
  const tally = status >= 500 ? report.serverErrors : report.others;
  tally[status] = (tally[status] ?? 0) + 1;
}

async function buy(buyer: number): Promise<void> {
  const held = await call(
    buyer,
    addresses.reservationsBulk(),
    JSON.parse(task.holds[buyer % task.holds.length] ?? ''),
  );
  if (held === null) return;
  if (held.status !== 201) {
    count(held.status);
    return;
  }
  if (failedSchema.parse(held.body).reservations.length === 0) {
    report.refused += 1;
    return;
  }
  const [reservation] = createReservationsOutputSchema.parse(held.body).reservations;
  const ordered = await call(buyer, addresses.ordersBulk(), {
    reservations: [reservation?.['@id']],
    customer: { ...task.customer, lastname: `Buyer ${buyer}` },
  });
  if (ordered === null) return;
  if (ordered.status !== 201) count(ordered.status);
  else report.ordered.push(...createOrdersOutputSchema.parse(ordered.body).orders.map(({ id }) => id));
}

const began = performance.now();
let next = 0;
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (next < task.buyers) await buy(next++);
  }),
);
report.seconds = (performance.now() - began) / 1000;
Object.assign(report, percentiles(Float64Array.from(latencies)));
await Promise.all(pools.map((pool) => pool.destroy()));
process.stdout.write(JSON.stringify(report));
