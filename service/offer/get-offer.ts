import { addresses } from '@/lib/contract/iri';
import type { Reader } from '@/lib/database/database';
import { availabilityResource } from '../availability/availability-resource';
import { type Answer, ok } from '../http/answer';
import { HttpProblem, notFound } from '../http/problem';
import type { Call } from '../organization/call';
import { confirmPrice, type PriceTools } from './confirm-price';
import type { StoredOffer } from './offer';
import { offerResource, priceResource } from './offer-resource';
import { findOffer } from './offer-store';
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

/**
 * GET /v1/ticketing/catalogs/{catalogId}/offers/{id}/price. Where the price may change it is the issuer's of this
 * moment, and the listed one becomes the same. Throws 503 when the issuer can't tell, and 404 when it sells the offer
 * no more: then there is no price that asking again would bring.
 */
export async function getOfferPrice(tools: PriceTools, call: OfferCall): Promise<Answer> {
  const { offer: listed, product, catalog } = await inPlace(tools.database, call);
  const offer = product.realtimePriceRequired ? await offerAtPriceInForce(tools, listed) : listed;
  return ok({
    '@context': '/contexts/TicketingOfferPrice',
    ...priceResource(offer, product.vatRate, catalog),
  });
}

async function offerAtPriceInForce(tools: PriceTools, { catalogId, id }: StoredOffer): Promise<StoredOffer> {
  const check = await confirmPrice(tools, { catalogId, id });
  switch (check) {
    case 'in_force': {
      const offer = await findOffer(tools.database, id, catalogId);
      if (offer === null) throw notFound();
      return offer;
    }
    case 'gone':
      throw notFound();
    case 'unavailable':
      throw new HttpProblem(503, 'The price is not available at the moment.', { 'retry-after': '5' });
  }
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
