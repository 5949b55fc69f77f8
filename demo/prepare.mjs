// The preparation of `npm start` and `npm test`. Plain Node without packages, because they may not be installed
// yet.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MINIMUM = [20, 19];

// What each build is made from.
export const sourcesOfShop = [
  'app',
  'components',
  'lib',
  'public',
  'instrumentation.ts',
  'next.config.mjs',
  'postcss.config.mjs',
  'tailwind.config.ts',
];
const PROGRAMS = ['demo', 'lib', 'service', 'testing/fakes', 'build-programs.mjs'];

const builtShop = process.env.NEXT_DIST_DIR ?? '.next';
/** The file that says that the build of the shop is complete (build-shop.mjs). */
export const completeBuild = join(builtShop, 'complete');
export const identifierOfBuild = join(builtShop, 'BUILD_ID');

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

/** Runs npm, after saying what for; ends the process when it did not work. */
export function npm(args, what) {
  process.stdout.write(`${what}\n`);
  const { status, error } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (error) fail(`npm could not be run: ${error.message}.`);
  if (status !== 0) fail(`"npm ${args.join(' ')}" did not work; what it said is above.`);
}

/**
 * Installs the packages where that is not done yet; ends the process when it can't be. `withDevelopment`: also those
 * that only tests, checks and benchmarks need.
 */
export function install({ withDevelopment = false } = {}) {
  process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1])) {
    fail(`Node.js ${MINIMUM.join('.')} or later is needed; this is ${process.versions.node}.`);
  }
  const isOld = changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json');
  const hasDevelopment = isDevelopmentThere();
  if (!isOld && (hasDevelopment || !withDevelopment)) return;
  const what = 'installing the packages';
  // Only adds packages, because programs that run may load more of those that are there.
  if (!isOld) return npm(['install', '--include=dev', '--no-save', '--loglevel=error'], what);
  const which = withDevelopment || hasDevelopment ? '--include=dev' : '--omit=dev';
  npm(['ci', which, '--loglevel=error'], what);
}

/** Builds the programs where that is not done yet; ends the process when it can't be. */
export function buildPrograms() {
  if (isOlder('dist/demo/start.mjs', PROGRAMS)) npm(['run', 'build:programs'], 'building the programs');
}

/** Whether the pages of the shop are not built, or not from these files. */
export const isShopOld = () => isOlder(completeBuild, sourcesOfShop);

function isDevelopmentThere() {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  return Object.keys(devDependencies).every((name) => existsSync(join('node_modules', name)));
}

function isOlder(built, sources) {
  return changedAt(built) < Math.max(...[...sources, 'package-lock.json'].map(changedAt));
}
