import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { addresses } from '@/lib/contract/iri';
import type { SoldSessions } from '@/lib/contract/managed-catalog';
import { requiredOwnCatalog } from '../administration/own-catalog';
import type { ReadContext } from '../catalog/known-catalogs';
import type { Call } from '../http/route';

const soldRow = z.object({ event: z.string(), session: z.string(), tickets: z.int() });

/** GET …/managed_catalogs/{id}/sold_sessions: by their keys, so that it can be said of a draft whose tickets it concerns. */
export async function getSoldSessions({ database }: ReadContext, call: Call<'id'>): Promise<SoldSessions> {
  const { id } = await requiredOwnCatalog(database, { ...call, params: { catalogId: call.params.id } });
  const sessions = await database.rows(
    soldRow,
    sql`select event.key as event, session.key as session, sold.tickets
        from ticketing.session
        join ticketing.event on event.catalog_id = session.catalog_id and event.id = session.event_id
        cross join lateral (
          select count(*)::int as tickets from ticketing.item_ticket
          where item_ticket.catalog_id = session.catalog_id and item_ticket.session_id = session.id
            and item_ticket.status <> 'cancelled') sold
        where session.catalog_id = ${id} and session.retired_at is null
          and session.occurs_at > statement_timestamp() and sold.tickets > 0
        order by session.occurs_at, session.id`,
  );
  return {
    '@id': addresses.soldSessions(id),
    '@type': 'SoldSessions',
    catalog: addresses.catalog(id),
    sessions,
  };
}
