import { addresses, idSchema, lastSegment } from '@/lib/contract/iri';
import type { CreateOrdersInput } from '@/lib/contract/order';
import { type Answer, created } from '../http/answer';
import { type Complaint, InvalidRequest } from '../http/problem';
import type { Call } from '../organization/call';
import { unknownReservation } from './decide-orders';
import { orderResource } from './order-resource';
import type { SharedOrders } from './shared-orders';

interface Tools {
  orders: SharedOrders;
  newId: () => string;
}

/**
 * POST /v1/booking/orders/_bulk: an order for each reservation, all or none. Asking again for the same booking gives
 * the same orders, even after the reservations' time. 422 names each reservation that can't be ordered.
 */
export async function createOrders(
  { orders, newId }: Tools,
  { body, principal, signal }: Call<unknown, unknown, CreateOrdersInput>,
): Promise<Answer> {
  const outcome = await orders.submit(
    {
      organizationId: principal.organization.id,
      reservationIds: reservationIds(body.reservations),
      customer: body.customer,
      externalReference: body.externalReference ?? null,
    },
    signal,
  );
  if (outcome.kind === 'refused') throw new InvalidRequest(outcome.complaints);
  return created({
    '@context': '/contexts/CreateOrderBulkOutput',
    '@id': `/.well-known/genid/${newId()}`,
    '@type': 'CreateOrderBulkOutput',
    orders: outcome.orders.map(orderResource),
  });
}

/** The ids in the paths. Throws 422 for a path that is none, or that is there twice. */
function reservationIds(paths: readonly string[]): string[] {
  const ids = paths.map((path) => lastSegment(path).toLowerCase());
  const complaints = ids.flatMap((id, i): Complaint[] => {
    if (!idSchema.safeParse(id).success || paths[i]?.toLowerCase() !== addresses.reservation(id)) {
      return [unknownReservation(i)];
    }
    return ids.indexOf(id) === i ? [] : [{ path: `reservations[${i}]`, code: 'unique' }];
  });
  if (complaints.length > 0) throw new InvalidRequest(complaints);
  return ids;
}
