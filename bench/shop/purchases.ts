import { setTimeout as pause } from 'node:timers/promises';
import type { BenchEnvironment } from '../tools/environment';
import { processorTime, residentMemory } from '../tools/programs';
import type { Result } from '../tools/report';
import { buyers } from '../soak/buyers';
import { pidOf } from '../soak/environment';
import { repeat } from '../soak/watch';
import { openShop } from './open-shop';

const buyersAtOnce = 8;
const warmUpPurchases = 60;

/**
 * P13: whole purchases by plain HTML forms, from the front page to the PDF, on PostgreSQL. Each buyer has a network of its
 * own. The buyers, the providers and PostgreSQL run on the same machine.
 */
export async function purchases(bench: BenchEnvironment): Promise<Result> {
  const { settings } = bench;
  const environment = await openShop(bench);
  try {
    const { soak } = environment;
    const [storefront, service] = [pidOf(environment, 'storefront'), pidOf(environment, 'service')];
    const buy = buyers(soak, ['pay']);
    const failures: unknown[] = [];
    const visit = async () => {
      try {
        await buy();
      } catch (error) {
        if (!soak.signal.aborted) failures.push(error);
      }
    };
    const all = Promise.all(Array.from({ length: buyersAtOnce }, () => repeat(soak.signal, 0, visit)));
    const bought = () => soak.tally.counts().done.buyers['tickets downloaded'] ?? 0;
    while (bought() < warmUpPurchases && failures.length === 0) await pause(200);
    const read = async () => ({
      bought: bought(),
      at: performance.now(),
      storefront: await processorTime(storefront),
      service: await processorTime(service),
    });
    const before = await read();
    await pause(settings.seconds * settings.rounds * 1000);
    const after = await read();
    const memory = await residentMemory(storefront);
    environment.stopClients();
    await all;
    if (failures.length > 0) throw failures[0];
    return { lines: linesOf(before, after, memory), notes: ['P13: the memory is that of the storefront.'] };
  } finally {
    await environment.close(false);
  }
}

/** What was done until a moment, in milliseconds; the processor time of the programs in seconds. */
type Reading = Readonly<Record<'bought' | 'at' | 'storefront' | 'service', number>>;

function linesOf(before: Reading, after: Reading, memory: number): Result['lines'] {
  const count = after.bought - before.bought;
  const perPurchase = (of: 'storefront' | 'service') => ((after[of] - before[of]) * 1000) / count;
  const line = { goal: 'P13', unit: 'ms' } as const;
  return [
    {
      goal: 'P13',
      what: 'whole purchases by HTML forms',
      unit: 'purchases/s',
      memory,
      measured: count / ((after.at - before.at) / 1000),
      wanted: { is: '≥', value: 10 },
    },
    {
      ...line,
      what: 'processor time of the storefront for a purchase',
      measured: perPurchase('storefront'),
      wanted: { is: '≤', value: 60 },
    },
    {
      ...line,
      what: 'processor time of the service for a purchase',
      measured: perPurchase('service'),
      wanted: { is: '≤', value: 15 },
    },
  ];
}
