import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { BenchEnvironment } from '../tools/environment';
import { buyers } from '../soak/buyers';
import { repeat } from '../soak/watch';
import { openShop } from './open-shop';

const warmUpPurchases = 20;
const countedPurchases = 60;

/** How many calls the storefront makes to the service for a purchase, with so many buyers at once who come without a pause. */
export async function callsOfPurchase(
  bench: BenchEnvironment,
  buyersAtOnce: number,
  checkout?: string,
): Promise<number> {
  const file = join(bench.folder, `calls-${buyersAtOnce}`);
  await writeFile(file, '');
  const writeCalls = pathToFileURL('testing/requests-of-program.mjs').href;
  const service = { NODE_OPTIONS: `--import=${writeCalls}`, REQUESTS_FILE: file, SERVICE_PROCESSES: '1' };
  const environment = await openShop(bench, { service, checkout });
  try {
    const { soak } = environment;
    const buy = buyers(soak, ['pay']);
    const bought = () => soak.tally.counts().done.buyers['tickets downloaded'] ?? 0;
    const all = Promise.all(Array.from({ length: buyersAtOnce }, () => repeat(soak.signal, 0, buy)));
    const failed = all.then(() => undefined);
    const read = async (purchases: number) => {
      while (bought() < purchases) await Promise.race([pause(50), failed]);
      const lines = (await readFile(file, 'utf8')).split('\n');
      return { calls: lines.filter((line) => line.includes(' /v1/')).length, bought: bought() };
    };
    const before = await read(warmUpPurchases);
    const after = await read(warmUpPurchases + countedPurchases);
    environment.stopClients();
    await all.catch(() => undefined);
    return (after.calls - before.calls) / (after.bought - before.bought);
  } finally {
    await environment.close(false);
  }
}
