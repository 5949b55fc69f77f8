import { type Line, median } from '../tools/report';
import { percentiles } from '../tools/pgbench';
import type { Books } from './findings';
import type { SoakSettings } from './settings';
import type { Counts, Measured } from './tally';
import type { Watched } from './watch';

export const programs = ['service', 'storefront'] as const;
const quarterNames = ['first', 'second', 'third', 'last'] as const;

/** A quarter of the run, of one program. Memory in MB, times in milliseconds. */
export interface Quarter {
  name: (typeof quarterNames)[number];
  median: number;
  peak: number;
  /** As a fraction of one core. */
  cores: number;
  p50: number;
  p99: number;
}

/** The run in four equal parts. Throws if one of them has no sample. */
export function quartersOf({ samples, waits }: Watched, of: Measured, seconds: number): Quarter[] {
  return quarterNames.map((name, index) => {
    const [from, to] = [(seconds * index) / 4, (seconds * (index + 1)) / 4];
    const isIn = (one: { seconds: number }) => one.seconds >= from && one.seconds < to;
    const within = samples.filter(isIn);
    const memory = within.map((sample) => sample.memory[of]);
    const [first, last] = [within[0], within.at(-1)];
    if (first === undefined || last === undefined) throw new Error(`the ${name} quarter has no samples`);
    const cpu = last.cpuSeconds[of] - first.cpuSeconds[of];
    const { p50, p99 } = percentiles(
      Float64Array.from(waits[of].filter(isIn).map(({ milliseconds }) => milliseconds)),
    );
    return {
      name,
      median: median(memory),
      peak: Math.max(...memory),
      p50,
      p99,
      cores: cpu / (last.seconds - first.seconds || 1),
    };
  });
}

export interface Outcome {
  settings: SoakSettings;
  quarters: Readonly<Record<Measured, readonly Quarter[]>>;
  counts: Counts;
  books: Books;
  /** How many of the programs did not answer at the end, or did not stop with exit code 0. */
  unwell: number;
}

/** The goals, each with the measured value. */
export function goalsOf({ settings, quarters, counts, books, unwell }: Outcome): Line[] {
  const none = { is: '=', value: 0 } as const;
  return [
    ...programs.map((name): Line => ({
      goal: 'S1',
      what: `most memory of the ${name}`,
      unit: 'MB',
      measured: Math.max(...quarters[name].map(({ peak }) => peak)),
      wanted: { is: '≤', value: settings.most[name] },
    })),
    ...programs.map((name): Line => {
      const [, second, , last] = quarters[name];
      if (second === undefined || last === undefined) throw new Error('there are no four quarters');
      return {
        goal: 'S2',
        what: `median memory of the ${name} in the last quarter`,
        unit: 'MB',
        measured: last.median,
        limit: { what: 'in the second quarter', value: second.median },
        wanted: { is: '≤', value: settings.growth },
      };
    }),
    {
      goal: 'S3',
      what: 'answers with 5xx, but for 503 with Retry-After',
      unit: '',
      measured: counts.serverErrors,
      wanted: none,
    },
    {
      goal: 'S4',
      what: 'visits that went otherwise than they must',
      unit: '',
      measured: counts.failures,
      wanted: none,
    },
    {
      goal: 'S5',
      what: 'kinds of work that no client has done',
      unit: '',
      measured: counts.missing.length,
      wanted: none,
    },
    {
      goal: 'S6',
      what: 'paid purchases without an order, and books that do not match',
      unit: '',
      measured: books.unordered,
      wanted: none,
    },
    {
      goal: 'S7',
      what: 'programs that do not answer in the end, or stop otherwise than with 0',
      unit: '',
      measured: unwell,
      wanted: none,
    },
  ];
}
