import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { json, type Reader } from '../../database/database';
import type { StaffCatalogs } from '../rules/staff-catalogs';

/** What has this catalogue is of one of these. */
export const isOfCatalog = (catalogId: SQL, catalogs: StaffCatalogs): SQL =>
  catalogs === 'all' ? sql`true` : sql`${json(catalogs)} ? ${catalogId}::text`;

/**
 * All tickets of this checkout are of these catalogues: those that it has, or if it has none any more, those that it had. By the
 * index of its holds.
 */
export function isOfCatalogs(checkoutId: SQL, catalogs: StaffCatalogs): SQL {
  if (catalogs === 'all') return sql`true`;
  const isOne = sql`bool_and(${isOfCatalog(sql`hold.catalog_id`, catalogs)})`;
  return sql`(select coalesce(${isOne} filter (where hold.ended_at is null), ${isOne}, false)
    from storefront.hold where hold.checkout_id = ${checkoutId})`;
}

const answerRow = z.object({ is: z.boolean() });

/** The same of one checkout; `id` may be anything. No statement for who works with all catalogues. */
export async function isBookingOfCatalogs(
  reader: Reader,
  id: string,
  catalogs: StaffCatalogs,
): Promise<boolean> {
  if (catalogs === 'all') return true;
  if (!z.guid().safeParse(id).success) return false;
  const [answer] = await reader.rows(
    answerRow,
    sql`select ${isOfCatalogs(sql`${id}::uuid`, catalogs)} as is`,
  );
  return answer?.is === true;
}
