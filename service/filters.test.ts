import { afterAll, beforeAll, expect, describe, it } from 'vitest';
import { violationCodes } from '@/lib/contract/problem';
import { list, openPlaces } from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let service: TestService;
let catalog: string;
beforeAll(async () => {
  service = await startTestService();
  await openPlaces(service);
  catalog = String((await list(service, '/v1/ticketing/catalogs'))[0]?.['@id']);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

/** An invalid value for each kind of query parameter of any route, and the expected message. */
const wrong: [RegExp, string, keyof typeof violationCodes][] = [
  [/^(session|product|productBase|reservation|catalog|startingAfter|after)$/, 'no-identifier', 'uuid'],
  [/^date$/, 'tomorrow', 'dateFormat'],
  [/^date$/, '2027-02-30', 'dateValue'],
  [/^date\[\w+\]$/, '2027-13-01', 'dateValue'],
  [/^(createdAt|occursAt|changedAt)\[\w+\]$/, 'soon', 'dateFormat'],
  [/^(createdAt|changedAt)\[\w+\]$/, '2027-06-01T10:00:00', 'dateFormat'],
  [/^order\[\w+\]$/, 'up', 'choice'],
  [/^(expired|dryRun|conflict)$/, 'maybe', 'choice'],
  [/^name$/, '', 'notBlank'],
  [/^name$/, 'x'.repeat(201), 'tooLong'],
  [/^(reference|ticket)$/, 'x'.repeat(51), 'tooLong'],
  [/^catalog$/, 'no-identifier', 'uuid'],
  [/^similarTicket$/, '7KQM-X4MA', 'regex'],
  [/^ticketStatus$/, 'used', 'choice'],
  [/^kind$/, 'gift', 'choice'],
  [/^catalogs$/, 'no-identifier', 'uuid'],
  [/^(actor|source)$/, ' ', 'notBlank'],
  [/^actor$/, 'x'.repeat(101), 'tooLong'],
  [/^source$/, 'x'.repeat(301), 'tooLong'],
  [/^sha256$/, 'abc', 'regex'],
  [/^externalReference$/, 'x'.repeat(256), 'tooLong'],
  [/./, '\0', 'regex'],
];

describe('every query parameter', () => {
  it('is refused by name if its value is invalid', async () => {
    let refused = 0;
    for (const { method, path, query, operationId } of service.routes) {
      for (const name of Object.keys(query?.shape ?? {})) {
        const cases = wrong.filter(([names]) => names.test(name));
        expect([operationId, name, cases.length]).not.toEqual([operationId, name, 1]);
        for (const [, value, code] of cases) {
          const search = new URLSearchParams({ [name]: value }).toString();
          const { status, body } = await service.call(
            method,
            `${path.replaceAll(/\{\w+\}/g, catalog.slice(-36))}?${search}`,
          );
          expect([operationId, name, value, status, body]).toMatchObject([
            operationId,
            name,
            value,
            422,
            // Of a list of values the path has the position, too.
            {
              violations: [
                { propertyPath: expect.stringContaining(name) as string, code: violationCodes[code] },
              ],
            },
          ]);
          refused += 1;
        }
      }
    }
    expect(refused).toBeGreaterThan(60);
  });

  it('is listed by the list that accepts it, and by no other', async () => {
    const parents = {
      listEvents: `${catalog}/events`,
      listEventSummaries: `${catalog}/event_summaries`,
      listProducts: `${catalog}/products`,
      listOffers: `${catalog}/offers`,
      listReservations: '/v1/booking/reservations',
      listOrders: '/v1/booking/orders',
      listCatalogs: '/v1/ticketing/catalogs',
      listAdmissions: '/v1/booking/admissions',
      listAdmissionSessions: '/v1/booking/admission_sessions',
      listSessionChanges: '/v1/booking/session_changes',
    };
    for (const [operation, path] of Object.entries(parents)) {
      const filters = Object.keys(
        service.routes.find((row) => row.operationId === operation)?.query?.shape ?? {},
      );
      const { body } = await service.call('GET', path);
      const { search } = body as { search?: { template: string; mapping: { variable: string }[] } };
      expect(search?.mapping.map(({ variable }) => variable) ?? []).toEqual(filters);
      expect(search?.template).toBe(filters.length === 0 ? undefined : `${path}{?${filters.join(',')}}`);
    }
  });

  it('is reported in one answer with all other violations, each with its position', async () => {
    const { status, body } = await service.call('GET', `${catalog}/offers?session=1&date=x`);
    const [uuid, date] = [violationCodes.uuid, violationCodes.dateFormat];
    expect(status).toBe(422);
    expect(body).toEqual({
      '@context': '/contexts/ConstraintViolationList',
      '@id': `/validation_errors/0=${uuid};1=${date}`,
      '@type': 'ConstraintViolationList',
      status: 422,
      violations: [
        { propertyPath: 'session', message: 'This value is not a valid identifier.', code: uuid },
        { propertyPath: 'date', message: 'This value is not a valid date.', code: date },
      ],
      violationCount: 2,
      detail: 'session: This value is not a valid identifier.\ndate: This value is not a valid date.',
      description: 'session: This value is not a valid identifier.\ndate: This value is not a valid date.',
      type: `/validation_errors/0=${uuid};1=${date}`,
      title: 'An error occurred',
    });
  });
});
