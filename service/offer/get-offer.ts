import { addresses } from '@/lib/contract/iri';
import type { Reader } from '@/lib/database/database';
import { availabilityResource } from '../availability/availability-resource';
import { type Answer, ok } from '../http/answer';
import type { Call } from '../organization/call';
import { offerResource, priceResource } from './offer-resource';
import { requiredOffer } from './required-offer';

type OfferCall = Call<{ catalogId?: string; id: string }>;

function inPlace(database: Reader, { params: { id, ...params }, acceptLanguage }: OfferCall) {
  return requiredOffer(database, { params: { ...params, offerId: id }, acceptLanguage });
}

/** GET /v1/ticketing/catalogs/{catalogId}/offers/{id} and GET /v1/ticketing/offers/{id} */
export async function getOffer({ database }: { database: Reader }, call: OfferCall): Promise<Answer> {
  const { offer, catalog, language, ...of } = await inPlace(database, call);
  return ok(
    { '@context': '/contexts/TicketingOffer', ...offerResource(offer, of, catalog, language) },
    language,
  );
}

/** GET /v1/ticketing/catalogs/{catalogId}/offers/{id}/price */
export async function getOfferPrice({ database }: { database: Reader }, call: OfferCall): Promise<Answer> {
  const { offer, product, catalog } = await inPlace(database, call);
  return ok({
    '@context': '/contexts/TicketingOfferPrice',
    ...priceResource(offer, product.vatRate, catalog),
  });
}

/** GET /v1/ticketing/catalogs/{catalogId}/offers/{id}/availability */
export async function getOfferAvailability(
  { database, now }: { database: Reader; now: () => Date },
  call: OfferCall,
): Promise<Answer> {
  const { offer } = await inPlace(database, call);
  return ok({
    '@context': '/contexts/TicketingOfferAvailability',
    ...availabilityResource(
      addresses.offerAvailability(offer.catalogId, offer.id),
      'TicketingOfferAvailability',
      {
        open: offer.onSale,
        left: offer.availableQuantity,
        now: now(),
      },
    ),
  });
}
