import { randomUUID } from 'node:crypto';
import { sessionResource } from './resources';
import type { TicketingServer } from './service';
import type { WireAnswer } from '@/testing/faults/wire';

export const productId = randomUUID();
const formPath = `/v1/forms/${randomUUID()}`;

const ok = (body: unknown): WireAnswer => ({ status: 200, body });

/** The catalogue's data of the one event and of every offer. */
export function catalogue(
  server: Pick<TicketingServer, 'catalogId' | 'priceOf' | 'questions'>,
  path: string,
  id: string,
): WireAnswer {
  const moment = '2030-05-04T14:30:00+02:00';
  if (path.endsWith(`/catalogs/${server.catalogId}`)) {
    return ok({
      '@id': path,
      '@type': 'TicketingCatalog',
      id,
      // The specification mentions a language and a first import, but not their property names (§2.2).
      name: 'Harbour Museum',
    });
  }
  if (path.includes('/sessions/')) {
    return ok(sessionResource(path, moment, 5));
  }
  if (path.includes('/events/')) {
    return ok({ '@id': path, '@type': 'TicketingEvent', id, name: 'Harbour walk', description: '' });
  }
  if (path === formPath) {
    return ok({ '@id': path, '@type': 'Form', id, code: 'visitor', fields: server.questions });
  }
  if (path.endsWith(`/products/${productId}`)) {
    const forms = server.questions.length === 0 ? [] : [formPath];
    return ok({ '@id': path, '@type': 'TicketingProduct', id, name: 'Adult', description: '', forms });
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
