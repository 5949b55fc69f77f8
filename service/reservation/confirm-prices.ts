import { confirmPrice, type PriceTools } from '../offer/confirm-price';
import { offersById } from '../offer/offer-store';
import type { ResolvedItem } from './resolve-items';

/**
 * The items at the prices in force: each offer whose price may change is asked for once, all at the same time, and
 * read anew. Items whose price could not be had, or whose offer is gone, are left out.
 */
export async function atPricesInForce(
  tools: PriceTools,
  items: readonly ResolvedItem[],
): Promise<ResolvedItem[]> {
  const asked = new Map(
    items.filter(({ of }) => of.product.realtimePriceRequired).map(({ offer }) => [offer.id, offer]),
  );
  if (asked.size === 0) return [...items];
  const checks = await Promise.all(
    [...asked.values()].map(async (offer) => ({ id: offer.id, check: await confirmPrice(tools, offer) })),
  );
  const confirmed = checks.filter(({ check }) => check === 'in_force').map(({ id }) => id);
  const offers = new Map(
    (await offersById(tools.database, confirmed)).map((offer) => [offer.id, offer] as const),
  );
  return items.flatMap((item) => {
    const offer = asked.has(item.offer.id) ? offers.get(item.offer.id) : item.offer;
    return offer === undefined ? [] : [{ ...item, offer }];
  });
}
