import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { violationCodes } from '@/lib/contract/problem';
import { reservationSchema } from '@/lib/contract/reservation';
import {
  bothItem,
  customer,
  hold,
  list,
  openPlaces,
  ordersBulk,
  type Places,
  reservationsBulk,
} from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let service: TestService;
let short: TestService;
let places: Places;

beforeAll(async () => {
  [service, short] = await Promise.all([startTestService(), startTestService({ holdSeconds: 0.2 })]);
  places = await openPlaces(service);
});
afterAll(async () => {
  expect([...service.unexpectedErrors, ...short.unexpectedErrors]).toEqual([]);
  await Promise.all([service.close(), short.close()]);
});

describe('a hold', () => {
  it('is made for each item that can be held; each other item gets a failure', async () => {
    const { reservations, failedReservations } = await hold(service, [
      bothItem(places, 3),
      bothItem(places, 3),
      bothItem(places, 2),
    ]);
    expect(reservations.map(({ items }) => items[0]?.quantity)).toEqual([3, 2]);
    expect(failedReservations).toMatchObject([
      { index: 1, reason: 'INSUFFICIENT_QUANTITY', availableQuantity: 2, quantity: 3 },
    ]);
    const more = await hold(service, [bothItem(places, 1)]);
    expect(more.failedReservations).toMatchObject([
      { index: 0, reason: 'SOLD_OUT', availableQuantity: 0, message: 'Sold out.' },
    ]);
  });

  const foreign = '/v1/ticketing/catalogs/00000000-0000-4000-8000-000000000000';
  const wrong: [string, () => unknown, string, keyof typeof violationCodes][] = [
    [
      'an unknown offer',
      () => ({ ...bothItem(places), offer: `${foreign}/offers/00000000-0000-4000-8000-000000000000` }),
      'items[1].offer',
      'regex',
    ],
    [
      'an offer that is not a path',
      () => ({ ...bothItem(places), offer: 'offer' }),
      'items[1].offer',
      'regex',
    ],
    [
      'a ticket of another offer',
      () => ({
        ...bothItem(places),
        ticketSessions: [
          { ticket: places.walkTicket, session: places.walkSession },
          { ticket: places.museum },
        ],
      }),
      'items[1].ticketSessions[0].ticket',
      'regex',
    ],
    [
      'a session of another ticket',
      () => bothItem(places, 1, places.walkSession),
      'items[1].ticketSessions[0].session',
      'regex',
    ],
    [
      'a missing session',
      () => ({ ...bothItem(places), ticketSessions: [{ ticket: places.boat }, { ticket: places.museum }] }),
      'items[1].ticketSessions[0].session',
      'missingField',
    ],
    [
      'a session for date access',
      () => ({
        ...bothItem(places),
        ticketSessions: [
          { ticket: places.boat, session: places.ten },
          { ticket: places.museum, session: places.ten },
        ],
      }),
      'items[1].ticketSessions[1].session',
      'regex',
    ],
    [
      'a missing ticket',
      () => ({ ...bothItem(places), ticketSessions: [{ ticket: places.boat, session: places.ten }] }),
      'items[1].ticketSessions',
      'tooFew',
    ],
    [
      'a repeated ticket',
      () => ({
        ...bothItem(places),
        ticketSessions: [
          { ticket: places.boat, session: places.ten },
          { ticket: places.boat, session: places.ten },
        ],
      }),
      'items[1].ticketSessions[1].ticket',
      'unique',
    ],
    ['quantity 0', () => bothItem(places, 0), 'items[1].quantity', 'positive'],
    ['quantity -1', () => bothItem(places, -1), 'items[1].quantity', 'positive'],
    ['quantity 1.5', () => bothItem(places, 1.5), 'items[1].quantity', 'type'],
    ['quantity 1e9', () => bothItem(places, 1e9), 'items[1].quantity', 'lessThanOrEqual'],
    ['quantity "1"', () => ({ ...bothItem(places), quantity: '1' }), 'items[1].quantity', 'type'],
  ];
  it.each(wrong)('is refused completely for %s', async (_, make, path, code) => {
    const free = {
      quantity: 1,
      offer: places.walkOffer,
      ticketSessions: [{ ticket: places.walkTicket, session: places.walkSession }],
    };
    const before = await list(service, '/v1/booking/reservations?itemsPerPage=100');
    const { status, body } = await service.call('POST', reservationsBulk, {
      body: { items: [free, make()] },
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      '@type': 'ConstraintViolationList',
      violations: [{ propertyPath: path, code: violationCodes[code] }],
    });
    expect(await list(service, '/v1/booking/reservations?itemsPerPage=100')).toHaveLength(before.length);
  });

  it('ends by the clock of the database, and its units can be sold again without a sweeper', async () => {
    const shortPlaces = await openPlaces(short);
    const whole = {
      quantity: 5,
      offer: shortPlaces.offer,
      ticketSessions: [
        { ticket: shortPlaces.boat, session: shortPlaces.ten },
        { ticket: shortPlaces.museum },
      ],
    };
    const [held] = (await hold(short, [whole])).reservations;
    const path = held?.['@id'] ?? '';
    await expect
      .poll(async () => reservationSchema.parse((await short.call('GET', path)).body).expired)
      .toBe(true);
    const session = z.object({ availableQuantity: z.int() });
    expect(session.parse((await short.call('GET', shortPlaces.ten)).body).availableQuantity).toBe(5);
    const refused = await short.call('POST', ordersBulk, {
      body: { reservations: [path], customer },
      headers: { 'accept-language': 'fr-BE' },
    });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        '@context': '/contexts/ConstraintViolationList',
        '@id': '/validation_errors/d53a91b0-def3-426a-83d7-269da7ab4200',
        detail: 'reservations[0].expired: Cette réservation a expiré.',
        violations: [
          { propertyPath: 'reservations[0].expired', code: 'd53a91b0-def3-426a-83d7-269da7ab4200' },
        ],
      },
    });
    expect((await hold(short, [whole])).reservations).toHaveLength(1);
  });
});
