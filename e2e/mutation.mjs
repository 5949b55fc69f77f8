// `npm run test:mutation -- payment order`: mutation tests of these areas, one after another (stryker.config.mjs).
import { spawnSync } from 'node:child_process';

const parts = {
  availability: ['availability.queue', 'availability.counters'],
  order: ['order.decisions', 'order.bookings', 'order.tickets', 'order.documents'],
};

const areas = process.argv.slice(2);
if (areas.length === 0) areas.push('payment', 'checkout', 'availability', 'order');
for (const area of areas.flatMap((name) => parts[name] ?? name)) {
  const { status } = spawnSync('node_modules/.bin/stryker', ['run'], {
    stdio: 'inherit',
    env: { ...process.env, MUTATION_AREA: area },
  });
  if (status !== 0) process.exit(status ?? 1);
}
