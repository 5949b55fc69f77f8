import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, language, startClient } from '@/testing/client/test-client';
import { type WireAnswer } from '@/testing/faults/wire';
import { collection } from '@/testing/service/collection';
import { samples } from '@/testing/service/resources';
import { createProgramLog } from '../../../log/program-log';
import { readOffer } from './offers';

afterEach(closeAll);

const [catalogId, offerId] = [samples.id(1), samples.id(2)];
const path = `/v1/ticketing/catalogs/${catalogId}/offers/${offerId}`;

function priceOf(amountInclTax: string) {
  return {
    '@type': 'TicketingOfferPrice',
    amountInclTax,
    originalAmountInclTax: amountInclTax,
    currency: 'EUR',
    syncAt: '2026-01-01T00:00:00Z',
  };
}

const offer = {
  '@id': path,
  '@type': 'TicketingOffer',
  id: offerId,
  date: '2026-11-21',
  availableQuantity: null,
  realtimePriceRequired: true,
  price: priceOf('27.00'),
  product: {
    '@id': `/v1/ticketing/catalogs/${catalogId}/products/${samples.id(3)}`,
    '@type': 'TicketingProduct',
    id: samples.id(3),
    name: 'Sunset',
    description: '',
  },
  tickets: [],
};

/** Reads an offer whose …/price endpoint sends this reply. */
async function readWith(price: WireAnswer) {
  const { client } = await startClient((seen) => {
    if (seen.path.endsWith('/price')) return price;
    return seen.path.endsWith('/tickets') ? collection(seen, []) : { body: offer };
  });
  const log = createProgramLog();
  log.level = 'silent';
  return readOffer({ client, log }, { catalogId, offerId }, { language });
}

describe('the current price of an offer', () => {
  it('is requested when the offer is read', async () => {
    expect(await readWith({ body: priceOf('29.40') })).toMatchObject({
      kind: 'found',
      value: { offer: { price: { amountInclTax: '27.00' } }, price: { amountInclTax: '29.40' } },
    });
  });

  it.each<[WireAnswer, string]>([
    [{ status: 503, headers: { 'retry-after': '5' }, body: {} }, 'unknown'],
    ['cut', 'unknown'],
    [{ status: 404, body: {} }, 'not_found'],
  ])('leaves the offer readable after %j: the price is %s', async (reply, price) => {
    expect(await readWith(reply)).toMatchObject({ kind: 'found', value: { offer: { id: offerId }, price } });
  });
});
