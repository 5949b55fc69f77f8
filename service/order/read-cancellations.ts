import { databaseNow } from '@/lib/database/database-now';
import { notFound } from '../http/problem';
import type { Call } from '../http/route';
import type { ReadContext } from '../catalog/known-catalogs';
import { readDeadlines } from './cancellation-deadline';
import { cancellationResource, cancellationTermsResource } from './cancellation-resource';
import { usedGiftCards } from './gift-cards';
import { requiredOrder } from './read-orders';

/** GET /v1/booking/orders/{id}/cancellations: the first one first. */
export async function listCancellations({ database }: ReadContext, call: Call<'id'>) {
  const whole = await requiredOrder(database, call);
  const { skip, size } = call.page;
  return {
    totalItems: whole.cancellations.length,
    member: whole.cancellations
      .slice(skip, skip + size)
      .map((cancellation) => cancellationResource(whole, cancellation)),
  };
}

/** GET /v1/booking/orders/{orderId}/cancellations/{id} */
export async function getCancellation({ database }: ReadContext, call: Call<'orderId' | 'id'>) {
  const { principal, params } = call;
  const whole = await requiredOrder(database, { principal, params: { id: params.orderId } });
  const found = whole.cancellations.find(({ id }) => id === params.id);
  if (found === undefined) throw notFound();
  return cancellationResource(whole, found);
}

/** GET /v1/booking/orders/{id}/cancellation_terms: what the rule says now, by the database's clock. */
export async function getCancellationTerms({ database }: ReadContext, call: Call<'id'>) {
  const whole = await requiredOrder(database, call);
  const [deadlines, used, now] = await Promise.all([
    readDeadlines(database, whole),
    usedGiftCards(database, whole, 'now'),
    databaseNow(database),
  ]);
  return cancellationTermsResource(whole, { deadlines, used, now });
}
