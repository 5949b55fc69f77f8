import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { json, type Reader, type Transaction } from '../database/database';

/** What the service was asked to do with the tickets of a block, and for how many it did. */
const askedSchema = z.enum(['cancel', 'restore']);

export const blockSchema = z.object({
  checkoutId: z.string(),
  blockedAt: z.date(),
  /** Paths, at the service, of the tickets that this block cancels there. */
  tickets: z.array(z.string()),
  asked: askedSchema.nullable(),
  /** Null: the service has not answered yet. */
  changed: z.int().nullable(),
  refused: z.int().nullable(),
  failed: z.int().nullable(),
});
export type Block = z.infer<typeof blockSchema>;

export interface BlockAnswer {
  asked: z.infer<typeof askedSchema>;
  changed: number;
  /** The service does not do that, or a ticket was used: the venue has to be told. */
  refused: number;
  /** No answer: it has to be asked again. */
  failed: number;
}

const columns = sql`
  checkout_id as "checkoutId", blocked_at as "blockedAt", tickets, asked, changed, refused, failed`;

/** The block of a checkout's tickets; null: they are not blocked. */
export async function findBlock(reader: Reader, checkoutId: string): Promise<Block | null> {
  const [found] = await reader.rows(
    blockSchema,
    sql`select ${columns} from storefront.ticket_block where checkout_id = ${checkoutId}`,
  );
  return found ?? null;
}

/**
 * Blocks the tickets of a checkout with a lost dispute. Race promise: the key makes it one block; false where there is
 * one already, or no lost dispute.
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

/** Says, before the service is asked, which tickets this block cancels there. */
export async function addTickets(
  transaction: Transaction,
  checkoutId: string,
  paths: readonly string[],
): Promise<void> {
  await transaction.run(
    sql`update storefront.ticket_block
        set tickets = (select coalesce(jsonb_agg(distinct path), '[]'::jsonb)
          from jsonb_array_elements(tickets || ${json(paths)}) as path)
        where checkout_id = ${checkoutId}`,
  );
}

export async function saveAnswer(
  transaction: Transaction,
  checkoutId: string,
  { asked, changed, refused, failed }: BlockAnswer,
): Promise<void> {
  await transaction.run(
    sql`update storefront.ticket_block
        set asked = ${asked}, changed = ${changed}, refused = ${refused}, failed = ${failed}
        where checkout_id = ${checkoutId}`,
  );
}

/** Ends a block. False when it had ended. */
export async function deleteBlock(transaction: Transaction, checkoutId: string): Promise<boolean> {
  const deleted = await transaction.run(
    sql`delete from storefront.ticket_block where checkout_id = ${checkoutId}`,
  );
  return deleted === 1;
}
