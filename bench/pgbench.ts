import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from './programs';
import type { Stage } from './stage';

/** What pgbench measured. Latencies in milliseconds. */
export interface Measured {
  /** Transactions a second. */
  rate: number;
  p50: number;
  p99: number;
  /** How many transactions were run. */
  count: number;
}

interface Options {
  url: string;
  /** pgbench's own language: SQL with \set. */
  script: string;
  clients: number;
  /** How long, or how many transactions of each client. */
  seconds?: number;
  transactions?: number;
  variables?: Readonly<Record<string, number>>;
}

/** Runs one script at so many clients with prepared statements: what the database itself can do. */
export async function pgbench(stage: Stage, options: Options): Promise<Measured> {
  const prefix = `pgbench-${crypto.randomUUID()}`;
  const file = join(stage.folder, `${prefix}.sql`);
  await writeFile(file, options.script);
  const variables = Object.entries(options.variables ?? {}).flatMap(([name, value]) => [
    '-D',
    `${name}=${value}`,
  ]);
  const length =
    options.transactions === undefined
      ? ['-T', String(options.seconds)]
      : ['-t', String(options.transactions)];
  const output = await runProgram('pgbench', [
    ...['-n', '-M', 'prepared', '-c', String(options.clients), '-j', '1', ...length, ...variables],
    ...['-l', `--log-prefix=${join(stage.folder, prefix)}`, '-f', file, options.url],
  ]);
  const rate = Number(/tps = ([\d.]+)/.exec(output)?.[1]);
  const latencies = await readLatencies(stage.folder, prefix);
  if (!(rate > 0) || latencies.length === 0) throw new Error(`pgbench measured nothing:\n${output}`);
  return { rate, ...percentiles(latencies), count: latencies.length };
}

/** The third column of pgbench's log: microseconds. */
async function readLatencies(folder: string, prefix: string): Promise<Float64Array> {
  const files = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  const latencies: number[] = [];
  for (const name of files) {
    if (!name.endsWith('.sql')) {
      const lines = (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n');
      for (const line of lines) latencies.push(Number(line.split(' ', 3)[2]) / 1000);
    }
    await rm(join(folder, name));
  }
  return Float64Array.from(latencies);
}

/** The middle and the worst but one in a hundred. */
export function percentiles(values: Float64Array): { p50: number; p99: number } {
  const sorted = values.toSorted();
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
