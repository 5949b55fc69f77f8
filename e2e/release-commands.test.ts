import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

// From where the commands of a release find their programs. e2e/release.long.test.ts starts the programs themselves.

const commands = ['ticketing', 'ticketing-service', 'ticketing-storefront'] as const;
let base: string;
let release: string;

/** The release has programs that say in which folder they run. */
beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'a release-')));
  release = join(base, 'ticketing-1.0.0');
  await cp('bin', join(release, 'bin'), { recursive: true });
  const program = 'process.stdout.write(process.cwd())';
  for (const path of ['run-built.mjs', 'dist/lib/runtime/migrate-command.mjs']) {
    await mkdir(dirname(join(release, path)), { recursive: true });
    await writeFile(join(release, path), program);
  }
  await mkdir(join(base, 'elsewhere'));
  for (const command of commands)
    await symlink(join(release, 'bin', command), join(base, 'elsewhere', command));
});
afterAll(() => rm(base, { recursive: true }));

const run = (file: string, args: readonly string[], cwd: string) =>
  execFileSync(file, args, { cwd, encoding: 'utf8' });

it.each(commands)('%s runs in the folder of its release, wherever it is called from', (command) => {
  const args = command === 'ticketing' ? ['migrate'] : [];
  const path = join(release, 'bin', command);
  const told = [
    run(path, args, '/'),
    run(join(base, 'elsewhere', command), args, '/'),
    run('sh', [command, ...args], join(release, 'bin')),
    run(`./bin/${command}`, args, release),
  ];
  expect(new Set(told)).toEqual(new Set([release]));
});
