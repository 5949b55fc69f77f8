import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { extension } from '@/lib/contract/extension';
import { idSchema, lastSegment } from '@/lib/contract/iri';
import { itemTicketStatuses } from '@/lib/contract/item-ticket';
import { maximumExternalReference } from '@/lib/contract/order';
import { instantSchema } from '@/lib/contract/values';
import type { Reader } from '@/lib/database/database';
import { preferredLanguage } from '@/lib/locale/negotiate';
import { catalogOf } from '../ids/catalog-id';
import { comesBehind, cursorQuery } from '../http/cursor';
import { InvalidRequest, notFound } from '../http/problem';
import { rangeCondition, rangeQuery } from '../http/range';
import type { Call } from '../http/route';
import type { ReadContext } from '../catalog/known-catalogs';
import { orderResource } from './order-resource';
import { similarReferences } from './order';
import {
  hasOneOfTickets,
  hasTicket,
  hasTicketWith,
  ordersById,
  pageOfOrders,
  type WholeOrder,
} from './order-store';

export const ordersQuery = z.object({
  reference: z.string().max(50).optional().meta(extension('The order with this reference.')),
  externalReference: z
    .string()
    .max(maximumExternalReference)
    .optional()
    .meta(extension('The orders of one booking.')),
  reservation: z
    .string()
    .transform(lastSegment)
    .pipe(idSchema)
    .optional()
    .meta(extension('The order of this reservation: its id or path.')),
  ticket: z
    .string()
    .max(50)
    .optional()
    .meta(extension('The order to which the single ticket with this reference belongs.')),
  similarTicket: z
    .string()
    .regex(/^[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2,4}$/)
    .optional()
    .meta(
      extension(
        'The orders with a single ticket whose reference is this one but for one character, or two neighbours that are swapped.',
      ),
    ),
  session: z
    .string()
    .transform(lastSegment)
    .pipe(idSchema)
    .optional()
    .meta(extension('The orders with a ticket of this session: its id or path.')),
  ticketStatus: z
    .enum(itemTicketStatuses)
    .optional()
    .meta(extension('The orders with a ticket in this state; with `session`, a ticket of this session.')),
  ...cursorQuery,
  ...rangeQuery('createdAt', instantSchema),
  'order[createdAt]': z
    .enum(['asc', 'desc'])
    .optional()
    .meta(extension('How the list is sorted; desc without it.')),
});

/** GET /v1/booking/orders: the organization's own orders. */
export async function listOrders({ database }: ReadContext, call: Call<never, z.infer<typeof ordersQuery>>) {
  const { reference, externalReference, reservation, ticket, similarTicket, session, ticketStatus } =
    call.query;
  const { id: organizationId } = call.principal.organization;
  const ascending = call.query['order[createdAt]'] === 'asc';
  const cursor = await cursorCondition(database, organizationId, call.query.startingAfter, ascending);
  const condition = sql.join(
    [
      ...(reference === undefined ? [] : [sql`reference = ${reference}`]),
      ...(externalReference === undefined ? [] : [sql`external_reference = ${externalReference}`]),
      ...(reservation === undefined
        ? []
        : [sql`catalog_id = ${catalogOf(reservation)} and reservation_id = ${reservation}`]),
      ...(ticket === undefined ? [] : [hasTicket(organizationId, ticket)]),
      ...(similarTicket === undefined
        ? []
        : [hasOneOfTickets(organizationId, similarReferences(similarTicket))]),
      ...(session === undefined && ticketStatus === undefined
        ? []
        : [hasTicketWith(organizationId, session, ticketStatus)]),
      rangeCondition('createdAt', call.query, sql`created_at`, sql`timestamptz`),
      cursor,
    ],
    sql` and `,
  );
  const { total, orders } = await pageOfOrders(database, organizationId, {
    ...call.page,
    condition,
    ascending,
  });
  const language = preferredLanguage(call.acceptLanguage);
  return { totalItems: total, member: orders.map((one) => orderResource(one, language)) };
}

/** Throws 422 for an order that the organization does not have: an empty list would look like its end. */
async function cursorCondition(
  reader: Reader,
  organizationId: string,
  id: string | undefined,
  ascending: boolean,
): Promise<SQL> {
  if (id === undefined) return sql`true`;
  if ((await ordersById(reader, organizationId, [id.toLowerCase()])).length === 0) {
    throw new InvalidRequest([{ path: 'startingAfter', code: 'regex', messageKey: 'unknownOrder' }]);
  }
  return comesBehind(sql`ticketing.booking_order`, { id, ascending });
}

export async function getOrder({ database }: ReadContext, call: Call<'id'>) {
  return orderResource(await requiredOrder(database, call), preferredLanguage(call.acceptLanguage));
}

/** The order of the caller's organization in the path. Throws 404. */
export async function requiredOrder(
  reader: Reader,
  { principal, params }: Pick<Call<'id'>, 'principal' | 'params'>,
): Promise<WholeOrder> {
  const [found] = await ordersById(reader, principal.organization.id, [params.id]);
  if (found === undefined) throw notFound();
  return found;
}
