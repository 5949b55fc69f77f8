import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { hasCode } from '../demo/common/files';

/** A change of one file: `from` is replaced by `to`. */
export interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A changed and built copy of the project in a folder of its own. */
export interface OtherBuild {
  readonly folder: string;
  remove(): Promise<void>;
}

const left = new Set(['.git', '.next', 'dist', '.data', 'test-results', 'playwright-report', 'node_modules']);

/** Copies the project, changes it, and builds it; takes minutes. Throws an Error with the build's output. */
export function buildChanged(change: Change): Promise<OtherBuild> {
  return buildIn((folder) => {
    for (const entry of readdirSync('.', { withFileTypes: true })) {
      if (left.has(entry.name)) continue;
      if (entry.isDirectory()) copyTree(entry.name, join(folder, entry.name), copyFileSync);
      else copyFileSync(entry.name, join(folder, entry.name));
    }
    linkPackages(folder);
    apply(change, folder);
  });
}

/** Builds the project as it was at a tag, with the packages that it had then; takes minutes. Throws as above. */
export function buildTag(tag: string): Promise<OtherBuild> {
  return buildIn(async (folder) => {
    const archive = execFileSync('git', ['archive', tag], { maxBuffer: 1e9 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    const lockOf = (place: string) => readFileSync(join(place, 'package-lock.json'), 'utf8');
    if (lockOf(folder) === lockOf('.')) linkPackages(folder);
    else await run(folder, 'npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--loglevel=error']);
  });
}

async function buildIn(prepare: (folder: string) => void | Promise<void>): Promise<OtherBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'other-build-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await prepare(folder);
    await build(folder);
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, remove };
}

/** The bundler follows no link out of the project's folder. */
const linkPackages = (folder: string) => copyTree('node_modules', join(folder, 'node_modules'), linkOrCopy);

function copyTree(from: string, to: string, copy: (from: string, to: string) => void): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target, copy);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else copy(source, target);
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // The temporary folder may be on another disk.
    if (!hasCode(error, 'EXDEV', 'EPERM', 'EMLINK')) throw error;
    copyFileSync(from, to);
  }
}

function apply({ file, from, to }: Change, folder: string): void {
  const before = readFileSync(file, 'utf8');
  if (!before.includes(from)) throw new Error(`${file} does not contain "${from}"`);
  writeFileSync(join(folder, file), before.replace(from, to));
}

/** As `npm run build` does. */
async function build(folder: string): Promise<void> {
  await run(folder, process.execPath, ['node_modules/next/dist/bin/next', 'build']);
  await run(folder, process.execPath, ['build-programs.mjs']);
}

async function run(folder: string, program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', NEXT_DIST_DIR: '.next', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The build failed.\n${(await said).join('\n')}`);
}
