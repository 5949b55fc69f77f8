import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { boundTexts } from '../../database/bound-rows';
import type { Reader } from '../../database/database';
import { validNotes } from './note-store';

const bookingSchema = z.object({
  id: z.string(),
  reference: z.string(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** The personal data was erased: what the service still knows is not shown. */
  isErased: z.boolean(),
  /** What staff have written about it. */
  notes: z.array(z.string()),
});
export type BookingOfVisitor = z.output<typeof bookingSchema>;

/** Who has bought, by the references of their bookings. */
export function bookingsByReference(
  reader: Reader,
  references: readonly string[],
): Promise<BookingOfVisitor[]> {
  return reader.rows(
    bookingSchema,
    sql`select id, reference, customer->>'firstname' as firstname, customer->>'lastname' as lastname,
          customer->>'email' as email, customer->>'phone' as phone, anonymised_at is not null as "isErased",
          ${validNotes(sql`checkout.id`)} as notes
        from storefront.checkout where reference in ${boundTexts(references)}`,
  );
}
