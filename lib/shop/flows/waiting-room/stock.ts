import type { Client } from '../../../client/client';
import type { Offer } from '../../../contract/offer';
import { defaultLanguage } from '../../../locale/languages';
import type { Scope } from '../../rules/scope';

const call = { language: defaultLanguage };
const dayMilliseconds = 24 * 60 * 60 * 1000;

type OfferCalls = Pick<Client, 'listCatalogs' | 'listOffers' | 'getOffer'>;

const isAvailable = (offer: Offer) => offer.availableQuantity !== 0;

/** Yesterday in UTC, because the venue's day may have begun later. Offers of which sales have ended have none left. */
const firstDay = () => new Date(Date.now() - dayMilliseconds).toISOString().slice(0, 10);

/**
 * Whether there are offers for sale in the scope, and none of them has anything left. Throws a ServiceError if the
 * service can't be asked.
 */
export async function readSoldOut(client: OfferCalls, scope: Scope): Promise<boolean> {
  const catalogIds =
    scope.kind === 'shop' ? (await client.listCatalogs(call)).members.map(({ id }) => id) : [scope.catalogId];
  const product = scope.kind === 'product' ? { product: scope.productId } : {};
  let isAnyKnown = false;
  for (const catalogId of catalogIds) {
    const filters = {
      ...product,
      from: firstDay(),
      enough: (read: readonly Offer[]) => read.some(isAvailable),
    };
    const found = await client.listOffers(catalogId, filters, call);
    if (found.kind === 'missing') continue;
    const { members, complete } = found.value;
    if (!complete || members.some(isAvailable)) return false;
    isAnyKnown ||= members.length > 0;
  }
  return isAnyKnown;
}

/** The product of an offer; null if there is no such offer. Throws a ServiceError if the service can't be asked. */
export async function readProductId(
  client: OfferCalls,
  catalogId: string,
  offerId: string,
): Promise<string | null> {
  const found = await client.getOffer(catalogId, offerId, call);
  return found.kind === 'missing' ? null : found.value.product.id;
}
