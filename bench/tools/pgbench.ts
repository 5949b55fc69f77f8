import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from './programs';
import type { BenchEnvironment } from './environment';

/** The result of pgbench. Latencies in milliseconds. */
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
  /** A script in pgbench's language: SQL with \set. */
  script: string;
  clients: number;
  /** The duration, or the number of transactions of each client. */
  seconds?: number;
  transactions?: number;
  variables?: Readonly<Record<string, number>>;
}

/** Runs one script with so many clients and prepared statements: the speed of the database itself. */
export async function pgbench(bench: BenchEnvironment, options: Options): Promise<Measured> {
  const prefix = `pgbench-${crypto.randomUUID()}`;
  const file = join(bench.folder, `${prefix}.sql`);
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
    '-n',
    '-M',
    'prepared',
    '-c',
    String(options.clients),
    '-j',
    '1',
    ...length,
    ...variables,
    '-l',
    `--log-prefix=${join(bench.folder, prefix)}`,
    '-f',
    file,
    options.url,
  ]);
  const rate = Number(/tps = ([\d.]+)/.exec(output)?.[1]);
  const latencies = await readLatencies(bench.folder, prefix);
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

/** The median and the 99th percentile. */
export function percentiles(values: Float64Array): { p50: number; p99: number } {
  const sorted = values.toSorted();
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
