import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { afterRestore } from '@/lib/shop/flows/restore/after-restore';
import { crashingContext, type Crash, type ExternalCall } from '@/testing/faults/crash-injection';
import { audit, type Audit, type Purchase } from './books';
import { startTestShop, type TestShop } from './test-shop';

const patience = { rounds: 3, milliseconds: 0 };

const stories = ['has tickets', 'sold out', 'paid after a page of before'] as const;
type Story = (typeof stories)[number];

/** A purchase that was made after the moment of the restored databases. */
async function lost(shop: TestShop, story: Story): Promise<Purchase> {
  const { id, sessionId } = await shop.paying();
  const { reference } = await shop.find(id);
  shop.provider.pay(sessionId);
  if (story === 'paid after a page of before') return { checkoutId: id, reference, email: 'ada@example.org' };
  await shop.later(id, { holdOver: true });
  await shop.settle();
  if ((await shop.state(id)) !== 'ordered') throw new Error('the purchase was not ordered');
  const { database } = shop.context;
  await database.single.run(sql`truncate storefront.checkout cascade`);
  await database.single.run(sql`delete from storefront.job where subject in ('checkout', 'mail', 'webhook')`);
  shop.ticketing.orders.length = 0;
  shop.ticketing.reservations.clear();
  shop.mailbox.mails.length = 0;
  if (story === 'sold out') shop.ticketing.stock = 0;
  return { checkoutId: id, reference, email: 'ada@example.org' };
}

interface Run {
  calls: readonly ExternalCall[];
  crashed: boolean;
  audit: Audit;
}

/** The command is killed, if `crash` is given, and repeated; then the worker does what is due. */
async function restored(shop: TestShop, story: Story, crash: Crash | null): Promise<Run> {
  shop.reset();
  shop.provider.sessions.clear();
  await shop.context.database.single.run(sql`truncate storefront.checkout cascade`);
  const purchase = await lost(shop, story);
  const since = new Date(Date.now() - 60_000);
  const first = crashingContext(shop.context, crash);
  await first.outcome(afterRestore(first.context, since, { patience }));
  await shop.laterAll();
  await afterRestore(shop.context, since, { patience });
  for (let round = 0; round < 3; round += 1) {
    await shop.laterAll();
    await shop.settle();
  }
  return { calls: first.calls, crashed: first.hasCrashed(), audit: audit(shop, [purchase]) };
}

/** Every possible crash of the command. */
function crashesOf({ calls }: Run): Crash[] {
  return calls.flatMap((_, index): Crash[] => [
    { at: index + 1, when: 'before' },
    { at: index + 1, when: 'after' },
  ]);
}

/** Tests that kill the command at the chosen ones of all its crashes. */
export function testKilledCommands(choose: (crashes: readonly Crash[]) => readonly Crash[]): void {
  describe.each(['automatic', 'manual'] as const)('a command that is killed (%s)', (capture) => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await startTestShop({ capture });
    });
    afterAll(() => shop.close());

    it.each(stories)(
      'leaves an order or a refund, and one e-mail: %s',
      { timeout: 120_000 },
      async (story) => {
        // What was authorized had been captured with the order, before the restore.
        const end = story === 'sold out' ? 'refunded' : 'ordered';
        const ended = { ordered: 0, refunded: 0, voided: 0, 'not paid': 0, [end]: 1 };
        const crashes = crashesOf(await restored(shop, story, null));
        expect(crashes.length).toBeGreaterThan(10);
        for (const crash of choose(crashes)) {
          const { audit: found, crashed } = await restored(shop, story, crash);
          expect({ crash, crashed, ...found }).toEqual({ crash, crashed: true, ended, paid: 1, wrong: [] });
        }
      },
    );
  });
}
