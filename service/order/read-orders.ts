import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { idSchema, lastSegment } from '@/lib/contract/iri';
import { maximumExternalReference } from '@/lib/contract/order';
import { instantSchema } from '@/lib/contract/values';
import type { Reader } from '@/lib/database/database';
import { type Answer, ok } from '../http/answer';
import { collection } from '../http/paging';
import { notFound } from '../http/problem';
import { rangeCondition, rangeNames, rangeQuery } from '../http/range';
import type { Call } from '../organization/call';
import { orderResource } from './order-resource';
import { ordersById, pageOfOrders } from './order-store';

export const ordersQuery = z.object({
  reference: z.string().max(50).optional(),
  externalReference: z.string().max(maximumExternalReference).optional(),
  reservation: z.string().transform(lastSegment).pipe(idSchema).optional(),
  ...rangeQuery('createdAt', instantSchema),
  'order[createdAt]': z.enum(['asc', 'desc']).optional(),
});

/** GET /v1/booking/orders: the organization's own. */
export async function listOrders(
  { database }: { database: Reader },
  call: Call<unknown, z.infer<typeof ordersQuery>>,
): Promise<Answer> {
  const { reference, externalReference, reservation } = call.query;
  const condition = sql.join(
    [
      ...(reference === undefined ? [] : [sql`reference = ${reference}`]),
      ...(externalReference === undefined ? [] : [sql`external_reference = ${externalReference}`]),
      ...(reservation === undefined ? [] : [sql`reservation_id = ${reservation}`]),
      rangeCondition('createdAt', call.query, sql`created_at`, sql`timestamptz`),
    ],
    sql` and `,
  );
  const { total, orders } = await pageOfOrders(database, call.principal.organization.id, {
    ...call.page,
    condition,
    ascending: call.query['order[createdAt]'] === 'asc',
  });
  return ok(
    collection({
      type: 'BookingOrder',
      path: call.path,
      query: call.search,
      page: call.page,
      totalItems: total,
      member: orders.map(orderResource),
      filters: [
        'reference',
        'externalReference',
        'reservation',
        ...rangeNames('createdAt'),
        'order[createdAt]',
      ],
    }),
  );
}

/** GET /v1/booking/orders/{id} */
export async function getOrder(
  { database }: { database: Reader },
  call: Call<{ id: string }>,
): Promise<Answer> {
  const [found] = await ordersById(database, call.principal.organization.id, [call.params.id]);
  if (found === undefined) throw notFound();
  return ok({ '@context': '/contexts/BookingOrder', ...orderResource(found) });
}
