import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { runProgram } from './programs';
import { median } from './report';
import type { Stage } from './stage';

const script = fileURLToPath(new URL('requests.lua', import.meta.url));

/** A request of a load. Lines of a body are not kept: it is JSON on one line. */
export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
}

/** What came of a load. Latencies in milliseconds, as the sender saw them. */
export interface Load {
  /** Answers a second. */
  rate: number;
  p50: number;
  p99: number;
  requests: number;
  /** Answers with a status from 400. */
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
}

/**
 * Sends requests over TLS for some seconds from a process of its own, each connection its next one as soon as it has
 * an answer; the requests of the list in their order, then again from its start.
 */
export async function load(stage: Stage, options: LoadOptions): Promise<Load> {
  const file = join(stage.folder, `requests-${crypto.randomUUID()}`);
  const lines = options.requests.map(({ method, path, body = '' }) => `${method}\t${path}\t${body}`);
  await writeFile(file, `${lines.join('\n')}\n`);
  const opening = secondsToOpen(options.connections);
  const output = await runProgram('wrk', [
    ...['-t', '1', '-c', String(options.connections), '-d', `${Math.ceil(options.seconds) + opening}s`],
    ...['--timeout', '10s', '-s', script, options.url, '--', file, `Bearer ${stage.token}`, String(opening)],
  ]);
  await rm(file);
  const { seconds, ...told } = printed.parse(JSON.parse(output.trim().split('\n').at(-1) ?? ''));
  return { ...told, rate: told.requests / (seconds - opening) };
}

/** How long so many TLS connections may take to be opened, generously. */
export function secondsToOpen(connections: number): number {
  return Math.ceil(connections / 100);
}

/** Several loads at the same time as if they were one: rates added, the worst latencies. */
export async function loadTogether(stage: Stage, loads: readonly LoadOptions[]): Promise<Load> {
  const done = await Promise.all(loads.map((options) => load(stage, options)));
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

/** The medians of rounds; what was refused or lost is added up. */
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

/** What is to be said of a load besides its figures: requests that failed. */
export function troubles(what: string, { requests, refused, lost }: Load): string[] {
  if (refused + lost === 0) return [];
  return [`${what}: of ${requests} requests ${refused} were refused and ${lost} lost.`];
}
