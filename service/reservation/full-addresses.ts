import { addresses, shortOfferPath } from '@/lib/contract/iri';
import type { Reader } from '@/lib/database/database';
import { catalogsOfOffers } from '../offer/offer-store';
import type { RequestedItem } from './reservation';

/**
 * The items with the address of each offer within its catalogue. An offer also has a short address (§4.1), for which the
 * catalogue is looked up; one that is unknown stays as it is.
 */
export async function withFullAddresses(
  reader: Reader,
  items: readonly RequestedItem[],
): Promise<readonly RequestedItem[]> {
  const short = items.flatMap(({ offer }) => shortOfferPath(offer)?.offerId ?? []);
  if (short.length === 0) return items;
  const catalogs = await catalogsOfOffers(reader, [...new Set(short)]);
  return items.map((item) => {
    const id = shortOfferPath(item.offer)?.offerId;
    const catalogId = id === undefined ? undefined : catalogs.get(id);
    return id === undefined || catalogId === undefined
      ? item
      : { ...item, offer: addresses.offer(catalogId, id) };
  });
}
