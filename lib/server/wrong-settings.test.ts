import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { explainSystemError } from '../network/explain-start';
import { requiredSettings } from '@/testing/required-settings';
import { serve } from '@/testing/server/test-server';
import { temporaryFolder } from '@/testing/temporary-folder';

// The program itself, as an operator starts it: it prints one sentence for each mistake, and no stack.

it.each([
  ['a port beyond 65535', { PORT: '70000' }, /PORT has to be a port number from 1 to 65535/],
  ['another folder than the project’s', { NEXT_DIST_DIR: 'nowhere' }, /^There is no built shop in .*nowhere/],
  [
    'a database that is not there',
    { DATABASE_URL: 'postgres://shop:secret@127.0.0.1:1/shop' },
    /^The database postgres:\/\/127\.0\.0\.1:1\/shop can't be used: [^\n]*\. Check DATABASE_URL [^\n]*\n$/,
  ],
])('%s is reported', async (_name, wrong, sentence) => {
  // A build, as far as it is looked at before that.
  const built = await temporaryFolder();
  await writeFile(join(built.path, 'BUILD_ID'), 'a');
  const child = spawn(process.execPath, ['--import', 'tsx', 'lib/server/main.ts'], {
    env: {
      ...process.env,
      ...requiredSettings,
      NEXT_DIST_DIR: built.path,
      DATA_DIR: join(built.path, 'data'),
      STOREFRONT_PROCESSES: '1',
      ...wrong,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(1);
  await built.remove();
  const [lines, told] = await said;
  expect(told).toMatch(sentence);
  expect(`${lines}${told}`).not.toMatch(/^\s+at |"level":50/m);
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
