import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { conversations, converse } from './raw-http-testing';

export interface FuzzResult {
  /** Milliseconds that 99 of 100 requests of a bystander took at most. */
  readonly p99: number;
  /** By how many MB the memory of the process grew at most. Linux only. */
  readonly growth: number;
  /** What was said that no server may say: a failure of its own (5xx), or no HTTP at all. */
  readonly wrong: readonly string[];
}

const atOnce = 40;

/** Of a process, in MB. */
async function memory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Holds so many conversations with a server, forty at a time, while a bystander goes on asking. */
export async function fuzz(options: {
  seed: number;
  count: number;
  pid: number;
  connect: (index: number) => Promise<Socket>;
  /** One request of a bystander; rejects when it fails. */
  ask: () => Promise<void>;
}): Promise<FuzzResult> {
  const { seed, count, pid, connect, ask } = options;
  const all = conversations(seed, count).entries();
  const wrong: string[] = [];
  const times: number[] = [];
  const before = await memory(pid);
  let growth = 0;
  let isGoing = true;
  const bystander = (async () => {
    while (isGoing) {
      const began = performance.now();
      await ask();
      times.push(performance.now() - began);
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
  const sorted = times.sort((one, other) => one - other);
  return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN, growth, wrong };
}
