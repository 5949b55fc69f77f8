import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programCommands } from '@/demo/program-commands';
import { readConfig } from '@/lib/runtime/config';
import { readEnvironment } from '@/service/env';
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

/** The settings of a shipped file, as a shell reads them, with values for what an operator replaces. */
function shippedSettings(name: string, given: Readonly<Record<string, string>>): Record<string, string> {
  const text = readFileSync(`deploy/systemd/${name}.env`, 'utf8').replaceAll(
    /<([^>]+)>/g,
    (place, words: string) => {
      const value = given[words];
      if (value === undefined) throw new Error(`${name}.env has a place ${place}`);
      return value;
    },
  );
  const shown = execFileSync('sh', ['-c', 'set -a; eval "$1"; env -0', 'sh', text], {
    encoding: 'utf8',
    env: { NODE_ENV: 'production' },
  });
  const settings = shown.split('\0').flatMap((line): [string, string][] => {
    const [, variable, value = ''] = /^([A-Z_]{4,})=(.*)$/s.exec(line) ?? [];
    return variable === undefined ? [] : [[variable, value]];
  });
  return Object.fromEntries(settings);
}

const secret = () => randomBytes(32).toString('base64');

it('the shipped settings are complete', () => {
  const service = shippedSettings('service', { password: 'ab12' });
  expect(() => readEnvironment(service)).not.toThrow();
  const storefront = shippedSettings('storefront', {
    'the name of the shop': 'River Boats',
    password: 'ab12',
    user: 'shop',
    'secret of the client storefront': secret(),
    'secret of the client staff': secret(),
    'sk_live_… of the account': 'sk_live_51abcdefghijklmnop',
    'whsec_… of the webhook endpoint': `whsec_${secret()}`,
    'address of the operator': 'operator@tickets.example',
    secret: secret(),
    'another secret': secret(),
  });
  expect(() => readConfig(storefront)).not.toThrow();
  expect(storefront['SHOP_NAME']).toBe('River Boats');
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
