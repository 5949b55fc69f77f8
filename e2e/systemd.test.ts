import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { programCommands } from '@/demo/program-commands';
import { isInstalled } from '@/testing/is-installed';

describe.each(['service', 'storefront'] as const)('the unit of the %s', (name) => {
  const file = `deploy/systemd/ticketing-${name}.service`;

  it('starts the program as its npm script does', async () => {
    const lines = (await readFile(file, 'utf8')).split('\n');
    const { args, env } = programCommands[name];
    expect(lines).toContain(`ExecStart=/usr/bin/env node ${args.join(' ')}`);
    const set = lines
      .filter((line) => line.startsWith('Environment='))
      .flatMap((line) => line.slice('Environment='.length).split(' '));
    expect(set).toEqual(
      expect.arrayContaining(Object.entries(env).map(([variable, value]) => `${variable}=${value}`)),
    );
  });

  it.skipIf(!isInstalled('systemd-analyze', '--version'))('is understood by systemd', () => {
    const text = execFileSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    expect(text).toBe('');
  });
});
