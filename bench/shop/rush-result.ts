import { z } from 'zod';
import { brokenCounters } from '../service/counters';
import { percentiles } from '../tools/pgbench';
import type { Line, Result } from '../tools/report';
import type { SoakEnvironment } from '../soak/environment';
import type { Books } from '../soak/findings';
import { queryRow } from '../tools/sql';
import { mostMilliseconds, type VisitorsReport } from './visitors-task';

/** What one rush was, and what its visitors report. */
export interface Rush {
  name: string;
  seats: number;
  visitors: number;
  isKilled: boolean;
  first: VisitorsReport;
  /** What visitors report who came after the kill, when holds without a buyer had ended. */
  laterCrowds: readonly VisitorsReport[];
  /** When the last seat was taken (milliseconds since 1970); null: some were left. */
  soldOutAt: number | null;
  /** Of the storefront, in MB. */
  memory: number;
  /** Of the first process of the storefront, and of the service. */
  cpuSeconds: { storefront: number; service: number };
  books: Books;
}

const count = z.object({ count: z.coerce.number() });
const goal = 'P14';
const none = { is: '=', value: 0 } as const;

/** The figures of a rush, beside what the databases say. */
export async function rushResult({ databases }: SoakEnvironment, rush: Rush): Promise<Result> {
  const [sold, bought, counters] = await Promise.all([
    queryRow(databases.service, count, 'select count(*) as count from ticketing.item_ticket'),
    queryRow(
      databases.storefront,
      count,
      `select count(*) as count from storefront.checkout where state = 'ordered'`,
    ),
    brokenCounters(goal, databases.service),
  ]);
  const lines = [
    ...soldLines(rush, { service: sold.count, storefront: bought.count }),
    { ...counters, what: `${counters.what}, ${rush.name}` },
    ...answerLines(rush),
  ];
  return { lines, notes: notesOf(rush) };
}

function soldLines({ name, seats, visitors, memory, books, ...rush }: Rush, sold: SoldBy): Line[] {
  const limit = { what: 'seats', value: seats };
  const wanted = { is: '=', value: 1 } as const;
  const bought = [rush.first, ...rush.laterCrowds].reduce((sum, report) => sum + report.bought, 0);
  return [
    {
      goal,
      unit: 'tickets',
      limit,
      wanted,
      memory,
      measured: sold.service,
      what: `sold by the service to ${visitors} visitors, ${name}`,
    },
    {
      goal,
      unit: 'purchases',
      limit,
      wanted,
      measured: sold.storefront,
      what: `ordered by the storefront, ${name}`,
    },
    {
      goal,
      unit: '',
      wanted: none,
      measured: books.unordered + Math.abs(sold.storefront - bought),
      what: `purchases that do not match the books or what visitors saw, ${name}`,
    },
  ];
}

interface SoldBy {
  service: number;
  storefront: number;
}

function answerLines({ name, first, laterCrowds, isKilled, soldOutAt }: Rush): Line[] {
  const all = [first, ...laterCrowds];
  const sum = (of: (report: VisitorsReport) => number) => all.reduce((total, one) => total + of(one), 0);
  const errors = sum(({ answers }) =>
    Object.entries(answers).reduce((total, [status, times]) => total + (status < '500' ? 0 : times), 0),
  );
  const { p50, p99 } = percentiles(Float64Array.from(first.milliseconds));
  const lines: Line[] = [
    {
      goal,
      unit: '',
      wanted: none,
      what: `answers with 5xx${isKilled ? '' : ', and broken connections'}, ${name}`,
      measured: errors + (isKilled ? 0 : sum(({ lost }) => lost)),
    },
    {
      goal,
      unit: '',
      wanted: none,
      measured: sum(({ unfinished }) => unfinished),
      what: `visitors who neither bought nor were told that nothing is left, ${name}`,
    },
    {
      goal,
      unit: 'ms',
      wanted: { is: '≤', value: mostMilliseconds },
      measured: p99,
      p50,
      p99,
      what: `p99 of the time to an answer, ${name}`,
    },
  ];
  if (soldOutAt === null) return lines;
  const late = first.told.reduce((most, { came, at }) => Math.max(most, at - Math.max(came, soldOutAt)), 0);
  lines.push({
    goal,
    unit: 's',
    wanted: { is: '≤', value: 5 },
    measured: late / 1000,
    what: `until everyone knew that nothing is left, ${name}`,
  });
  return lines;
}

function notesOf({ name, first, laterCrowds, cpuSeconds, books, soldOutAt }: Rush): string[] {
  const longest = first.milliseconds.reduce((most, one) => Math.max(most, one), 0);
  const lateVisitors = first.latest > 1000 ? ' They were the bottleneck.' : '';
  const counts = (of: Readonly<Record<string, number>>) =>
    Object.entries(of)
      .map(([what, times]) => `${what} ${times} times`)
      .join(', ');
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  return [
    `P14, ${name}: processor time: visitors ${seconds(first.cpuSeconds)}, storefront ${seconds(cpuSeconds.storefront)}` +
      ` (the first process), service ${seconds(cpuSeconds.service)}.` +
      ` Visitors came at most ${Math.round(first.latest)} ms later than planned.${lateVisitors}`,
    `P14, ${name}: answers ${counts(first.answers)}; pages told visitors ${first.waits} times to come back;` +
      ` the longest answer took ${seconds(longest / 1000)}.`,
    ...(Object.keys(first.slow).length === 0
      ? []
      : [`P14, ${name}: answers after more than ${mostMilliseconds / 1000} s: ${counts(first.slow)}.`]),
    ...(soldOutAt === null ? [`P14, ${name}: some seats were left.`] : []),
    ...(first.lost > 0 ? [`P14, ${name}: ${first.lost} requests were lost, and repeated.`] : []),
    ...[first, ...laterCrowds].flatMap(({ failures }) =>
      Object.entries(failures).map(([what, times]) => `P14, ${name}: ${what} (${times} times).`),
    ),
    ...books.unmatched.map((what) => `P14, ${name}: ${what}.`),
  ];
}
