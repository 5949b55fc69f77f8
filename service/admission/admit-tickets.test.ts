import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemTicketSchema } from '@/lib/contract/item-ticket';
import { lastSegment } from '@/lib/contract/iri';
import { violationCodes } from '@/lib/contract/problem';
import { admissionsBulk, codesOf, scanOf, sendScan, sendScans } from '@/testing/ticketing-service/admission';
import { bothItem, freeItem, list } from '@/testing/ticketing-service/booking';
import { type TestOrders, startTestOrders } from '@/testing/ticketing-service/order';
import type { TestService } from '@/testing/ticketing-service/test-service';

let environment: TestOrders;
let service: TestService;
beforeAll(async () => {
  environment = await startTestOrders();
  service = environment.service;
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await environment.close();
});

/** An order of one walk: its ticket's path and code. */
async function newTicket() {
  const [order] = await environment.ordered([freeItem(environment.places)]);
  if (order === undefined) throw new Error('nothing was ordered');
  const [code = ''] = await codesOf(service, order);
  return { path: order.items[0]?.tickets?.[0] ?? '', code };
}

/** As a scanner with another keyboard layout types it: each of these two keys as the other one. */
const swapped = (code: string, [one = '', other = '']: string) =>
  Array.from(code, (key) => (key === one ? other : key === other ? one : key)).join('');

/** As a scanner for the United States types it on a French device. */
const typedInFrance = (code: string) =>
  Array.from(swapped(swapped(code, 'AQ'), 'WZ'), (key) => inFrance.get(key) ?? key).join('');
const inFrance = new Map(Array.from('23456789-M', (key, i) => [key, 'é"\'(-è_ç),'.charAt(i)]));

const ticketAt = async (path: string) => itemTicketSchema.parse((await service.call('GET', path)).body);

describe('a scan at an entrance', () => {
  it('admits a valid ticket, and says what it is for', async () => {
    const { path, code } = await newTicket();
    const scan = scanOf({ code, actor: 'staff-7', sessions: [environment.places.walkSession] });
    const [admission] = await sendScans(service, [scan]);
    expect(admission).toEqual({
      '@id': `/v1/booking/admissions/${scan.id}`,
      '@type': 'Admission',
      id: scan.id,
      result: 'admitted',
      conflict: false,
      entrance: 'North gate',
      actor: 'staff-7',
      scannedAt: scan.scannedAt,
      receivedAt: admission?.receivedAt,
      undoneAt: null,
      ticket: path,
      reference: code,
      session: environment.places.walkSession,
      occursAt: '2027-06-01T09:00:00+02:00',
      day: '2027-06-01',
      timezone: 'Europe/Paris',
      event: 'Walk',
      name: 'Walk',
      tariff: { name: 'Walk', reduced: false },
      seat: null,
      redeemedAt: scan.scannedAt,
      redeemedEntrance: 'North gate',
      group: { size: 1, admitted: 1, remaining: [] },
      resolvedAt: null,
      resolvedBy: null,
    });
    expect(await ticketAt(path)).toMatchObject({ status: 'redeemed', redeemedAt: scan.scannedAt });
  });

  it('of an admitted ticket says when and where it was admitted, in the language of the caller', async () => {
    const { code } = await newTicket();
    const first = await sendScan(service, { code, entrance: 'South gate' });
    const body = { admissions: [scanOf({ code })] };
    const { body: again } = await service.call('POST', admissionsBulk, {
      body,
      headers: { 'accept-language': 'fr' },
    });
    expect(again).toMatchObject({
      admissions: [
        {
          result: 'already_admitted',
          conflict: false,
          event: 'Promenade',
          redeemedAt: first.redeemedAt,
          redeemedEntrance: 'South gate',
        },
      ],
    });
  });

  it('of a ticket that was redeemed by PATCH says when, and no entrance', async () => {
    const { path, code } = await newTicket();
    await service.call('PATCH', path, { body: { status: 'redeemed' } });
    const { redeemedAt } = await ticketAt(path);
    expect(await sendScan(service, { code })).toMatchObject({
      result: 'already_admitted',
      redeemedAt,
      redeemedEntrance: null,
    });
  });

  it('finds the code without hyphens, in small letters, and from a scanner with another layout', async () => {
    for (const write of [
      (code: string) => code.replaceAll('-', ''),
      (code: string) => ` ${code.toLowerCase()}\n`,
      (code: string) => code.replaceAll('-', 'ß'),
      (code: string) => swapped(code, 'YZ').replaceAll('-', 'ß'),
      (code: string) => typedInFrance(code),
      (code: string) => code + code,
    ]) {
      const { code } = await newTicket();
      expect((await sendScan(service, { code: write(code) })).result).toBe('admitted');
    }
  });

  it('does not admit to another session, on another day, or of another catalogue', async () => {
    const { path, code } = await newTicket();
    const { ten, walkSession } = environment.places;
    expect(await sendScan(service, { code, sessions: [ten] })).toMatchObject({
      result: 'other_session',
      session: walkSession,
      occursAt: '2027-06-01T09:00:00+02:00',
    });
    expect(await sendScan(service, { code, date: '2027-06-02' })).toMatchObject({
      result: 'other_day',
      day: '2027-06-01',
    });
    // Without a day, the day of the scan at the venue counts: it is 23:30 there the evening before.
    const night = { code, date: null, scannedAt: '2027-05-31T21:30:00Z' };
    expect((await sendScan(service, night)).result).toBe('other_day');
    const catalog = '00000000-0000-4000-8000-000000000000';
    expect((await sendScan(service, { code, catalog })).result).toBe('other_session');
    expect((await ticketAt(path)).status).toBe('valid');
    const morning = { code, date: null, scannedAt: '2027-05-31T22:30:00Z' };
    expect((await sendScan(service, morning)).result).toBe('admitted');
  });

  it('admits tickets of an event on its day alone, with and without a session', async () => {
    const { places } = environment;
    const [order] = await environment.ordered([bothItem(places)]);
    const [boat = '', museum = ''] = order === undefined ? [] : await codesOf(service, order);
    const eventOf = (session: string) => session.split('/')[6] ?? '';
    const events = [eventOf(places.ten)];
    expect((await sendScan(service, { code: museum, events })).result).toBe('other_session');
    expect((await sendScan(service, { code: boat, events, date: '2027-06-02' })).result).toBe('other_day');
    expect((await sendScan(service, { code: boat, events })).result).toBe('admitted');
    const sessions = [places.afternoon];
    expect((await sendScan(service, { code: museum, sessions })).result).toBe('other_session');
    const [museumEvent] = await list(service, `${places.offer.replace(/offers.*/, '')}events?name=museum`);
    const ofMuseum = [String(museumEvent?.['@id'])];
    expect((await sendScan(service, { code: museum, sessions, events: ofMuseum })).result).toBe('admitted');
  });

  it('does not admit a void ticket', async () => {
    const { path, code } = await newTicket();
    await service.call('PATCH', path, { body: { status: 'cancelled' } });
    expect(await sendScan(service, { code })).toMatchObject({ result: 'void', group: null });
    expect((await ticketAt(path)).status).toBe('cancelled');
  });

  it.each([
    ['an address', 'https://evil.test/?q=H4TK-9QWE-2MBX'],
    ['a business card', 'BEGIN:VCARD\nFN:Ada Lovelace\nEMAIL:ada@b.test\nEND:VCARD'],
    ['10,000 characters', 'H4TK-9QWE-2MBX'.repeat(715)],
    ['a code that no ticket has', 'H4TK-9QWE-2MBX'],
    ['nothing', ''],
  ])('of %s is of no ticket, and what was scanned is not stored', async (_, code) => {
    const admission = await sendScan(service, { code });
    expect(admission).toMatchObject({ result: 'unknown', ticket: null, reference: null, group: null });
    const stored = await service.database.send({
      text: 'select * from ticketing.admission where id = $1',
      params: [admission.id],
      rowMode: 'object',
    });
    expect(stored.rows).toHaveLength(1);
    if (code !== '') expect(JSON.stringify(stored.rows)).not.toContain(JSON.stringify(code).slice(1, -1));
  });

  it('is dated by the database if the clock of the device is fast', async () => {
    const { code } = await newTicket();
    const before = Date.now();
    const scannedAt = new Date(before + 600_000).toISOString();
    const { redeemedAt } = await sendScan(service, { code, scannedAt });
    expect(Date.parse(redeemedAt ?? '') - before).toBeLessThan(60_000);
  });
});

describe('scans that are sent again', () => {
  it('get their first results, whatever has happened since', async () => {
    const { code } = await newTicket();
    const [first, second] = [scanOf({ code }), scanOf({ code })];
    const results = async () => (await sendScans(service, [first, second])).map(({ result }) => result);
    expect(await results()).toEqual(['admitted', 'already_admitted']);
    expect(await results()).toEqual(['admitted', 'already_admitted']);
    await sendScan(service, { undoes: first.id });
    expect(await results()).toEqual(['admitted', 'already_admitted']);
    expect((await sendScan(service, { code })).result).toBe('admitted');
  });

  it('get their first results at another entrance, at another time and for other sessions, too', async () => {
    const { code } = await newTicket();
    const scan = scanOf({ code });
    const [first] = await sendScans(service, [scan]);
    const other = {
      entrance: 'Elsewhere',
      sessions: [environment.places.afternoon],
      scannedAt: '2027-06-02T10:00:00Z',
    };
    expect(await sendScans(service, [{ ...scan, ...other }])).toEqual([first]);
    expect(first?.result).toBe('admitted');
  });

  it('concurrently are processed once, also those of unknown codes', async () => {
    const { code } = await newTicket();
    const scans = [scanOf({ code }), scanOf({ code: 'nothing' })];
    const calls = await Promise.all(Array.from({ length: 8 }, () => sendScans(service, scans)));
    for (const admissions of calls)
      expect(admissions.map(({ result }) => result)).toEqual(['admitted', 'unknown']);
  });

  it('with another code under the same id are refused, and admit nothing', async () => {
    const [one, other] = [await newTicket(), await newTicket()];
    const scan = scanOf({ code: one.code });
    await sendScans(service, [scan]);
    const body = { admissions: [scanOf({ code: other.code }), { ...scan, code: other.code }] };
    expect(await service.call('POST', admissionsBulk, { body })).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: 'admissions[1].id', code: violationCodes.unique }] },
    });
    expect((await ticketAt(other.path)).status).toBe('valid');
  });

  it.each([
    [
      'twice the same id',
      (id: string) => [
        { id, code: 'a' },
        { id, code: 'b' },
      ],
      'admissions[1].id',
    ],
    ['nothing to judge', (id: string) => [{ id }], 'admissions[0].code'],
    ['two things to judge', (id: string) => [{ id, code: 'a', undoes: id }], 'admissions[0]'],
    ['no entrance', (id: string) => [{ id, code: 'a', entrance: ' ' }], 'admissions[0].entrance'],
  ])('with %s are refused', async (_, make, path) => {
    const id = scanOf({}).id;
    const body = { admissions: make(id).map((change) => scanOf(change)) };
    expect(await service.call('POST', admissionsBulk, { body })).toMatchObject({
      status: 422,
      body: { violations: [{ propertyPath: path }] },
    });
  });

  it('need the scope', async () => {
    const scopes = ['booking:read', 'booking:write'];
    const body = { admissions: [scanOf({ code: 'a' })] };
    expect((await service.call('POST', admissionsBulk, { body, scopes })).status).toBe(403);
  });
});

describe('a session that ends after midnight', () => {
  const night = async () => {
    const [order] = await environment.ordered([bothItem(environment.places, 1)]);
    if (order === undefined) throw new Error('nothing was ordered');
    await environment.change(
      sql`update ticketing.session
          set day = (statement_timestamp() at time zone 'Europe/Paris')::date - 1,
            occurs_at = statement_timestamp() - interval '1 hour', duration = 'PT2H30M'
          where id = ${lastSegment(environment.places.ten)}`,
    );
    const codes = await codesOf(service, order);
    const results = await sendScans(
      service,
      codes.map((code) => scanOf({ code, date: null })),
    );
    return results.map(({ result }) => result);
  };

  it.each([
    ['2027-06-01T22:30:00.000Z', 'admitted'],
    ['2027-06-02T00:30:00.000Z', 'other_day'],
  ])('from 23:00 to 02:00 is judged by its own day: at %s %s', async (scannedAt, result) => {
    const { walkSession } = environment.places;
    const { code } = await newTicket();
    const change = (at: string, duration: string | null) =>
      environment.change(
        sql`update ticketing.session set occurs_at = ${at}::timestamptz, duration = ${duration}
            where id = ${lastSegment(walkSession)}`,
      );
    await change('2027-06-01T23:00:00+02:00', 'PT3H');
    expect((await sendScan(service, { code, date: null, scannedAt })).result).toBe(result);
    await change('2027-06-01T09:00:00+02:00', null);
  });

  it('is still of the day on which it began, until it ends', async () => {
    expect(await night()).toContain('admitted');
    const visits = await list(service, '/v1/booking/admission_sessions');
    expect(visits).toMatchObject([{ event: 'Boat', session: environment.places.ten }]);
  });
});
