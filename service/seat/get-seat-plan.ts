import type { ReadContext } from '../catalog/known-catalogs';
import { requiredCatalog } from '../catalog/read-catalogs';
import { Localized } from '../http/answer';
import { notFound } from '../http/problem';
import type { Call } from '../http/route';
import { seatPlanResource } from './seat-plan-resource';
import type { SeatPlans } from './seat-plan-store';

/** GET /v1/ticketing/catalogs/{catalogId}/seat_plans/{id}: our extension. */
export async function getSeatPlan(
  { catalogs, seatPlans }: ReadContext & { seatPlans: SeatPlans },
  call: Call<'catalogId' | 'id'>,
) {
  const { catalog, language } = await requiredCatalog(catalogs, call);
  const plan = (await seatPlans.of(catalog.id, [call.params.id])).get(call.params.id);
  if (plan === undefined) throw notFound();
  return new Localized(seatPlanResource(plan, catalog, language), language);
}
