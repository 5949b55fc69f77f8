import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { extension } from '@/lib/contract/extension';
import { instantSchema } from '@/lib/contract/values';
import type { Reader } from '@/lib/database/database';
import { type Answer, ok } from '../http/answer';
import { collection } from '../http/paging';
import { notFound } from '../http/problem';
import { rangeCondition, rangeQuery } from '../http/range';
import type { Call } from '../organization/call';
import { reservationResource } from './reservation-resource';
import { findReservation, pageOfReservations } from './reservation-store';

export const reservationsQuery = z.object({
  expired: z.enum(['true', 'false', '1', '0']).optional().meta(extension('Expired or not.')),
  ...rangeQuery('createdAt', instantSchema),
  'order[createdAt]': z.enum(['asc', 'desc']).optional().meta(extension('The order; desc without it.')),
});

const isExpired = sql`(order_id is null and (released_at is not null or expires_at <= clock_timestamp()))`;

/** GET /v1/booking/reservations: the organization's own. */
export async function listReservations(
  { database }: { database: Reader },
  call: Call<unknown, z.infer<typeof reservationsQuery>>,
): Promise<Answer> {
  const { expired } = call.query;
  const wanted =
    expired === undefined
      ? sql`true`
      : expired === 'true' || expired === '1'
        ? isExpired
        : sql`not ${isExpired}`;
  const { total, reservations } = await pageOfReservations(database, call.principal.organization.id, {
    ...call.page,
    condition: sql`${wanted} and ${rangeCondition('createdAt', call.query, sql`created_at`, sql`timestamptz`)}`,
    ascending: call.query['order[createdAt]'] === 'asc',
  });
  return ok(collection(call, total, reservations.map(reservationResource)));
}

/** GET /v1/booking/reservations/{id} */
export async function getReservation(
  { database }: { database: Reader },
  call: Call<{ id: string }>,
): Promise<Answer> {
  const reservation = await findReservation(database, call.principal.organization.id, call.params.id);
  if (reservation === null) throw notFound();
  return ok({ '@context': '/contexts/BookingReservation', ...reservationResource(reservation) });
}
