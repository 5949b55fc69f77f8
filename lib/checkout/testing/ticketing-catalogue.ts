import { randomUUID } from 'node:crypto';
import type { TicketingServer } from './ticketing';
import type { WireAnswer } from './wire';

export const productId = randomUUID();

const ok = (body: unknown): WireAnswer => ({ status: 200, body });

export function collection(path: string, member: unknown[]): object {
  return { '@id': path, '@type': 'Collection', totalItems: member.length, member };
}

/** What the catalogue tells of the one event and of every offer. */
export function catalogue(
  server: Pick<TicketingServer, 'catalogId' | 'priceOf'>,
  path: string,
  id: string,
): WireAnswer {
  const moment = '2030-05-04T14:30:00+02:00';
  if (path.endsWith(`/catalogs/${server.catalogId}`)) {
    return ok({
      '@id': path,
      '@type': 'TicketingCatalog',
      id,
      // The specification tells of a language and of a first import, but not how these are called (§2.2).
      name: 'Harbour Museum',
    });
  }
  if (path.includes('/sessions/')) {
    return ok({
      '@id': path,
      '@type': 'TicketingSession',
      id,
      occursAt: moment,
      duration: null,
      availableQuantity: 5,
    });
  }
  if (path.includes('/events/')) {
    return ok({ '@id': path, '@type': 'TicketingEvent', id, name: 'Harbour walk', description: '' });
  }
  if (path.includes('/offers/')) {
    const product = {
      '@id': `${path}/p`,
      '@type': 'TicketingProduct',
      id: productId,
      name: 'Adult',
      description: '',
    };
    const price = {
      '@type': 'TicketingOfferPrice',
      amountInclTax: server.priceOf(path),
      originalAmountInclTax: server.priceOf(path),
      currency: 'EUR',
      syncAt: moment,
    };
    const offer = { '@id': path, '@type': 'TicketingOffer', id, date: '2030-05-04', availableQuantity: 5 };
    return ok({ ...offer, realtimePriceRequired: false, price, product, tickets: [] });
  }
  return { status: 404, body: {} };
}
