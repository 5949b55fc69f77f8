import { z } from 'zod';
import type { BenchEnvironment } from '../tools/environment';
import { processorTime, residentMemory } from '../tools/programs';
import type { Result } from '../tools/report';
import type { rushes } from '../tools/settings';
import { pidOf, type SoakEnvironment } from '../soak/environment';
import { compareBooks } from '../soak/findings';
import { queryRow, watch } from '../tools/sql';
import { openShop } from './open-shop';
import { type Concert, importConcert } from './concert';
import { crowd, type Place } from './crowd';
import { rushResult } from './rush-result';
import { startStorefronts } from './storefronts';
import type { VisitorsReport } from './visitors-task';

const mostSeats = 500;
const visitorsForEachSeat = 20;
/** Longer than any purchase; short enough to wait for the holds whose answers were lost with a killed process. */
const holdMinutes = { usual: 60, killed: 4 };
/** When this part of the seats is taken, the process is killed. */
const killedAt = 0.4;
/** How often later visitors come for what such holds gave back. */
const mostLaterCrowds = 2;

interface Variant {
  name: string;
  processes: 1 | 2;
  isKilled?: boolean;
}

const variants = {
  one: { name: 'one process', processes: 1 },
  two: { name: 'two processes', processes: 2 },
  killed: { name: 'two processes, one killed', processes: 2, isKilled: true },
} as const satisfies Record<(typeof rushes)[number], Variant>;

/**
 * P14: 10,000 visitors within 30 seconds, 500 seats, with a waiting room that opens by itself; one process, two, and
 * two of which one is killed.
 */
export async function rush(bench: BenchEnvironment): Promise<Result> {
  const results: Result[] = [];
  for (const variant of bench.settings.rushes) results.push(await oneRush(bench, variants[variant]));
  return {
    lines: results.flatMap(({ lines }) => lines),
    notes: results.flatMap(({ notes }) => notes),
  };
}

async function oneRush(bench: BenchEnvironment, variant: Variant): Promise<Result> {
  const { name, processes, isKilled = false } = variant;
  const seats = Math.max(1, Math.round(mostSeats * bench.settings.scale));
  const visitors = seats * visitorsForEachSeat;
  const since = new Date();
  const environment = await openShop(bench, {
    holdMinutes: isKilled ? holdMinutes.killed : holdMinutes.usual,
    storefront: { WAITING_ROOM: 'automatic' },
  });
  try {
    const concert = await importConcert(environment, 'Concert', seats);
    const storefronts = await startStorefronts(environment, processes);
    try {
      const place: Place = { environment, storefronts, concert, folder: bench.folder };
      const before = await processorTimes(environment);
      const sale = watchSale(place, seats, isKilled ? storefronts.killLast : () => undefined);
      const first = await crowd(place, { visitors });
      const after = await processorTimes(environment);
      const soldOutAt = await sale.ended();
      const laterCrowds = isKilled ? await sellTheRest(place, seats, visitors) : [];
      return await rushResult(environment, {
        name,
        seats,
        visitors,
        isKilled,
        first,
        laterCrowds,
        soldOutAt,
        memory: await residentMemory(pidOf(environment, 'storefront')),
        cpuSeconds: {
          storefront: after.storefront - before.storefront,
          service: after.service - before.service,
        },
        books: await compareBooks(environment, since),
      });
    } finally {
      await storefronts.stop();
    }
  } finally {
    await environment.close(false);
  }
}

async function processorTimes(environment: SoakEnvironment) {
  const [storefront, service] = await Promise.all([
    processorTime(pidOf(environment, 'storefront')),
    processorTime(pidOf(environment, 'service')),
  ]);
  return { storefront, service };
}

const counterRow = z.object({ held: z.coerce.number(), sold: z.coerce.number() });

function counterQuery({ catalogId, sessionId }: Concert): string {
  return `select held, sold from ticketing.counter where catalog_id = '${catalogId}' and id = '${sessionId}'`;
}

/**
 * Watches the seats, and calls `onPart` when a part of them is taken. `ended` stops it, and resolves to the time at
 * which the last of them was taken (milliseconds since 1970); null: there are some left.
 */
function watchSale({ environment, concert }: Place, seats: number, onPart: () => void) {
  let isOver = false;
  let isPartTaken = false;
  let soldOutAt: number | null = null;
  const watching = watch(environment.databases.service, counterRow, counterQuery(concert), {
    everyMs: 20,
    seen: ({ held, sold }) => {
      if (held + sold >= seats) soldOutAt ??= Date.now();
      if (!isPartTaken && held + sold >= seats * killedAt) {
        isPartTaken = true;
        onPart();
      }
      return isOver;
    },
  });
  // Awaited below; until then its failure must not end the program.
  watching.catch(() => undefined);
  return {
    ended: async (): Promise<number | null> => {
      isOver = true;
      await watching;
      return soldOutAt;
    },
  };
}

/** When the holds have ended whose answers were lost with the killed process, other visitors buy these seats. */
async function sellTheRest(place: Place, seats: number, before: number): Promise<VisitorsReport[]> {
  const { databases } = place.environment;
  const reports: VisitorsReport[] = [];
  let first = before;
  while (reports.length < mostLaterCrowds) {
    await watch(databases.service, counterRow, counterQuery(place.concert), {
      everyMs: 1000,
      seen: ({ held }) => held === 0,
    });
    const { sold } = await queryRow(databases.service, counterRow, counterQuery(place.concert));
    if (sold >= seats) break;
    const visitors = (seats - sold) * 2;
    reports.push(await crowd(place, { first, visitors }));
    first += visitors;
  }
  return reports;
}
