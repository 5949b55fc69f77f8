import type { BenchEnvironment } from '../tools/environment';
import type { Result } from '../tools/report';
import { runSoak } from '../soak/run';
import { readSoakSettings } from '../soak/settings';
import { goalsOf } from '../soak/verdict';
import { openShop } from './open-shop';

const mostStorefrontMb = 400;
/** At least so many samples in each quarter. */
const samplesOfQuarter = 10;

/** As in P10 and P13: many who read the same pages, and buyers without a pause. */
const crowds = {
  readers: { atOnce: 16, restMilliseconds: 0 },
  buyers: { atOnce: 8, restMilliseconds: 0 },
};

/** P8: the soak test with more readers and buyers, and with less memory for the storefront. */
export async function storefrontMemory(bench: BenchEnvironment): Promise<Result> {
  const { settings } = bench;
  const usual = readSoakSettings();
  const minutes = settings.memoryMinutes;
  const environment = await openShop(bench);
  try {
    const { outcome } = await runSoak(environment, {
      settings: {
        ...usual,
        minutes,
        most: { ...usual.most, storefront: mostStorefrontMb },
        sampleSeconds: Math.min(usual.sampleSeconds, (minutes * 60) / 4 / samplesOfQuarter),
      },
      say: (text) => process.stderr.write(`${text}\n`),
      crowds,
    });
    const { counts, books, quarters } = outcome;
    const medians = quarters.storefront.map(({ median }) => median.toFixed(0)).join(', ');
    return {
      lines: goalsOf(outcome).map((line) => ({ ...line, goal: 'P8' })),
      notes: [
        `P8: ${minutes} minutes; the storefront’s median memory by quarter: ${medians} MB; ${books.paid} purchases were paid.`,
        ...counts.missing.map((what) => `P8: not done: ${what}.`),
        ...books.unmatched,
        ...counts.reasons,
      ],
    };
  } finally {
    await environment.close(false);
  }
}
