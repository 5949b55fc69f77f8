import { eq, gt } from 'drizzle-orm';
import { isOneOf } from '../../../database/conditions';
import { ServiceError } from '../../../client/service-error';
import type { CheckoutContext } from '../../context';
import { readOrders } from '../../data/order-store';
import { ticketErasureTable } from '../../tables/ticket-erasure-table';

type Erasing = Pick<CheckoutContext, 'client' | 'database' | 'report'>;

/** How many bookings have tickets that the service did not clear, and of how many it has not answered (yet). */
export interface TicketErasure {
  refused: number;
  waiting: number;
}

/** Removes holders and answers at the service, as far as it was requested. A repetition is safe. */
export async function eraseTickets(context: Erasing, checkoutIds: readonly string[]): Promise<TicketErasure> {
  const due = await context.database.db
    .select({ id: ticketErasureTable.checkoutId })
    .from(ticketErasureTable)
    .where(isOneOf(ticketErasureTable.checkoutId, checkoutIds));
  const counts = { refused: 0, waiting: 0 };
  for (const { id } of due) {
    const answer = await eraseOne(context, id);
    if (answer !== 'saved') counts[answer] += 1;
  }
  return counts;
}

/** `waiting`: the service did not answer for each ticket; the next night it is asked again. */
async function eraseOne(context: Erasing, checkoutId: string): Promise<'saved' | keyof TicketErasure> {
  const { client, database, report } = context;
  const items = (await readOrders(database, checkoutId)).flatMap(({ data }) => data.items);
  let isRefused = false;
  for (const path of items.flatMap(({ tickets = [] }) => tickets))
    try {
      // The state of a ticket stays: the venue admits whoever brings it.
      if ((await client.clearItemTicket(path, { language: 'en' })) === 'refused') isRefused = true;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      report('warn', 'the holders of tickets could not be erased yet', {
        checkout: checkoutId,
        reason: error.reason,
      });
      return 'waiting';
    }
  await database.transaction(({ db }) =>
    db.delete(ticketErasureTable).where(eq(ticketErasureTable.checkoutId, checkoutId)),
  );
  if (!isRefused) return 'saved';
  report('warn', 'the service does not erase the holders of tickets', { checkout: checkoutId });
  return 'refused';
}

const bookingsAtOnce = 100;

/** Asks the service again where it did not answer, and for the bookings whose retention period is over. */
export async function eraseDueTickets(context: Erasing, signal: AbortSignal): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    signal.throwIfAborted();
    const next = await context.database.db
      .select({ id: ticketErasureTable.checkoutId })
      .from(ticketErasureTable)
      .where(gt(ticketErasureTable.checkoutId, after))
      .orderBy(ticketErasureTable.checkoutId)
      .limit(bookingsAtOnce);
    const last = next.at(-1);
    if (last === undefined) return;
    await eraseTickets(
      context,
      next.map(({ id }) => id),
    );
    after = last.id;
  }
}
