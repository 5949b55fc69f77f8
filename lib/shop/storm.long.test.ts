import { describe, expect, it } from 'vitest';
import { printedSeed } from '@/testing/faults/random';
import { runStorm } from '@/testing/storm/storm';

// Customers, staff and faults at once, over all flows: docs/testing.md. Takes minutes: `npm run test:long`.
const read = (name: string, usual: number) => Number(process.env[name] ?? usual);
const first = printedSeed('storm');
const size = {
  stories: read('STORIES', 100),
  customers: read('CUSTOMERS', 8),
  faults: read('FAULTS', 0.2),
  kills: read('KILLS', 8),
};
/** With a seed of the environment only that storm happens. */
const seeds = process.env['SEED'] === undefined ? [first, first + 1] : [first];

const print = (...lines: readonly unknown[]) =>
  process.stdout.write(
    `${lines.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')}\n`,
  );

describe(`a storm of ${size.stories} stories with faults and kills`, () => {
  it.each(seeds)('leaves books that agree, SEED=%i', { timeout: 3_600_000 }, async (seed) => {
    const { counts, missing, made, isAtRest, differences, purchases, reports } = await runStorm({
      ...size,
      seed,
      progress: (line) => print(`SEED=${seed}: ${line}`),
    });
    print(`SEED=${seed}`, made, counts.stories, counts.happened, counts.faults, reports);
    print(...differences.map(({ what, references }) => `${what}: ${references.join(', ')}`), ...purchases);
    expect({ differences, missing, isAtRest }).toEqual({ differences: [], missing: [], isAtRest: true });
  });
});
