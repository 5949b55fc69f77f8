import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admissionListSchema, admissionSchema, type Admission } from '@/lib/contract/admission';
import { foundVisitorsSchema } from '@/lib/contract/admission-visitor';
import { lastSegment } from '@/lib/contract/iri';
import { codesOf, scanOf, sendScan, sendScans, testDay } from '@/testing/ticketing-service/admission';
import { bothItem, customer, list, openPlaces, type Places } from '@/testing/ticketing-service/booking';
import { type TestOrders, startTestOrders } from '@/testing/ticketing-service/order';

// Whoever scans may work with some catalogues only: nothing is told of the others.

let environment: TestOrders;
let hills: Places;
let own: readonly string[];
/** Two tickets of each catalogue. */
let ownCodes: string[];
let otherCodes: string[];

beforeAll(async () => {
  environment = await startTestOrders();
  const { service, places } = environment;
  hills = await openPlaces(service, 50, 'hills');
  own = [places.offer.split('/')[4] ?? ''];
  const ordered = async (of: Places, lastname: string) => {
    const change = { customer: { ...customer, lastname }, externalReference: lastname };
    const [order] = await environment.ordered([bothItem(of, 2)], change);
    return order === undefined ? [] : codesOf(service, order);
  };
  ownCodes = await ordered(places, 'Riverside');
  otherCodes = await ordered(hills, 'Hillside');
});
afterAll(async () => {
  expect(environment.service.unexpectedErrors).toEqual([]);
  await environment.close();
});

const within = () => ({ catalogs: [...own] });
const query = () => new URLSearchParams({ catalogs: own.join(',') }).toString();
const untold = {
  conflict: false,
  ticket: null,
  reference: null,
  session: null,
  occursAt: null,
  day: null,
  timezone: null,
  event: null,
  name: null,
  tariff: null,
  seat: null,
  redeemedAt: null,
  redeemedEntrance: null,
  group: null,
};
async function readScan({ id }: Admission, parameters = ''): Promise<Admission> {
  return admissionSchema.parse(
    (await environment.service.call('GET', `/v1/booking/admissions/${id}${parameters}`)).body,
  );
}

describe('a scan within some catalogues', () => {
  it('admits a ticket of these', async () => {
    const { service } = environment;
    const [code = ''] = ownCodes;
    expect(await sendScan(service, { code, ...within() })).toMatchObject({
      result: 'admitted',
      reference: code,
    });
  });

  it('of a ticket of another tells nothing, and admits nobody, also when it is read or sent again', async () => {
    const { service } = environment;
    const [code = ''] = otherCodes;
    const scan = scanOf({ code, ...within() });
    const [judged] = await sendScans(service, [scan]);
    expect(judged).toMatchObject({ result: 'other_session', ...untold });
    if (judged === undefined) return;
    expect(await readScan(judged, `?${query()}`)).toMatchObject({ result: 'other_session', ...untold });
    expect((await sendScans(service, [scan]))[0]).toMatchObject({ result: 'other_session', ...untold });
    // The record has it, for who works with all.
    expect(await readScan(judged)).toMatchObject({ result: 'other_session', reference: code });
    expect(await sendScan(service, { code, catalogs: [] })).toMatchObject(untold);
    expect(await sendScan(service, { code, catalogs: null })).toMatchObject({ result: 'admitted' });
  });

  it('does not tell that a ticket of another is in or void, and undoes no admission of it', async () => {
    const { service } = environment;
    const code = otherCodes.at(-1) ?? '';
    const scan = scanOf({ code });
    const [admitted] = await sendScans(service, [scan]);
    if (admitted === undefined) throw new Error('there was no result');
    expect(await sendScan(service, { code, ...within() })).toMatchObject({ result: 'other_session' });
    const undo = await sendScan(service, { undoes: admitted.id, ...within() });
    expect(undo).toMatchObject({ result: 'not_undone', ...untold });
    expect(await readScan(admitted, `?${query()}`)).toMatchObject({ result: 'other_session', ...untold });
    // A device that sends again what somebody else had scanned.
    const [again] = await sendScans(service, [{ ...scan, ...within() }]);
    expect(again).toMatchObject({ result: 'other_session', ...untold });
    const ticket = lastSegment(admitted.ticket ?? '');
    expect(await sendScan(service, { ticket, ...within() })).toMatchObject(untold);
    expect(await sendScan(service, { ticket })).toMatchObject({ result: 'already_admitted' });
  });
});

describe('the lists within some catalogues', () => {
  it('of the day have the sessions and tickets of these', async () => {
    const { service } = environment;
    const sessions = (parameters: string) =>
      list(service, `/v1/booking/admission_sessions?date=${testDay}${parameters}`);
    const catalogOf = ({ catalog }: Record<string, unknown>) => lastSegment(String(catalog));
    const mine = await sessions(`&${query()}`);
    expect(new Set(mine.map(catalogOf))).toEqual(new Set(own));
    expect((await sessions('')).length).toBeGreaterThan(mine.length);
    expect(await sessions('&catalogs=')).toEqual([]);
    const tickets = async (parameters: string) => {
      const path = `/v1/booking/admission_list?date=${testDay}${parameters}`;
      return admissionListSchema.parse((await service.call('GET', path)).body);
    };
    const read = await tickets(`&${query()}`);
    expect(new Set(read.visits.map(catalogOf))).toEqual(new Set(own));
    expect(read.tickets.length).toBeLessThan((await tickets('')).tickets.length);
    expect((await tickets('&catalogs=')).tickets).toEqual([]);
    const wrong = await service.call('GET', '/v1/booking/admission_sessions?catalogs=x');
    expect(wrong.status).toBe(422);
  });

  it('of visitors with a name find those of these', async () => {
    const { service } = environment;
    const found = async (name: string, catalogs: string[] | null) => {
      const body = { name, date: testDay, catalogs };
      const answer = await service.call('POST', '/v1/booking/admission_list/_search', { body });
      return foundVisitorsSchema.parse(answer.body).visitors.length;
    };
    expect(await found('Riverside', [...own])).toBeGreaterThan(0);
    expect(await found('Hillside', [...own])).toBe(0);
    expect(await found('Riverside', [])).toBe(0);
    expect(await found('Hillside', null)).toBeGreaterThan(0);
  });

  it('of conflicts have those of these, and only these can be ticked off', async () => {
    const { service } = environment;
    const conflicts = await sendScans(
      service,
      [ownCodes, otherCodes].map(([code = '']) => scanOf({ code, offline: true })),
    );
    const [mine, other] = conflicts.map(({ id }) => id);
    const listed = await list(service, `/v1/booking/admissions?conflict=true&${query()}`);
    expect(listed.map(({ id }) => id)).toEqual([mine]);
    expect(await list(service, '/v1/booking/admissions?conflict=true')).toHaveLength(2);
    const resolve = async (id = '') =>
      (
        await service.call('POST', `/v1/booking/admissions/${id}/_resolve`, {
          body: { actor: 'ada', ...within() },
        })
      ).status;
    expect(await resolve(mine)).toBe(201);
    expect(await resolve(other)).toBe(404);
  });
});
