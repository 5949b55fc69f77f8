import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { runProgram } from './programs';
import { median } from './report';
import type { BenchEnvironment } from './environment';

const script = fileURLToPath(new URL('requests.lua', import.meta.url));

/** A request of a load. The body must be JSON on one line, without line breaks. */
export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
}

/** The result of a load. Latencies in milliseconds, as measured by the load generator. */
export interface Load {
  /** Answers a second. */
  rate: number;
  p50: number;
  p99: number;
  requests: number;
  /** Answers with a status of 400 or more. */
  refused: number;
  /** Connections refused or broken, and answers that did not come within ten seconds. */
  lost: number;
}

const printed = z.object({
  seconds: z.number(),
  requests: z.number(),
  refused: z.number(),
  lost: z.number(),
  p50: z.number(),
  p99: z.number(),
});

interface LoadOptions {
  url: string;
  requests: readonly LoadRequest[];
  connections: number;
  seconds: number;
  /** Of each request; by default those of a call of the service. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * Sends requests for some seconds from a separate process; each connection sends the next request when it
 * has an answer. The requests of the list are sent in their order, repeatedly.
 */
export async function load(bench: BenchEnvironment, options: LoadOptions): Promise<Load> {
  const file = join(bench.folder, `requests-${crypto.randomUUID()}`);
  const lines = options.requests.map(({ method, path, body = '' }) => `${method}\t${path}\t${body}`);
  await writeFile(file, `${lines.join('\n')}\n`);
  const opening = secondsToOpen(options.connections);
  const usual = { 'Content-Type': 'application/ld+json', Authorization: `Bearer ${bench.token}` };
  const headers = Object.entries(options.headers ?? usual).flatMap(([name, value]) => [
    '-H',
    `${name}: ${value}`,
  ]);
  const output = await runProgram('wrk', [
    '-t',
    '1',
    '-c',
    String(options.connections),
    '-d',
    `${Math.ceil(options.seconds) + opening}s`,
    '--timeout',
    '10s',
    ...headers,
    '-s',
    script,
    options.url,
    '--',
    file,
    String(opening),
  ]);
  await rm(file);
  const { seconds, ...figures } = printed.parse(JSON.parse(output.trim().split('\n').at(-1) ?? ''));
  return { ...figures, rate: figures.requests / (seconds - opening) };
}

/** A generous time limit for opening so many TLS connections. */
export function secondsToOpen(connections: number): number {
  return Math.ceil(connections / 100);
}

/** Several loads that ran at the same time as one: the rates are added, the latencies are the worst. */
export async function loadTogether(bench: BenchEnvironment, loads: readonly LoadOptions[]): Promise<Load> {
  const done = await Promise.all(loads.map((options) => load(bench, options)));
  const sum = (of: (one: Load) => number) => done.reduce((total, one) => total + of(one), 0);
  return {
    rate: sum(({ rate }) => rate),
    p50: Math.max(...done.map(({ p50 }) => p50)),
    p99: Math.max(...done.map(({ p99 }) => p99)),
    requests: sum(({ requests }) => requests),
    refused: sum(({ refused }) => refused),
    lost: sum(({ lost }) => lost),
  };
}

/** The medians of rounds; refused and lost requests are added up. */
export function medianLoad(rounds: readonly Load[]): Load {
  const sum = (of: (one: Load) => number) => rounds.reduce((total, one) => total + of(one), 0);
  return {
    rate: median(rounds.map(({ rate }) => rate)),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    requests: sum(({ requests }) => requests),
    refused: sum(({ refused }) => refused),
    lost: sum(({ lost }) => lost),
  };
}

/** Notes about a load besides its figures: requests that failed. */
export function troubles(what: string, { requests, refused, lost }: Load): string[] {
  if (refused + lost === 0) return [];
  return [`${what}: of ${requests} requests ${refused} were refused and ${lost} lost.`];
}
