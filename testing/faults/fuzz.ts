import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { conversations, converse } from './raw-http';

export interface FuzzResult {
  /**
   * The 99th percentiles of the response times of independent requests, in milliseconds: before, and meanwhile. Other
   * programs on the machine lengthen both.
   */
  readonly quiet: number;
  readonly p99: number;
  /** The growth of the process's memory in MB. Linux only. */
  readonly growth: number;
  /** Answers that no server may give: an internal error (5xx), or bytes that are not HTTP. */
  readonly wrong: readonly string[];
}

const atOnce = 40;

/** The memory of a process, in MB. */
async function memory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/**
 * Opens so many connections with random content to a server, forty at a time, while an independent client sends
 * requests.
 */
export async function fuzz(options: {
  seed: number;
  count: number;
  pid: number;
  connect: (index: number) => Promise<Socket>;
  /** One request of the independent client; rejects if it fails. */
  ask: () => Promise<void>;
}): Promise<FuzzResult> {
  const { seed, count, pid, connect, ask } = options;
  const all = conversations(seed, count).entries();
  const wrong: string[] = [];
  const times: number[] = [];
  const quiet: number[] = [];
  for (let index = 0; index < 100; index += 1) quiet.push(await timeOf(ask));
  const before = await memory(pid);
  let growth = 0;
  let isGoing = true;
  const bystander = (async () => {
    while (isGoing) {
      times.push(await timeOf(ask));
      growth = Math.max(growth, (await memory(pid)) - before);
      await setTimeout(20);
    }
  })();
  const clients = Array.from({ length: atOnce }, async () => {
    for (const [index, conversation] of all) {
      const got = await converse(await connect(index), conversation);
      if (got !== '' && !/^HTTP\/1\.[01] [1234]\d\d /.test(got)) wrong.push(`${index}: ${got.slice(0, 200)}`);
    }
  });
  await Promise.all(clients).finally(() => (isGoing = false));
  await bystander;
  return { quiet: p99Of(quiet), p99: p99Of(times), growth, wrong };
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function p99Of(times: readonly number[]): number {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}
