import { paths } from '@/lib/locale/paths';
import { runTask } from '../tools/programs';
import type { SoakEnvironment } from '../soak/environment';
import type { Concert } from './concert';
import type { Storefronts } from './storefronts';
import type { VisitorsReport, VisitorsTask } from './visitors-task';

const senders = 2;
/** Visitors in a second. */
const rate = 10_000 / 30;
/** Of each sender to each process; together fewer than the storefront's MAX_CONNECTIONS. */
const connections = 800;
/** More than all purchases take. */
const mostSeconds = 900;
/** Until the senders have started. */
const startMilliseconds = 3_000;

/** Where the visitors go. */
export interface Place {
  environment: SoakEnvironment;
  storefronts: Storefronts;
  concert: Concert;
  folder: string;
}

/** So many visitors, evenly, from several programs. `first`: the number of the first of them. */
export async function crowd(
  place: Place,
  { first = 0, visitors }: { first?: number; visitors: number },
): Promise<VisitorsReport> {
  const { environment, storefronts, concert } = place;
  const task = {
    origins: storefronts.origins,
    shopUrl: environment.soak.shopUrl,
    first,
    visitors,
    connections,
    mostSeconds,
    beginsAt: Date.now() + startMilliseconds,
    seconds: visitors / rate,
    path: paths.event('en', concert.catalogId, concert.eventId),
  };
  const reports = await Promise.all(
    Array.from({ length: senders }, (_, index) =>
      send(place.folder, { ...task, share: { index, of: senders } }),
    ),
  );
  return reports.reduce(merged);
}

async function send(folder: string, task: VisitorsTask): Promise<VisitorsReport> {
  return (await runTask(new URL('visitors.ts', import.meta.url), folder, task)) as VisitorsReport;
}

function merged(one: VisitorsReport, other: VisitorsReport): VisitorsReport {
  return {
    bought: one.bought + other.bought,
    told: [...one.told, ...other.told],
    unfinished: one.unfinished + other.unfinished,
    waits: one.waits + other.waits,
    milliseconds: [...one.milliseconds, ...other.milliseconds],
    answers: added(one.answers, other.answers),
    slow: added(one.slow, other.slow),
    lost: one.lost + other.lost,
    failures: added(one.failures, other.failures),
    latest: Math.max(one.latest, other.latest),
    endsAt: one.endsAt,
    cpuSeconds: one.cpuSeconds + other.cpuSeconds,
  };
}

function added(one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>) {
  const sum: Record<string, number> = { ...one };
  for (const [name, count] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
