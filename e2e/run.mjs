// What `npm test` runs. Plain Node without packages, because they may not be installed yet.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { buildPrograms, install, isShopOld, npm } from '../demo/prepare.mjs';
import { chromiumPath } from './chromium.mjs';

// These reporters are those of `npm run test:unit`.
const unitReporters = [
  '--reporter=default',
  '--reporter=./testing/long-files.ts',
  '--reporter=json',
  '--outputFile.json=test-results/unit.json',
];

install({ withDevelopment: true });
buildPrograms();
if (isShopOld()) npm(['run', 'build:shop'], 'building the shop');
ensureChromium();
// With `--verified`, `npm run verify` has just run the unit tests on this checkout: they are counted, not run again.
const isVerified = process.argv.includes('--verified') && existsSync('test-results/unit.json');
// Results of an earlier run must not be counted.
rmSync(isVerified ? 'test-results/e2e.json' : 'test-results', { recursive: true, force: true });
const unit = isVerified ? 0 : run('node_modules/vitest/vitest.mjs', ['run', ...unitReporters]);
const journeys = run('node_modules/@playwright/test/cli.js', [
  'test',
  '--project=journeys',
  '--project=afterwards',
]);

const counts = [vitestCounts('test-results/unit.json'), playwrightCounts('test-results/e2e.json')];
const passed = counts.reduce((sum, one) => sum + one.passed, 0);
const failed = counts.reduce((sum, one) => sum + one.failed, 0);
// A run that stopped before it could count is a failure, too.
const broken = failed === 0 && (unit !== 0 || journeys !== 0) ? 1 : 0;
process.stdout.write(`${passed} passed, ${failed + broken} failed\n`);
process.exit(failed + broken === 0 ? 0 : 1);

/** Runs a Node program until it ends; returns its exit code. */
function run(script, args) {
  return spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' }).status ?? 1;
}

function vitestCounts(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0 };
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests };
}

function playwrightCounts(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0 };
  const { expected, unexpected, flaky } = JSON.parse(readFileSync(file, 'utf8')).stats;
  return { passed: expected, failed: unexpected + flaky };
}

/** Finds a Chromium; otherwise installs Playwright's own, or the distribution's package. */
function ensureChromium() {
  if (chromiumPath() !== undefined) return;
  process.stdout.write('installing Chromium\n');
  if (run('node_modules/@playwright/test/cli.js', ['install', 'chromium', '--only-shell']) === 0) return;
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const apt = (...args) => spawnSync('apt-get', args, { stdio: 'inherit' }).status === 0;
    const install = (name) => apt('install', '-y', '-qq', name) && chromiumPath() !== undefined;
    if (apt('update', '-qq') && (install('chromium-headless-shell') || install('chromium'))) return;
  }
  process.stderr.write(
    'No Chromium was found or could be installed: install one, or name it with CHROMIUM_PATH.\n',
  );
  process.exit(1);
}
