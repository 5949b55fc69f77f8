import type { CreateOrdersInput } from '@/lib/contract/order';
import { preferredLanguage } from '@/lib/locale/negotiate';
import { InvalidRequest } from '../http/problem';
import type { Call } from '../http/route';
import { reservationIds } from '../reservation/reservation-paths';
import type { OrderCall } from './decide-orders';
import { orderResource, type CreatedOrders } from './order-resource';
import type { WholeOrder } from './order-store';
import { rebookOrders } from './rebook-orders';
import type { SharedOrders } from './shared-orders';
import type { CancellingContext } from './write-cancellation';

interface CreateOrdersContext extends CancellingContext {
  orders: SharedOrders;
}

/**
 * POST /v1/booking/orders/_bulk: an order for each reservation, all or none. A repeated call for the same booking
 * gives the same orders, also after the reservations have ended. 422 names each reservation that can't be ordered.
 */
export async function createOrders(
  context: CreateOrdersContext,
  call: Call<never, unknown, CreateOrdersInput>,
): Promise<CreatedOrders> {
  const { body, principal } = call;
  const ordering: OrderCall = {
    organizationId: principal.organization.id,
    reservationIds: reservationIds(body.reservations),
    customer: body.customer,
    externalReference: body.externalReference ?? null,
    total: body.totalAmountInclTax ?? null,
  };
  const orders =
    body.rebooking === undefined
      ? await order(context, ordering, call)
      : await rebookOrders(context, ordering, body.rebooking, call);
  const language = preferredLanguage(call.acceptLanguage);
  return {
    '@id': `/.well-known/genid/${context.newId()}`,
    '@type': 'CreateOrderBulkOutput',
    orders: orders.map((one) => orderResource(one, language)),
  };
}

async function order(
  { orders }: CreateOrdersContext,
  ordering: OrderCall,
  { signal }: Pick<Call, 'signal'>,
): Promise<WholeOrder[]> {
  const outcome = await orders.submit(ordering, signal);
  if (outcome.kind === 'refused') throw new InvalidRequest(outcome.violations);
  return outcome.orders;
}
