import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localSecret, WrongSecret } from './local-secret';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secret-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the secret of signed addresses', () => {
  it('is made once, readable only by its owner, and leaves no other file', async () => {
    const path = join(folder, 'once');
    const secret = await localSecret(path);
    expect(Buffer.byteLength(secret)).toBeGreaterThanOrEqual(32);
    expect(await localSecret(path)).toBe(secret);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.startsWith('once'))).toEqual(['once']);
  });

  it('is the same for all processes that start at once, and never incomplete', async () => {
    for (let round = 0; round < 20; round += 1) {
      const path = join(folder, `round-${round}`);
      const secrets = await Promise.all(Array.from({ length: 16 }, () => localSecret(path)));
      expect(new Set(secrets).size).toBe(1);
      expect(secrets[0]).toHaveLength(43);
    }
  });

  it.each(['', 'x'.repeat(31), `${'x'.repeat(31)}\n`])(
    'shorter than 32 bytes is refused: %j',
    async (short) => {
      const path = join(folder, 'short');
      await writeFile(path, short);
      await expect(localSecret(path)).rejects.toThrow(WrongSecret);
      await expect(localSecret(path)).rejects.toThrow(/is shorter than 32 bytes\. Delete the file/);
    },
  );
});
