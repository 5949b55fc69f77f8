import { sql } from 'drizzle-orm';
import { afterRestore } from '@/lib/shop/flows/restore/after-restore';
import { crashingContext, type Crash, type ExternalCall } from '@/testing/faults/crash-injection';
import { audit, type Audit, type Purchase } from './books';
import type { TestShop } from './test-shop';

const patience = { rounds: 3, milliseconds: 0 };

export const stories = ['has tickets', 'sold out', 'paid after a page of before'] as const;
export type Story = (typeof stories)[number];

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
export async function restored(shop: TestShop, story: Story, crash: Crash | null): Promise<Run> {
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
export function crashesOf({ calls }: Run): Crash[] {
  return calls.flatMap((_, index): Crash[] => [
    { at: index + 1, when: 'before' },
    { at: index + 1, when: 'after' },
  ]);
}
