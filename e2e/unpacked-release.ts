import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Environment } from '../demo/env';

/** A program of a release that runs. */
export interface ReleaseProgram {
  readonly name: string;
  /** Resolves with how it ended, and what it said. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** A release as an operator has it. */
export interface UnpackedRelease {
  readonly folder: string;
  /** A new folder that the user of the programs can write. */
  dataFolder(name: string): Promise<string>;
  start(command: string, env: Environment): ReleaseProgram;
  /** Runs a command in a data folder; resolves to its exit code and what it said. */
  run(
    command: string,
    args: readonly string[],
    cwd: string,
    env: Environment,
  ): Promise<[number | null, string]>;
  remove(): Promise<void>;
}

/** Another user than root. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: nobody, gid: nobody } : {};

/**
 * Unpacks an archive into a folder with spaces in its path, where nobody can write. Its programs run as another user than
 * root, without a home, and find only node in their path.
 */
export async function unpackRelease(archive: string): Promise<UnpackedRelease> {
  const base = await mkdtemp(join(tmpdir(), 'a release '));
  await chmod(base, 0o755);
  const [programs, code] = [join(base, 'only node'), join(base, 'the code')];
  await mkdir(programs);
  await symlink(process.execPath, join(programs, 'node'));
  await mkdir(code);
  execFileSync('tar', ['-x', '-f', archive, '-C', code]);
  execFileSync('chmod', ['-R', 'a-w', code]);
  const [name = ''] = await readdir(code);
  const folder = join(code, name);
  const begin = (command: string, args: readonly string[], cwd: string, env: Environment) => {
    const all: Environment = { PATH: programs, ...env };
    const child = spawn(join(folder, 'bin', command), args, {
      ...user,
      cwd,
      env: all as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = Promise.all([text(child.stdout), text(child.stderr)]).then((all) => all.join(''));
    const exit = once(child, 'exit') as Promise<[number | null]>;
    return { child, said, exit };
  };
  return {
    folder,
    dataFolder: async (of) => {
      const data = join(base, of);
      await mkdir(data, { mode: 0o700 });
      if (isRoot) await chown(data, nobody, nobody);
      return data;
    },
    start: (command, env) => {
      const { child, said, exit } = begin(command, [], '/', env);
      return {
        name: command,
        ended: exit.then(async ([status]) => `ended with ${status ?? 'a signal'}: ${await said}`),
        stop: async () => {
          child.kill('SIGTERM');
          await exit;
        },
      };
    },
    run: async (command, args, cwd, env) => {
      const { said, exit } = begin(command, args, cwd, env);
      return [(await exit)[0], await said];
    },
    remove: async () => {
      execFileSync('chmod', ['-R', 'u+w', code]);
      await rm(base, { recursive: true, force: true });
    },
  };
}
