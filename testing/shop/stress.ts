import { sql } from 'drizzle-orm';
import { ServiceError } from '@/lib/client/service-error';
import { hold } from '@/lib/shop/flows/basket/basket';
import { readHolds } from '@/lib/shop/data/hold-store';
import { totalOf } from '@/lib/shop/rules/fees';
import { placeOrder } from '@/lib/shop/flows/checkout/place-order';
import { applyVoucher } from '@/lib/shop/flows/voucher/apply-voucher';
import type { CheckoutContext } from '@/lib/shop/context';
import { askIfPaying } from './ask-if-paying';
import { holdRequest, orderOf, startTestShop, type TestShop } from './test-shop';
import { randomFaults, noFaults } from './random-faults';
import { audit, pageSays, type Audit, type Purchase } from './books';
import { crashingContext, type CrashingContext } from '@/testing/faults/crash-injection';
import { randomOf, type Random } from '@/testing/faults/random';
import { settleByStaff } from './staff';
import { receiveWebhook } from '@/lib/shop/flows/payment/webhooks';
import { processDue } from './process-due';
import { processCheckout } from '@/lib/shop/flows/order/process-checkout';

export interface StressTestOptions extends Partial<Pick<CheckoutContext, 'database' | 'capture'>> {
  seed: number;
  purchases: number;
  /** Whether the service has what goes beyond the specification; else it may do the same request twice. */
  isExtended?: boolean;
  /** Changes the context of every process; for a worker that is expected to fail. */
  instead?: (context: CheckoutContext) => CheckoutContext;
}

export interface StressResult extends Audit {
  /** How many processes crashed. */
  crashed: number;
  /** How many purchases staff had to settle. */
  byStaff: number;
}

/** The purchases of a stress test. When there are no running processes, customers use `context`. */
export interface StressTest {
  shop: TestShop;
  random: Random;
  context: CheckoutContext;
  processes: CrashingContext[];
  purchases: Purchase[];
  crashed: number;
}

const rounds = 8;
const processesAtOnce = 3;
const mostFinishingRounds = 15;

/**
 * Customers buy while faults are injected and processes crash; then the faults stop, and the remaining
 * process finishes. Resolves to the results according to the books of the partners.
 */
export async function runStressTest(options: StressTestOptions): Promise<StressResult> {
  const shop = await startTestShop({ ...options, timeoutMilliseconds: 1_000 });
  const context = options.instead === undefined ? shop.context : options.instead(shop.context);
  const stressTest = startStressTest(shop, options.seed, context, options.isExtended);
  try {
    for (let round = 0; round < rounds; round += 1) {
      await runRound(stressTest, customersIn(round, options.purchases));
    }
    return { ...(await finishAll(stressTest)), crashed: stressTest.crashed };
  } finally {
    await shop.close();
  }
}

export function startStressTest(
  shop: TestShop,
  seed: number,
  context: CheckoutContext,
  isExtended = true,
): StressTest {
  const random = randomOf(seed);
  shop.ticketing.stock = 1_000_000;
  shop.ticketing.hasExtensions = isExtended;
  shop.ticketing.vouchers.set('HALF', '50.00');
  randomFaults(shop, random);
  return { shop, random, context, processes: [], purchases: [], crashed: 0 };
}

/** The last rounds have no new customers, so that the remaining work is processed. */
function customersIn(round: number, purchases: number): number {
  const buying = rounds - 3;
  if (round >= buying) return 0;
  return Math.floor(((round + 1) * purchases) / buying) - Math.floor((round * purchases) / buying);
}

/** Starts some processes that crash sooner or later, and some customers; then lets time pass. */
async function runRound(stressTest: StressTest, customers: number): Promise<void> {
  const { shop, random } = stressTest;
  stressTest.processes = Array.from({ length: processesAtOnce }, () =>
    crashingContext(stressTest.context, {
      at: random.whole(5, 150 + customers * 20),
      when: random.pick(['before', 'after']),
    }),
  );
  let buying = true;
  const working = stressTest.processes.map(async (process) => {
    while (!process.hasCrashed()) {
      const more = await process.outcome(processDue(process.context));
      if (more === false && !buying) return;
      if (more === false) await new Promise((later) => setTimeout(later, 10));
    }
  });
  await Promise.all(Array.from({ length: customers }, () => buyUnderStress(stressTest)));
  buying = false;
  await Promise.all(working);
  stressTest.crashed += stressTest.processes.filter(({ hasCrashed }) => hasCrashed()).length;
  stressTest.processes = [];
  // Leases may only end now, when no process has one.
  await shop.laterAll();
}

/**
 * Stops all faults and processes the remaining work; resolves to the results according to the books of the
 * partners.
 */
export async function finishAll(stressTest: StressTest): Promise<Audit & { byStaff: number }> {
  const { shop, context, purchases } = stressTest;
  noFaults(shop);
  await processForLong(stressTest);
  const byStaff = await settleByStaff(context, shop);
  if (byStaff > 0) await processForLong(stressTest);
  const looked = await Promise.all(
    purchases.map(async (purchase) => ({
      ...purchase,
      page: pageSays(await shop.find(purchase.checkoutId)),
    })),
  );
  return { ...audit(shop, looked), byStaff };
}

async function processForLong({ shop, context }: StressTest): Promise<void> {
  for (let round = 0; round < mostFinishingRounds; round += 1) {
    while (await processDue(context));
    await shop.laterAll();
  }
}

/**
 * A customer asks a process; when it crashes or fails, the customer asks another one. Null when all tries
 * failed.
 */
async function ask<Result>(
  stressTest: StressTest,
  act: (context: CheckoutContext) => Promise<Result>,
): Promise<Result | null> {
  for (let tries = 0; tries < 8; tries += 1) {
    const [first, ...others] = stressTest.processes.filter(({ hasCrashed }) => !hasCrashed());
    try {
      const process = first === undefined ? null : stressTest.random.pick([first, ...others]);
      const answer = await (process === null
        ? act(stressTest.context)
        : process.outcome(act(process.context)));
      if (answer !== null) return answer;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
  }
  return null;
}

/** A customer who holds, orders, pays and comes back, or stops at one of these steps. */
export async function buyUnderStress(stressTest: StressTest): Promise<void> {
  const { shop, random } = stressTest;
  const quantity = random.whole(1, 4);
  const held = await ask(stressTest, async (context) => {
    const result = await hold(context, holdRequest(shop.ticketing, quantity));
    return result.kind === 'held' ? result.checkoutId : null;
  });
  if (held === null) return;
  const { reference } = await shop.find(held);
  const email = `buyer-${stressTest.purchases.length}@example.org`;
  stressTest.purchases.push({ checkoutId: held, reference, email });
  // A voucher whose process has crashed may be applied or not: the customer pays the price that the page shows then.
  if (random.chance(0.3)) await ask(stressTest, (context) => applyVoucher(context, held, 'half'));
  let page = await order(stressTest, held, email);
  if (page === 'total_changed') page = await order(stressTest, held, email);
  if (page === 'total_changed') return;
  if (page === null || random.chance(0.1)) return;
  if (random.chance(0.3)) shop.ticketing.expire(await reservationsOf(shop, held));
  if (random.chance(0.15)) await holdOver(shop, held);
  if (pays(shop, page)) await comeBack(stressTest, held, page.slice(page.lastIndexOf('/') + 1));
}

/** The address of the payment page; null: there is none. */
function order(stressTest: StressTest, held: string, email: string): Promise<string | null> {
  return ask(stressTest, async (context) => {
    const total = totalOf(await readHolds(context.database, held));
    const placed = await placeOrder(context, orderOf(held, total, { email }));
    if (placed.kind === 'total_changed') return placed.kind;
    return placed.kind === 'pay' ? placed.url : null;
  });
}

async function reservationsOf(shop: TestShop, id: string): Promise<string[]> {
  return (await readHolds(shop.context.database, id)).map(({ reservationId }) => reservationId);
}

/** Ends the hold by our clock. A process that has the lease keeps it. */
async function holdOver(shop: TestShop, id: string): Promise<void> {
  await shop.context.database.transaction((transaction) =>
    transaction.run(sql`update storefront.checkout set expires_at = clock_timestamp() where id = ${id}`),
  );
  // A process that has the job keeps it.
  await shop.context.database.single.run(
    sql`update storefront.job set due_at = clock_timestamp() where subject = 'checkout' and key = ${id}`,
  );
}

/** False when the page was closed before the customer had paid. */
function pays(shop: TestShop, page: string): boolean {
  const sessionId = page.slice(page.lastIndexOf('/') + 1);
  if (shop.provider.sessions.get(sessionId)?.status !== 'open') return false;
  shop.provider.pay(sessionId);
  return true;
}

/** Webhooks arrive once, often or never, and so do browsers. */
async function comeBack(stressTest: StressTest, id: string, sessionId: string): Promise<void> {
  const { shop, random } = stressTest;
  const { body, signature } = shop.provider.webhook(sessionId);
  const webhooks = random.pick([0, 1, 1, 2, 5]);
  const browsers = random.pick([0, 0, 1, 2]);
  await Promise.all([
    ...Array.from({ length: webhooks }, () =>
      ask(stressTest, (context) => receiveWebhook(context, body, signature)),
    ),
    ...Array.from({ length: browsers }, () =>
      ask(stressTest, async (context) => {
        await askIfPaying(context, id);
        await processCheckout(context, id);
        return true;
      }),
    ),
  ]);
}
