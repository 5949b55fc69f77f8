import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '@/testing/temporary-folder';
import { givenSettings, misspeltSettings } from './given-settings';

const names = ['DATABASE_URL', 'LINK_SECRET', 'TLS_KEY', 'TLS_KEY_FILE'];

describe('settings', () => {
  it('have the value of a variable or of a file, and an empty variable is none', async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, 'secret');
    await writeFile(file, ' from the file\r\n\n');
    expect(
      givenSettings(
        { DATABASE_URL: '', LINK_SECRET_FILE: file, TLS_KEY_FILE: 'key.pem', HOME: '/root' },
        names,
      ),
    ).toEqual({ values: { LINK_SECRET: 'from the file', TLS_KEY_FILE: 'key.pem' }, mistakes: [] });
    await folder.remove();
  });

  it('are refused if a file can’t be used, or if there are two values', async () => {
    const folder = await temporaryFolder();
    const empty = join(folder.path, 'empty');
    await writeFile(empty, '\n');
    const given = { DATABASE_URL: 'postgres://a', DATABASE_URL_FILE: empty };
    expect(givenSettings(given, names).mistakes).toEqual([
      'DATABASE_URL and DATABASE_URL_FILE are both set: remove one of them.',
    ]);
    expect(givenSettings({ LINK_SECRET_FILE: empty }, names).mistakes).toEqual([
      'LINK_SECRET_FILE names a file that is empty.',
    ]);
    expect(givenSettings({ LINK_SECRET_FILE: join(folder.path, 'none') }, names).mistakes).toEqual([
      expect.stringMatching(/^LINK_SECRET_FILE names a file that can't be read \(ENOENT/),
    ]);
    expect(givenSettings({ LINK_SECRET_FILE: folder.path }, names).mistakes).toEqual([
      'LINK_SECRET_FILE names a folder, and has to name a file.',
    ]);
    await folder.remove();
  });

  it('that are misspelt are told with the right name', () => {
    const environment = {
      DATABSE_URL: 'x',
      link_secret: 'x',
      LINK_SECRET: 'x',
      LINK_SECRET_FILE: 'x',
      PATH: 'x',
    };
    expect(misspeltSettings(environment, names)).toEqual([
      'DATABSE_URL is no setting: DATABASE_URL is.',
      'link_secret is no setting: LINK_SECRET is.',
    ]);
  });
});
