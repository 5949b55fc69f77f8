// What `npm start` runs. Plain Node without packages, because the packages may not be there yet.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MINIMUM = [20, 19];
const SOURCES = [
  'app',
  'components',
  'lib',
  'public',
  'next.config.mjs',
  'tailwind.config.ts',
  'package-lock.json',
  'proxy.ts',
  'instrumentation.ts',
];

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const fail = (sentence) => {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
};

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1])) {
  fail(`Node.js ${MINIMUM.join('.')} or later is needed; this is ${process.versions.node}.`);
}

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

if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json')) {
  // The build needs the development packages too.
  npm(['ci', '--include=dev'], 'installing the packages');
}
if (changedAt('.next/BUILD_ID') < Math.max(...SOURCES.map(changedAt))) {
  npm(['run', 'build'], 'building the shop');
}

// A process group of its own: the terminal's Ctrl-C comes here and is passed on once, instead of reaching everybody.
const child = spawn(process.execPath, ['--import', 'tsx', 'demo/start.ts'], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  detached: process.platform !== 'win32',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('error', (error) => fail(`The demonstration could not be started: ${error.message}.`));
child.once('exit', (code) => process.exit(code ?? 1));
