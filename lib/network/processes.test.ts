import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '@/testing/free-port';
import { temporaryFolder } from '@/testing/temporary-folder';

const patience = { timeout: 30_000 };
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

async function start(count: number, settings: Record<string, string> = {}) {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', 'tsx', 'testing/processes-program.ts'], {
    env: { ...process.env, COUNT: String(count), PORT: String(port), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  /** The number of the process that answers a new connection; null: nobody does. */
  const ask = (): Promise<string | null> =>
    new Promise((resolve) => {
      get({ port, host: '127.0.0.1', agent: false }, (response) => resolve(text(response))).on('error', () =>
        resolve(null),
      );
    });
  /** The processes that answer ten connections. */
  const askAll = async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, ask));
    return [...new Set(answers.filter((answer) => answer !== null))];
  };
  return { child, ask, askAll, output: () => output, exit: once(child, 'exit') };
}

describe('a program in several processes', () => {
  it('serves one port, replaces a process that is killed, and ends with all of them', patience, async () => {
    const { child, ask, askAll, output, exit } = await start(2);
    await expect.poll(async () => (await askAll()).length, patience).toBe(2);
    const [first = ''] = await askAll();
    expect(first).not.toBe(String(child.pid));
    process.kill(Number(first), 'SIGKILL');
    await expect.poll(output, patience).toContain('ended: SIGKILL');
    expect(await ask()).not.toBeNull();
    await expect.poll(async () => (await askAll()).length, patience).toBe(2);
    expect(await askAll()).not.toContain(first);
    const numbers = await askAll();
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    for (const number of numbers) expect(() => process.kill(Number(number), 0)).toThrow('ESRCH');
  });

  it('continues if a process can’t be replaced, until it can', patience, async () => {
    const folder = await temporaryFolder();
    const broken = join(folder.path, 'broken');
    const { child, askAll, output, exit } = await start(2, { BROKEN: broken });
    await expect.poll(async () => (await askAll()).length, patience).toBe(2);
    const [first = '', second] = await askAll();
    await writeFile(broken, '');
    process.kill(Number(first), 'SIGKILL');
    await expect.poll(output, patience).toContain('ended: exit code 3');
    expect(await askAll()).toEqual([second]);
    await folder.remove();
    await expect.poll(async () => (await askAll()).length, patience).toBe(2);
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });

  it('ends if the first process can’t start, without another try', patience, async () => {
    const { output, exit } = await start(3, { BROKEN: 'package.json' });
    expect(await exit).toEqual([1, null]);
    expect(output()).toBe('broken\n');
  });

  it('is one process if one is wanted', patience, async () => {
    const { child, ask, exit } = await start(1);
    await expect.poll(ask, patience).toBe(String(child.pid));
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });
});
