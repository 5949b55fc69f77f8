import { addresses, shortOfferPath } from '@/lib/contract/iri';
import { catalogOf } from '../ids/catalog-id';
import type { RequestedItem } from './reservation';

/** An item with the address of its offer within its catalogue: an offer also has a short address (§4.1). */
export function withFullAddress(item: RequestedItem): RequestedItem {
  const id = shortOfferPath(item.offer)?.offerId;
  return id === undefined ? item : { ...item, offer: addresses.offer(catalogOf(id), id) };
}
