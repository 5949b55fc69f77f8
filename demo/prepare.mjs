// The preparation of `npm start` and `npm test`. Plain Node without packages, because they may not be installed
// yet.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MINIMUM = [20, 19];
const SOURCES = [
  'app',
  'components',
  'lib',
  'service',
  'build-programs.mjs',
  'public',
  'next.config.mjs',
  'tailwind.config.ts',
  'package-lock.json',
  'instrumentation.ts',
];

const BUILT = ['.next/BUILD_ID', 'dist/service/main.mjs', 'dist/lib/server/main.mjs'];

/** Says what is wrong and ends with 1. */
export const fail = (sentence) => {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
};

/** When a file was changed, or the newest file in a folder; 0 when there is none. Tests are not built. */
function changedAt(path) {
  if (!existsSync(path)) return 0;
  const stats = statSync(path);
  if (!stats.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : stats.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => changedAt(join(path, name))));
}

function npm(args, what) {
  process.stdout.write(`${what}\n`);
  const { status, error } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (error) fail(`npm could not be run: ${error.message}.`);
  if (status !== 0) fail(`"npm ${args.join(' ')}" did not work; what it said is above.`);
}

/** Installs the packages and builds the shop where that is not done yet. Ends the process when it can't be. */
export function prepare() {
  process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1])) {
    fail(`Node.js ${MINIMUM.join('.')} or later is needed; this is ${process.versions.node}.`);
  }
  if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json')) {
    // The build needs the development packages too.
    npm(['ci', '--include=dev', '--loglevel=error'], 'installing the packages');
  }
  const builtAt = Math.min(...BUILT.map(changedAt));
  if (builtAt < Math.max(...SOURCES.map(changedAt))) {
    npm(['run', 'build'], 'building the shop and the service');
  }
}
