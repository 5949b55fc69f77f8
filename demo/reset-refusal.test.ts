import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resetRefusal } from './reset-refusal';
import { loadSecrets } from './common/secrets';
import { temporaryFolder } from '@/testing/temporary-folder';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

describe('whether a data folder may be deleted', () => {
  it('allows it for the demonstration’s own files', async () => {
    await loadSecrets(folder.path);
    for (const name of ['log', 'service', 'tls']) await mkdir(join(folder.path, name));
    await writeFile(join(folder.path, 'documents-secret'), 'x');
    expect(await resetRefusal(folder.path)).toBeNull();
  });

  it.each(['package.json', '.git', 'main', 'a file of mine'])(
    'refuses if the folder also contains %s',
    async (name) => {
      await loadSecrets(folder.path);
      await writeFile(join(folder.path, name), 'precious');
      expect(await resetRefusal(folder.path)).toContain(name);
    },
  );

  it('refuses a folder in which no demonstration has run, an empty one and a missing one', async () => {
    expect(await resetRefusal(folder.path)).toContain('No demonstration has run');
    await mkdir(join(folder.path, 'demo'));
    expect(await resetRefusal(folder.path)).toContain('No demonstration has run');
    expect(await resetRefusal(join(folder.path, 'missing'))).toContain('There is no data');
  });

  it('refuses the parent folders of a demonstration’s data', async () => {
    const inner = join(folder.path, 'project', '.data');
    await loadSecrets(inner);
    expect(await resetRefusal(join(folder.path, 'project'))).toContain('.data');
    expect(await resetRefusal(folder.path)).toContain('project');
    expect(await resetRefusal('/')).not.toBeNull();
  });
});
