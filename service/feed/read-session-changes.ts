import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { instantSchema } from '@/lib/contract/values';
import { rangeCondition, rangeQuery } from '../http/range';
import type { Call } from '../http/route';
import type { ReadContext } from '../catalog/known-catalogs';
import { sessionChangeResource } from './session-change-resource';
import { pageOfSessionChanges } from './session-change-store';

export const sessionChangesQuery = z.object(rangeQuery('changedAt', instantSchema));

/** GET /v1/booking/session_changes: what imports did to sessions for which the organization has sold tickets. */
export async function listSessionChanges(
  { database }: ReadContext,
  { query, principal, page, acceptLanguage }: Call<never, z.infer<typeof sessionChangesQuery>>,
) {
  const condition = rangeCondition('changedAt', query, sql`session_change.changed_at`, sql`timestamptz`);
  const { total, rows } = await pageOfSessionChanges(database, principal.organization.id, {
    ...page,
    condition,
  });
  return { totalItems: total, member: rows.map((row) => sessionChangeResource(row, acceptLanguage)) };
}
