import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programCommands } from '@/demo/program-commands';
import { isInstalled } from '@/testing/is-installed';
import { temporaryFolder } from '@/testing/temporary-folder';

describe.each(['service', 'storefront'] as const)('the unit of the %s', (name) => {
  const unit = `ticketing-${name}.service`;
  const read = () => readFile(`deploy/systemd/${unit}`, 'utf8');

  it('starts the program as its npm script does', async () => {
    const command = `bin/ticketing-${name}`;
    expect(await read()).toContain(`\nExecStart=/opt/ticketing/current/${command}\n`);
    const lines = (await readFile(command, 'utf8')).split('\n');
    const { args, env } = programCommands[name];
    expect(lines).toContain(`exec node ${args.join(' ')}`);
    const variables = Object.entries(env).map(([variable, value]) => `${variable}=${value}`);
    expect(lines).toContain(`export ${variables.join(' ')}`);
  });

  it.skipIf(!isInstalled('systemd-analyze', '--version'))('is understood by systemd', async () => {
    const folder = await temporaryFolder();
    const file = join(folder.path, unit);
    // It looks whether the program is there.
    await writeFile(file, (await read()).replaceAll('/opt/ticketing/current', resolve('.')));
    const text = execFileSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    await folder.remove();
    expect(text).toBe('');
  });
});

describe('the timers of backups', () => {
  const units = ['@full.timer', '@diff.timer', '@full.service'].map(
    (unit) => `deploy/pgbackrest/ticketing-backup${unit}`,
  );
  const programs = [isInstalled('systemd-analyze', '--version'), isInstalled('pgbackrest', 'version')];

  it.skipIf(programs.includes(false))('are understood by systemd', () => {
    const verify = ['verify', '--man=no', ...units];
    expect(execFileSync('systemd-analyze', verify, { encoding: 'utf8', stdio: 'pipe' })).toBe('');
  });
});
