import { z } from 'zod';

/** The storefronts of P14: one process; two; two of which one is killed. */
export const rushes = ['one', 'two', 'killed'] as const;

const environment = z.object({
  BENCH_SECONDS: z.coerce.number().min(1).default(10),
  BENCH_WARM_UP_SECONDS: z.coerce.number().min(1).default(5),
  BENCH_ROUNDS: z.coerce.number().int().min(1).default(3),
  BENCH_SCALE: z.coerce.number().positive().max(10).default(1),
  BENCH_MEMORY_MINUTES: z.coerce.number().min(1).default(60),
  BENCH_RUSH: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(z.enum(rushes)))
    .default([...rushes]),
  BENCH_CHECKOUT: z.string().min(1).optional(),
});

export interface Settings {
  /** The length of one round of a load. */
  seconds: number;
  warmUpSeconds: number;
  /** Rounds of each measurement; the median counts. */
  rounds: number;
  /** 1 is ten million offers and a million orders. */
  scale: number;
  /** The length of the load after which the storefront's memory is judged (P8). */
  memoryMinutes: number;
  /** The storefronts with which P14 runs. */
  rushes: readonly (typeof rushes)[number][];
  /** The folder whose service is measured: this one, or another checkout to compare with. */
  checkout: string;
}

/** Reads BENCH_*. Throws one sentence for an invalid value. */
export function readSettings(values: NodeJS.ProcessEnv = process.env): Settings {
  const parsed = environment.safeParse(values);
  if (!parsed.success) {
    throw new Error(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}.`).join(' '),
    );
  }
  const { data } = parsed;
  return {
    seconds: data.BENCH_SECONDS,
    warmUpSeconds: data.BENCH_WARM_UP_SECONDS,
    rounds: data.BENCH_ROUNDS,
    scale: data.BENCH_SCALE,
    memoryMinutes: data.BENCH_MEMORY_MINUTES,
    rushes: data.BENCH_RUSH,
    checkout: data.BENCH_CHECKOUT ?? process.cwd(),
  };
}
