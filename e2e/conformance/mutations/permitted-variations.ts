import {
  answering,
  changing,
  type Mutation,
  json,
  pathOfRequest,
  reservationsBulk,
  without,
} from './mutation';
import { arrayOf, isObject, objectOf, textOf } from '../values';

type Mutate = Mutation['mutate'];

function dropping(type: string, ...keys: string[]): Mutate {
  return changing(type, (resource) => {
    for (const key of keys) without(resource, key);
  });
}

const utc = (text: unknown) => textOf(text).replace(/Z$/, '+00:00');

const items: Mutate = answering((body) => {
  for (const one of [...arrayOf(body['reservations']), ...arrayOf(body['orders']), body].filter(isObject)) {
    for (const item of arrayOf(one['items']).filter(isObject)) {
      for (const key of ['@id', '@type', 'id', 'tickets']) without(item, key);
    }
  }
  return undefined;
});

const lists: Mutate = answering((body, request, status) => {
  if (body['@type'] !== 'Collection') return undefined;
  without(body, 'search');
  if (pathOfRequest(request).endsWith('/tickets')) without(body, 'view');
  const { view } = body;
  if (isObject(view)) for (const key of ['first', 'last', 'next', 'previous']) without(view, key);
  const page = Number(new URL(request.url).searchParams.get('page') ?? '1');
  return page > 1 && arrayOf(body['member']).length === 0 ? 404 : status;
});

const attributes: Mutate = changing('TicketingCatalog', (catalog) => {
  catalog['title'] = catalog['name'];
  catalog['supportedLanguage'] = catalog['language'];
  for (const key of ['name', 'language', 'importedAt', 'languages', 'timezone']) without(catalog, key);
});

const bookings: readonly Mutate[] = [
  changing('BookingReservation', (one) => {
    one['createdAt'] = utc(one['createdAt']);
    one['expiresAt'] = utc(one['expiresAt']);
  }),
  changing('BookingOrder', (order) => {
    order['customer'] = [{ lastname: 'Formance' }];
    if (order['externalReference'] === null) without(order, 'externalReference');
  }),
];

/** Refuses in another way: an invalid item fails alone, and other errors have another body and status. */
const refusals: Mutate = (good) => async (request) => {
  const response = await good(request.clone());
  const text = response.status >= 400 ? await response.clone().text() : '';
  if (response.status < 400 || text.includes('.expired"')) return response;
  if (pathOfRequest(request) === reservationsBulk && response.status === 422) {
    const { items: asked } = objectOf(await request.json());
    if (Array.isArray(asked)) return json({ reservations: [], failedReservations: asked }, 201);
  }
  return json(
    { message: 'No.' },
    response.status === 422 ? 400 : response.status === 404 ? 403 : response.status,
  );
};

/** Success is 200, everything is plain JSON, and a failed reservation is the path of its offer. */
const answers: Mutate = (good, token) => async (request) => {
  const failedOffers: Mutate = changing('CreateReservationBulkOutput', (output) => {
    output['failedReservations'] = arrayOf(output['failedReservations']).map((one) => objectOf(one)['offer']);
    for (const key of ['@context', '@id', '@type']) without(output, key);
  });
  const response = await failedOffers(good, token)(request);
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  if (!isJson) return response;
  const headers = { 'content-type': 'application/json' };
  return new Response(await response.text(), {
    status: response.status === 201 ? 200 : response.status,
    headers,
  });
};

/** Every way in which a server may differ from ours: none of it may fail. */
export const permittedVariations: Mutate = (good, token) =>
  [
    dropping('TicketingProduct', 'image', 'forms', 'productBase'),
    dropping('TicketingEvent', 'image', 'venue'),
    changing('TicketingSession', (session) => (session['duration'] = { minutes: 90 })),
    attributes,
    lists,
    items,
    ...bookings,
    refusals,
    answers,
  ].reduce((copy, mutate) => mutate(copy, token), good);
