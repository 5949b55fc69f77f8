import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { explainSystemError } from '../network/explain-start';
import { requiredSettings } from '@/testing/required-settings';
import { serve } from '@/testing/server/test-server';

// The program itself, as an operator starts it: it prints one sentence for each mistake, and no stack.

it.each([
  ['a port beyond 65535', { PORT: '70000' }, /PORT has to be a port number from 1 to 65535/],
  ['another folder than the project’s', { NEXT_DIST_DIR: 'nowhere' }, /^There is no built shop in .*nowhere/],
])('%s is reported', { timeout: 60_000 }, async (_name, wrong, sentence) => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'lib/server/main.ts'], {
    env: { ...process.env, ...requiredSettings, ...wrong },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const told = text(child.stderr);
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(1);
  expect(await told).toMatch(sentence);
  expect(await told).not.toMatch(/^\s+at /m);
});

it.each([
  ['a port that is in use', '127.0.0.1', /^Port \d+ is in use\. .*PORT/],
  ['a host that does not exist', 'nowhere.invalid', /^STOREFRONT_HOST \(nowhere\.invalid\) is no address/],
])('%s is reported in one sentence', async (_name, host, sentence) => {
  const first = await serve();
  const error: unknown = await serve(undefined, { host, port: first.port }).catch(
    (reason: unknown) => reason,
  );
  await first.close();
  const names = { host: 'STOREFRONT_HOST', port: 'PORT' };
  expect(explainSystemError(error, { host, port: first.port, names })).toMatch(sentence);
});
