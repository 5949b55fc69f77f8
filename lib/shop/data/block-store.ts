import { eq, sql, type SQL } from 'drizzle-orm';
import { json, type Reader, type Transaction } from '../../database/database';
import { jsonRows } from '../../database/json-rows';
import { ticketBlockTable } from '../tables/incident-table';

/** Without the identifier of the member of staff who blocked the tickets: no page shows it. */
export type Block = Omit<typeof ticketBlockTable.$inferSelect, 'blockedBy'>;
const { checkoutId: id, blockedAt, asked, changed, refused, failed, tickets } = ticketBlockTable;

const columns = { checkoutId: id, blockedAt, asked, changed, refused, failed, tickets };

/** That of a checkout, in the statement that reads it. */
export const blockRows: SQL<Block[]> = jsonRows(columns, {
  rest: sql`from storefront.ticket_block where ticket_block.checkout_id = checkout.id`,
  orderBy: sql`ticket_block.checkout_id`,
});

/**
 * What the service was asked to do with the tickets of a block, and for how many it did so. `refused`: for
 * these tickets the service has no such request, or the ticket was used: staff have to tell the venue.
 * `failed`: no answer: staff have to repeat the request.
 */
export type BlockAnswer = {
  [Name in 'asked' | 'changed' | 'refused' | 'failed']: NonNullable<Block[Name]>;
};

const isOf = (checkoutId: string) => eq(ticketBlockTable.checkoutId, checkoutId);

export async function findBlock({ db }: Reader, checkoutId: string): Promise<Block | null> {
  const [found] = await db.select(columns).from(ticketBlockTable).where(isOf(checkoutId));
  return found ?? null;
}

/**
 * Blocks the tickets of a checkout with a lost dispute. Concurrency guarantee: the primary key allows one
 * block for a checkout; false when there is one already, or no lost dispute.
 */
export async function insertBlock(
  transaction: Transaction,
  checkoutId: string,
  staff: string,
): Promise<boolean> {
  const inserted = await transaction.run(
    sql`insert into storefront.ticket_block (checkout_id, blocked_at, blocked_by, tickets)
        select ${checkoutId}, clock_timestamp(), ${staff}, '[]'::jsonb
        where exists (select from storefront.payment_incident
          where checkout_id = ${checkoutId} and kind = 'dispute' and status = 'lost')
        on conflict (checkout_id) do nothing`,
  );
  return inserted === 1;
}

/** Records, before the service is asked, which tickets this block cancels there. */
export async function addTickets(
  { db }: Transaction,
  checkoutId: string,
  paths: readonly string[],
): Promise<void> {
  await db
    .update(ticketBlockTable)
    .set({
      tickets: sql`(select coalesce(jsonb_agg(distinct path), '[]'::jsonb)
        from jsonb_array_elements(${tickets} || ${json(paths)}) as path)`,
    })
    .where(isOf(checkoutId));
}

export async function saveAnswer(
  { db }: Transaction,
  checkoutId: string,
  answer: BlockAnswer,
): Promise<void> {
  await db.update(ticketBlockTable).set(answer).where(isOf(checkoutId));
}

/** False when it had ended before. */
export async function deleteBlock({ db }: Transaction, checkoutId: string): Promise<boolean> {
  const deleted = await db.delete(ticketBlockTable).where(isOf(checkoutId)).returning({ id });
  return deleted.length === 1;
}
