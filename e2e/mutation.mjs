// `npm run test:mutation -- payment order`: mutation tests of these areas, one after another (stryker.config.mjs).
import { spawnSync } from 'node:child_process';
import { areas } from '../stryker.config.mjs';

const all = Object.keys(areas);
const named = process.argv.slice(2);
const isWanted = (area) =>
  named.length === 0 || named.some((name) => area === name || area.startsWith(`${name}.`));
const unknown = named.filter((name) => !all.some((area) => area === name || area.startsWith(`${name}.`)));
if (unknown.length > 0) throw new Error(`no such area: ${unknown.join(', ')}; there are ${all.join(', ')}`);
for (const area of all.filter(isWanted)) {
  const { status } = spawnSync('node_modules/.bin/stryker', ['run'], {
    stdio: 'inherit',
    env: { ...process.env, MUTATION_AREA: area },
  });
  if (status !== 0) process.exit(status ?? 1);
}
