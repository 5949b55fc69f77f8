import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { extension } from '@/lib/contract/extension';
import { instantSchema } from '@/lib/contract/values';
import { preferredLanguage } from '@/lib/locale/negotiate';
import { comesBehind, cursorQuery } from '../http/cursor';
import { InvalidRequest, notFound } from '../http/problem';
import { rangeCondition, rangeQuery } from '../http/range';
import type { Call } from '../http/route';
import type { ReadContext } from '../catalog/known-catalogs';
import { reservationResource } from './reservation-resource';
import { findReservation, isExpired, pageOfReservations } from './reservation-store';

export const reservationsQuery = z.object({
  expired: z
    .enum(['true', 'false', '1', '0'])
    .optional()
    .meta(extension('Whether it ended without an order: expired or released.')),
  ...cursorQuery,
  ...rangeQuery('createdAt', instantSchema),
  'order[createdAt]': z
    .enum(['asc', 'desc'])
    .optional()
    .meta(extension('How the list is sorted; desc without it.')),
});

/** GET /v1/booking/reservations: the organization's own reservations. */
export async function listReservations(
  { database }: ReadContext,
  call: Call<never, z.infer<typeof reservationsQuery>>,
) {
  const { expired, startingAfter: id } = call.query;
  const { id: organizationId } = call.principal.organization;
  const ascending = call.query['order[createdAt]'] === 'asc';
  if (id !== undefined && (await findReservation(database, organizationId, id)) === null) {
    throw new InvalidRequest([{ path: 'startingAfter', code: 'regex', messageKey: 'unknownReservation' }]);
  }
  const behind = id === undefined ? sql`true` : comesBehind(sql`ticketing.reservation`, { id, ascending });
  const wanted =
    expired === undefined
      ? sql`true`
      : expired === 'true' || expired === '1'
        ? isExpired
        : sql`not ${isExpired}`;
  const { total, reservations } = await pageOfReservations(database, organizationId, {
    ...call.page,
    condition: sql`${wanted} and ${behind} and ${rangeCondition('createdAt', call.query, sql`created_at`, sql`timestamptz`)}`,
    ascending,
  });
  const language = preferredLanguage(call.acceptLanguage);
  return { totalItems: total, member: reservations.map((one) => reservationResource(one, language)) };
}

export async function getReservation({ database }: ReadContext, call: Call<'id'>) {
  const reservation = await findReservation(database, call.principal.organization.id, call.params.id);
  if (reservation === null) throw notFound();
  return reservationResource(reservation, preferredLanguage(call.acceptLanguage));
}
