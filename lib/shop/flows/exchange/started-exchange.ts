import type { CheckoutContext } from '../../context';
import { findRebooking } from '../../data/rebooking-store';
import { deleteStarted, saveStarted } from '../../data/started-exchange-store';
import type { StartedExchange } from '../../tables/rebooking-table';
import { stopPaying } from '../payment/stop-paying';
import { keepTickets } from './exchange-tickets';

/** Tickets are to be exchanged for what is held next, in every browser that may see their purchase. */
export function startExchange(
  { database }: Pick<CheckoutContext, 'database'>,
  started: Omit<StartedExchange, 'startedAt'>,
): Promise<void> {
  return saveStarted(database.single, started);
}

/** Nothing more can become of it. */
export function endExchange(
  { database }: Pick<CheckoutContext, 'database'>,
  earlierId: string,
): Promise<void> {
  return deleteStarted(database.single, earlierId);
}

/** The earlier tickets stay as they are. What is just being paid with them can't be taken back: the exchange ends with it. */
export async function giveUpExchange(
  context: CheckoutContext,
  { earlierId, openId }: { earlierId: string; openId: string | null },
): Promise<void> {
  const used = openId === null ? null : await findRebooking(context.database, openId);
  if (openId !== null && used?.earlierId === earlierId) {
    const isHeld = (await stopPaying(context, openId)) !== null;
    if (!isHeld || !(await keepTickets(context, openId))) return;
  }
  await endExchange(context, earlierId);
}
