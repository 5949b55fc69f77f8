import {
  accepting,
  answering,
  answerOf,
  centMore,
  changing,
  type Mutation,
  ordersBulk,
  pathOfRequest,
  reservationsBulk,
  visit,
  withBody,
  without,
} from './mutation';
import { arrayOf, type Json, objectOf, textOf } from '../values';

const isExpired = (body: Json) => JSON.stringify(body).includes('.expired"');

const reservations: readonly Mutation[] = [
  {
    name: 'a null that is omitted: order',
    section: '§2.14',
    parts: ['reservations'],
    mutate: changing('BookingReservation', (reservation) => {
      if (reservation['order'] === null) without(reservation, 'order');
    }),
  },
  {
    name: 'failedReservations missing',
    section: '§2.14',
    parts: ['reservations'],
    mutate: changing('CreateReservationBulkOutput', (output) => without(output, 'failedReservations')),
  },
  {
    name: 'totals of a reservation one cent off',
    section: '§2.9',
    parts: ['reservations'],
    mutate: changing('BookingReservation', (one) => {
      one['totalAmountInclTax'] = centMore(one['totalAmountInclTax']);
    }),
  },
  {
    name: 'a reservation at another price than the offer’s',
    section: '§1',
    parts: ['reservations'],
    mutate: changing('ReservationItem', (item) => {
      item['unitAmountInclTax'] = centMore(item['unitAmountInclTax']);
    }),
  },
  {
    name: 'a session that is null where it is omitted',
    section: '§4.2',
    parts: ['reservations'],
    mutate: changing('ReservationItemOfferTicket', (ticket) => {
      ticket['session'] ??= null;
    }),
  },
  {
    name: 'a missing ticket accepted',
    section: '§4.2',
    parts: ['reservations'],
    whole: true,
    mutate: (good) => {
      const chosen = new Map<unknown, unknown>();
      return async (request) => {
        if (pathOfRequest(request) !== reservationsBulk) return good(request);
        const completed = await withBody(request, ({ items }) => {
          for (const item of arrayOf(items).map(objectOf)) {
            const before = chosen.get(item['offer']);
            const missing = arrayOf(item['ticketSessions']).length < arrayOf(before).length;
            if (missing) item['ticketSessions'] = before;
            else chosen.set(item['offer'], item['ticketSessions']);
          }
        });
        return good(completed);
      };
    },
  },
  {
    name: 'a reservation that is in no list',
    section: '§4.3',
    parts: ['reservations'],
    mutate: answering((body, request) => {
      if (pathOfRequest(request) === '/v1/booking/reservations') Object.assign(body, { member: [] });
      return undefined;
    }),
  },
];

const stock: readonly Mutation[] = [
  {
    name: 'an oversold hold',
    section: '§1',
    parts: ['stock'],
    mutate: accepting(
      reservationsBulk,
      (body) => arrayOf(body['failedReservations']).length > 0,
      () => undefined,
    ),
  },
  {
    name: 'a call that fails whole because of one item',
    section: '§4.2',
    parts: ['stock'],
    mutate: (good, token) =>
      answerOf(reservationsBulk, (body) => {
        const failed = arrayOf(body['failedReservations']).length;
        if (failed > 0) body['reservations'] = [];
        return undefined;
      })(good, token),
  },
  {
    name: 'an availableQuantity that does not go down',
    section: '§3',
    parts: ['stock'],
    mutate: remembering((before) => before),
  },
  {
    name: 'units that stay unavailable after expiry',
    section: '§3',
    parts: ['expiry'],
    mutate: remembering((before, now) => Math.min(before, now)),
  },
];

/** Returns a quantity that depends on the one that was returned before. */
function remembering(tell: (before: number, now: number) => number): Mutation['mutate'] {
  return (good, token) => {
    const lastTimes = new Map<string, number>();
    return answering((body) => {
      visit(body, (one) => {
        const [id, now] = [textOf(one['@id']), one['availableQuantity']];
        if (typeof now !== 'number') return;
        const next = tell(lastTimes.get(id) ?? now, now);
        lastTimes.set(id, next);
        one['availableQuantity'] = next;
      });
      return undefined;
    })(good, token);
  };
}

const expiry: readonly Mutation[] = [
  {
    name: 'a reservation that is never expired',
    section: '§3',
    parts: ['expiry'],
    mutate: changing('BookingReservation', (reservation) => (reservation['expired'] = false)),
  },
  {
    name: 'an order of an expired reservation accepted',
    section: '§7',
    parts: ['expiry'],
    mutate: answerOf(ordersBulk, (body) => {
      if (!isExpired(body)) return undefined;
      for (const key of Object.keys(body)) without(body, key);
      body['orders'] = [];
      return 201;
    }),
  },
  {
    name: 'a wrong violation code',
    section: '§7',
    parts: ['expiry'],
    mutate: changing('ConstraintViolationList', ({ violations }) => {
      for (const one of arrayOf(violations).map(objectOf))
        one['code'] = 'ad32d13f-c3d4-423b-909a-857b961eb720';
    }),
  },
  {
    name: 'a violation on the wrong index',
    section: '§7',
    parts: ['expiry'],
    mutate: (good) => async (request) => {
      const response = await good(request);
      if (response.status !== 422) return response;
      const text = (await response.text()).replaceAll('reservations[1]', 'reservations[0]');
      return new Response(text, response);
    },
  },
  {
    name: 'a violation without its detail',
    section: '§7',
    parts: ['expiry'],
    mutate: changing('ConstraintViolationList', (body) => (body['detail'] = 'Invalid.')),
  },
  {
    name: 'a call with an expired reservation that orders the others',
    section: '§4.4',
    parts: ['expiry'],
    mutate: (good) => async (request) => {
      if (pathOfRequest(request) !== ordersBulk) return good(request);
      const response = await good(request.clone());
      if (response.status !== 422) return response;
      const partly = await withBody(request, (body) => {
        body['reservations'] = arrayOf(body['reservations']).slice(0, 1);
      });
      await good(partly);
      return response;
    },
  },
];

export const reservationMutations: readonly Mutation[] = [...reservations, ...stock, ...expiry];
