import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader, Transaction } from '../../database/database';

export const longestNote = 500;
const mostNotes = 100;

const noteSchema = z.object({
  id: z.string(),
  at: z.coerce.date(),
  staff: z.string(),
  /** How the person is called. */
  name: z.string(),
  text: z.string(),
  isStruck: z.boolean(),
});
export type Note = z.output<typeof noteSchema>;

/** What staff have written about a booking, the oldest first. */
export function readNotes(reader: Reader, checkoutId: string): Promise<Note[]> {
  return reader.rows(
    noteSchema,
    sql`select note.id, note.at, note.staff, coalesce(staff_member.name, note.staff) as name, note.text,
          note.struck_at is not null as "isStruck"
        from storefront.note left join storefront.staff_member on staff_member.id = note.staff
        where note.checkout_id = ${checkoutId} order by note.at, note.id`,
  );
}

/** The notes of a booking that are not struck out, as a list of texts. `id`: the column of the booking's identifier. */
export const validNotes = (id: SQL): SQL =>
  sql`coalesce((select jsonb_agg(note.text order by note.at, note.id) from storefront.note
    where note.checkout_id = ${id} and note.struck_at is null), '[]'::jsonb)`;

export interface NewNote {
  readonly id: string;
  readonly checkoutId: string;
  readonly staff: string;
  readonly text: string;
}

/**
 * False: the booking does not exist, its personal data was erased, it has too many notes, or the note is there already.
 * Concurrency guarantee: the lock lets an erasure wait, which then deletes this note, too.
 */
export async function insertNote(transaction: Transaction, { id, checkoutId, staff, text }: NewNote) {
  const inserted = await transaction.run(
    sql`insert into storefront.note (id, checkout_id, at, staff, text)
        select ${id}::uuid, locked.id, clock_timestamp(), ${staff}::text, ${text}::text
        from (select checkout.id from storefront.checkout
          where checkout.id = ${checkoutId} and anonymised_at is null for share) locked
        where (select count(*) from storefront.note where checkout_id = ${checkoutId}) < ${mostNotes}
        on conflict (id) do nothing`,
  );
  return inserted === 1;
}

/** False: it is somebody else's, or was struck out before. */
export async function strikeNote(
  transaction: Transaction,
  { id, checkoutId, staff }: Omit<NewNote, 'text'>,
): Promise<boolean> {
  const struck = await transaction.run(
    sql`update storefront.note set struck_at = clock_timestamp()
        where id = ${id} and checkout_id = ${checkoutId} and staff = ${staff} and struck_at is null`,
  );
  return struck === 1;
}
