import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemTicketSchema } from '@/lib/contract/item-ticket';
import { violationCodes } from '@/lib/contract/problem';
import { admissionsBulk, codesOf, scanOf, sendScan, sendScans } from '@/testing/ticketing-service/admission';
import { bothItem, freeItem } from '@/testing/ticketing-service/booking';
import { type TestOrders, startTestOrders } from '@/testing/ticketing-service/order';
import type { TestService } from '@/testing/ticketing-service/test-service';

let environment: TestOrders;
let service: TestService;
beforeAll(async () => {
  environment = await startTestOrders();
  service = environment.service;
});
afterAll(async () => {
  expect(service.surprises).toEqual([]);
  await environment.close();
});

/** An order of one walk: its ticket's path and code. */
async function newTicket() {
  const [order] = await environment.ordered([freeItem(environment.places)]);
  if (order === undefined) throw new Error('nothing was ordered');
  const [code = ''] = await codesOf(service, order);
  return { path: order.items[0]?.tickets?.[0] ?? '', code };
}

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
      event: 'Walk',
      name: 'Walk',
      redeemedAt: scan.scannedAt,
      redeemedEntrance: 'North gate',
      group: { size: 1, admitted: 1, remaining: [] },
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
      ...{ result: 'already_admitted', redeemedAt, redeemedEntrance: null },
    });
  });

  it('finds the code without hyphens, in small letters, and from a scanner with another layout', async () => {
    for (const write of [
      (code: string) => code.replaceAll('-', ''),
      (code: string) => ` ${code.toLowerCase()}\n`,
      (code: string) => code.replaceAll('-', 'ß'),
    ]) {
      const { code } = await newTicket();
      expect((await sendScan(service, { code: write(code) })).result).toBe('admitted');
    }
  });

  it('does not admit to another session, on another day, or of another catalogue', async () => {
    const { path, code } = await newTicket();
    const { ten, walkSession } = environment.places;
    expect(await sendScan(service, { code, sessions: [ten] })).toMatchObject({
      ...{ result: 'other_session', session: walkSession, occursAt: '2027-06-01T09:00:00+02:00' },
    });
    expect(await sendScan(service, { code, date: '2027-06-02' })).toMatchObject({
      ...{ result: 'other_day', day: '2027-06-01' },
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

describe('an admission', () => {
  it('can be undone within a minute, by the admission that won alone', async () => {
    const { path, code } = await newTicket();
    const won = await sendScan(service, { code });
    const lost = await sendScan(service, { code });
    expect((await sendScan(service, { undoes: lost.id })).result).toBe('not_undone');
    expect((await sendScan(service, { undoes: won.id }, 'other')).result).toBe('not_undone');
    expect((await ticketAt(path)).status).toBe('redeemed');
    expect(await sendScan(service, { undoes: won.id })).toMatchObject({ result: 'undone', ticket: path });
    expect(await ticketAt(path)).toMatchObject({ status: 'valid', redeemedAt: null });
    expect((await sendScan(service, { undoes: won.id })).result).toBe('not_undone');
    expect((await service.call('GET', won['@id'])).body).toMatchObject({
      ...{ result: 'admitted', undoneAt: expect.any(String) },
    });
  });

  it('can’t be undone after a minute by the clock of the database', async () => {
    const { path, code } = await newTicket();
    const [early, late] = [await sendScan(service, { code }), await newTicket()];
    const other = await sendScan(service, { code: late.code });
    const age = (id: string, seconds: number) =>
      environment.change(
        sql`update ticketing.admission set received_at = clock_timestamp() - make_interval(secs => ${seconds}) where id = ${id}`,
      );
    await age(early.id, 50);
    await age(other.id, 61);
    expect((await sendScan(service, { undoes: early.id })).result).toBe('undone');
    expect((await sendScan(service, { undoes: other.id })).result).toBe('not_undone');
    expect((await ticketAt(path)).status).toBe('valid');
    expect((await ticketAt(late.path)).status).toBe('redeemed');
  });

  it('is judged within one call in the order of the scans, and undone there too', async () => {
    const { code } = await newTicket();
    const at = (second: number) => new Date(Date.now() - 30_000 + second * 1_000).toISOString();
    const first = scanOf({ code, scannedAt: at(1), entrance: 'A' });
    const scans = [
      scanOf({ code, scannedAt: at(2), entrance: 'B' }),
      first,
      scanOf({ undoes: first.id, scannedAt: at(3) }),
      scanOf({ code, scannedAt: at(4), entrance: 'C' }),
    ];
    const admissions = await sendScans(service, scans);
    expect(admissions.map(({ result, redeemedEntrance }) => [result, redeemedEntrance])).toEqual([
      ['already_admitted', 'A'],
      ['admitted', 'A'],
      ['undone', 'A'],
      ['admitted', 'C'],
    ]);
  });
});

describe('a person who was let in without a connection', () => {
  it('is a conflict if the ticket was admitted elsewhere; the answered admission stays', async () => {
    const { path, code } = await newTicket();
    const earlier = new Date(Date.now() - 600_000).toISOString();
    const online = await sendScan(service, { code, entrance: 'South gate' });
    const offline = await sendScan(service, { code, offline: true, scannedAt: earlier });
    expect(offline).toMatchObject({
      ...{ result: 'already_admitted', conflict: true, entrance: 'North gate', scannedAt: earlier },
      ...{ redeemedAt: online.redeemedAt, redeemedEntrance: 'South gate' },
    });
    expect((await ticketAt(path)).redeemedAt).toBe(online.redeemedAt);
    const { body } = await service.call('GET', '/v1/booking/admissions?conflict=true');
    expect(body).toMatchObject({ member: expect.arrayContaining([expect.objectContaining(offline)]) });
  });

  it('is no conflict if nobody was admitted with the ticket since, and counts from the scan', async () => {
    const { path, code } = await newTicket();
    const scannedAt = new Date(Date.now() - 600_000).toISOString();
    const admission = await sendScan(service, { code, offline: true, scannedAt });
    expect(admission).toMatchObject({ result: 'admitted', conflict: false, redeemedAt: scannedAt });
    expect((await ticketAt(path)).redeemedAt).toBe(scannedAt);
  });

  it('is a conflict if the ticket was void', async () => {
    const { path, code } = await newTicket();
    await service.call('PATCH', path, { body: { status: 'cancelled' } });
    expect(await sendScan(service, { code, offline: true })).toMatchObject({
      result: 'void',
      conflict: true,
    });
  });
});

describe('a group', () => {
  it('is all tickets of a booking for the visit, of all its orders, and can be admitted by their paths', async () => {
    const { places } = environment;
    const orders = await environment.ordered([bothItem(places, 2), bothItem(places, 1)], {
      externalReference: 'family',
    });
    const boats = orders.flatMap(({ items }) => items[0]?.tickets?.filter((_, i) => i % 2 === 0) ?? []);
    const [code = ''] = orders[0] === undefined ? [] : await codesOf(service, orders[0]);
    const first = await sendScan(service, { code, sessions: [places.ten] });
    expect(first.group).toEqual({ size: 3, admitted: 1, remaining: boats.slice(1) });
    const rest = (first.group?.remaining ?? []).map((ticket) => scanOf({ ticket, sessions: [places.ten] }));
    const admissions = await sendScans(service, rest);
    expect(admissions.map(({ result }) => result)).toEqual(['admitted', 'admitted']);
    expect(admissions[1]?.group).toEqual({ size: 3, admitted: 3, remaining: [] });
    // The museum's tickets of the same orders are another visit.
    expect(await sendScan(service, { ticket: orders[0]?.items[0]?.tickets?.[1] ?? '' })).toMatchObject({
      ...{ result: 'admitted', session: null, occursAt: null, name: 'Museum' },
      group: { size: 3, admitted: 1 },
    });
  });
});
