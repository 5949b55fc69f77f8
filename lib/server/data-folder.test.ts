import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openPaths, openToOthers } from '@/testing/open-paths';
import { requiredSettings } from '@/testing/required-settings';
import { temporaryFolder } from '@/testing/temporary-folder';

it('the shop closes what an earlier version left open in DATA_DIR before it does anything else', async () => {
  const folder = await temporaryFolder();
  for (const name of ['images', 'storefront/pgdata', 'log']) {
    await mkdir(join(folder.path, name), { recursive: true });
    await writeFile(join(folder.path, name, 'file'), 'of an earlier version');
  }
  await openToOthers(folder.path);
  expect(await openPaths(folder.path)).toHaveLength(8);
  // Without a built shop the program ends at once.
  const child = spawn(process.execPath, ['--import', 'tsx', 'lib/server/main.ts'], {
    env: { ...process.env, ...requiredSettings, DATA_DIR: folder.path, NEXT_DIST_DIR: 'nowhere' },
    stdio: 'ignore',
  });
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(await openPaths(folder.path)).toEqual([]);
  await folder.remove();
});
