import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';

const child = `
  import { stopWithParent } from ${JSON.stringify(new URL('stop-with-parent.mjs', import.meta.url).href)};
  stopWithParent(() => process.exit(0));
  setInterval(() => undefined, 1_000);
  process.stdout.write(process.pid + '\\n');
`;
/** Like npm: starts a program, and is killed without a chance to pass a signal on. */
const parent = `
  import { spawn } from 'node:child_process';
  spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(child)}], { stdio: 'inherit' });
  setInterval(() => undefined, 1_000);
`;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('a program ends when the process that started it was killed', async () => {
  const started = spawn(process.execPath, ['--input-type=module', '-e', parent], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: started.stdout }), 'line')) as [string];
  const pid = Number(line);
  expect(isRunning(pid)).toBe(true);
  started.kill('SIGKILL');
  try {
    await expect.poll(() => isRunning(pid), { timeout: 15_000 }).toBe(false);
  } finally {
    if (isRunning(pid)) process.kill(pid);
  }
});

const watched = `process.stdout.write(process.pid + '\\n'); setInterval(() => undefined, 1_000);`;
/** Starts a program with a channel to it, like child-program.ts, and ends before that program has begun. */
const killedAtOnce = `
  import { spawn } from 'node:child_process';
  spawn(process.execPath, ['--import', './demo/parent-watch.mjs', '-e', ${JSON.stringify(watched)}], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  process.kill(process.pid, 'SIGKILL');
`;

it('a program ends when the one that started it was killed before it ran', async () => {
  const started = spawn(process.execPath, ['--input-type=module', '-e', killedAtOnce], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  started.stdout.on('data', (text: Buffer) => (printed += text.toString()));
  // The output ends with the last program that writes to it.
  const closed = once(started, 'close').then(() => true);
  try {
    await expect(Promise.race([closed, sleep(15_000, false)])).resolves.toBe(true);
  } finally {
    const pid = Number(printed);
    if (pid > 0 && isRunning(pid)) process.kill(pid);
  }
});
