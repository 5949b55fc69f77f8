import { eq } from 'drizzle-orm';
import { itemTicketTable } from '@/service/order/order-table';
import { type Bought, buy, ordersOf } from './buying';
import { cancelUnits, unitsOf, validOf } from './cancelling';
import type { Storm } from './storm-context';

/** A gift card is bought, and two people use it at the same time; then they cancel, and so does who bought it. */
export async function useGiftCard(storm: Storm): Promise<void> {
  const bought = await buy(storm, { keys: ['card'], items: 1, quantity: 1, code: null });
  if (bought?.state !== 'ordered') return;
  const code = await codeOf(storm, bought);
  if (code === null) return;
  storm.count('gift card bought');
  const keys = ['odd', 'third', 'cheap', 'seat'];
  const uses = await Promise.all([1, 2].map(() => buy(storm, { keys, items: 1, code })));
  for (const use of uses) storm.count(`gift card used: ${use?.state ?? 'not held'}`);
  const all = [...uses, ...(storm.random.chance(0.5) ? [bought] : [])];
  await Promise.all(all.map((one) => cancelSome(storm, one)));
}

/** As the order page shows it; null: it is cancelled, or there is none. */
async function codeOf(storm: Storm, { id }: Bought): Promise<string | null> {
  const [order] = await ordersOf(storm, id);
  if (order === undefined) return null;
  const [ticket] = await storm.world.ticketing.db
    .select({ code: itemTicketTable.reference })
    .from(itemTicketTable)
    .where(eq(itemTicketTable.orderId, order.id));
  return ticket?.code ?? null;
}

async function cancelSome(storm: Storm, bought: Bought | null): Promise<void> {
  if (bought?.state !== 'ordered') return;
  const [order] = await ordersOf(storm, bought.id);
  if (order === undefined) return;
  const units = validOf(await unitsOf(storm, order.id));
  const some = units.slice(0, storm.random.whole(1, Math.max(1, units.length)));
  await cancelUnits(storm, { id: bought.id, orderId: order.id }, some);
}
