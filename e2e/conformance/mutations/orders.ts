import { randomUUID } from 'node:crypto';
import {
  accepting,
  asking,
  askingAt,
  centMore,
  changing,
  type Mutation,
  json,
  ordersBulk,
  pathOfRequest,
  withBody,
  without,
} from './mutation';
import { arrayOf, isObject, textOf } from '../values';

const orders: readonly Mutation[] = [
  {
    name: 'totals of an order one cent off',
    section: '§2.10',
    parts: ['orders'],
    mutate: changing('BookingOrder', (one) => {
      one['totalAmountInclTax'] = centMore(one['totalAmountInclTax']);
    }),
  },
  {
    name: 'an order without documents',
    section: '§2.10',
    parts: ['orders'],
    mutate: changing('BookingOrder', (order) => (order['documents'] = [])),
  },
  {
    name: 'an order without its amount excluding tax',
    section: '§2.14',
    parts: ['orders'],
    mutate: changing('BookingOrder', (order) => (order['totalAmountExclTax'] = null)),
  },
  {
    name: 'a customer that is no array',
    section: '§2.14',
    parts: ['orders'],
    mutate: changing('BookingOrder', (order) => (order['customer'] = {})),
  },
  {
    name: 'an order’s reservation as an absolute URL',
    section: '§2.14',
    parts: ['orders'],
    mutate: changing('BookingOrder', (order) => {
      order['reservation'] = `https://service.test${textOf(order['reservation'])}`;
    }),
  },
  {
    name: 'reservation.order never set',
    section: '§3',
    parts: ['orders'],
    mutate: changing('BookingReservation', (reservation) => (reservation['order'] = null)),
  },
  {
    name: 'an externalReference truncated',
    section: '§8',
    parts: ['orders'],
    mutate: truncating(100),
  },
  {
    name: 'an externalReference of 256 characters accepted',
    section: '§8',
    parts: ['orders'],
    mutate: truncating(255),
  },
  {
    name: 'an externalReference that does not come back',
    section: '§4.4',
    parts: ['orders'],
    mutate: changing('BookingOrder', (order) => (order['externalReference'] = null)),
  },
  {
    name: 'a reservation ordered twice',
    section: '§4.4',
    parts: ['orders'],
    mutate: accepting(
      ordersBulk,
      (body) => JSON.stringify(body).includes('.order"'),
      (body) => {
        for (const one of arrayOf(body['orders']).filter(isObject)) {
          one['id'] = randomUUID();
          one['@id'] = `/v1/booking/orders/${textOf(one['id'])}`;
        }
      },
    ),
  },
];

function truncating(length: number): Mutation['mutate'] {
  return asking((request) =>
    pathOfRequest(request) === ordersBulk && request.body !== null
      ? withBody(request, (body) => {
          if (typeof body['externalReference'] === 'string') {
            body['externalReference'] = body['externalReference'].slice(0, length);
          }
        })
      : request,
  );
}

const documents: readonly Mutation[] = [
  {
    name: 'a document address that does not download',
    section: '§4.6',
    parts: ['documents'],
    mutate: (good) => (request) =>
      request.headers.has('authorization') ? good(request) : Promise.resolve(json({ '@type': 'Error' }, 403)),
  },
  {
    name: 'cachedLanguage missing',
    section: '§2.11',
    parts: ['documents'],
    mutate: changing('BookingOrderDocument', (document) => without(document, 'cachedLanguage')),
  },
  {
    name: 'a document that had expired when it was sent',
    section: '§2.11',
    parts: ['documents'],
    mutate: changing('BookingOrderDocument', (document) => (document['expiresAt'] = '2020-01-01T00:00:00Z')),
  },
  {
    name: 'a document in another language than the default',
    section: '§4.6',
    parts: ['documents'],
    mutate: changing('BookingOrderDocument', (document) => (document['cachedLanguage'] = 'fr')),
  },
  {
    name: 'a ticket path of an order item that does not exist',
    section: '§2.12',
    parts: ['documents'],
    mutate: askingAt((url) => (url.pathname = url.pathname.replace(/\/items\/.*$/, '/nowhere'))),
  },
];

export const orderMutations: readonly Mutation[] = [...orders, ...documents];
