import { sql, type SQL } from 'drizzle-orm';
import type { Single } from '../../database/database';

/** Who comes with a ticket. */
export interface Holder {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string | null;
}

/** Of the single tickets of a checkout, as staff have corrected them. */
export const holderRows = (checkoutId: SQL): SQL<Holder[]> => sql<Holder[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'firstname', holder.firstname, 'lastname', holder.lastname, 'email', holder.email)), '[]')
  from storefront.ticket_holder holder where holder.checkout_id = ${checkoutId})`;

/**
 * Stores who comes with a ticket, so that the search finds it: the worker reads the names of the checkout again. Concurrency
 * guarantee: the row of the checkout is locked, so a person whose data is erased meanwhile gets no name again.
 */
export async function saveHolder(
  single: Single,
  { checkoutId, ticketId }: { checkoutId: string; ticketId: string },
  { firstname, lastname, email }: Holder,
): Promise<void> {
  await single.run(
    sql`with named as (
          update storefront.checkout set persons_indexed = ''
          where id = ${checkoutId} and anonymised_at is null returning id)
        insert into storefront.ticket_holder (checkout_id, ticket_id, firstname, lastname, email)
        select id, ${ticketId}::uuid, ${firstname}::text, ${lastname}::text, ${email}::text from named
        on conflict (checkout_id, ticket_id) do update
          set firstname = excluded.firstname, lastname = excluded.lastname, email = excluded.email`,
  );
}
