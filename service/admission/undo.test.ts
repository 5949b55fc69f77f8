import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admissionSchema } from '@/lib/contract/admission';
import { itemTicketSchema } from '@/lib/contract/item-ticket';
import { codesOf, scanOf, sendScan, sendScans } from '@/testing/ticketing-service/admission';
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

const ticketAt = async (path: string) => itemTicketSchema.parse((await service.call('GET', path)).body);

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
    const read = admissionSchema.parse((await service.call('GET', won['@id'])).body);
    expect([read.result, typeof read.undoneAt]).toEqual(['admitted', 'string']);
  });

  it('can’t be undone after a minute by the clock of the database', async () => {
    const { path, code } = await newTicket();
    const [early, late] = [await sendScan(service, { code }), await newTicket()];
    const other = await sendScan(service, { code: late.code });
    const age = (id: string, seconds: number) =>
      environment.change(
        sql`update ticketing.admission set received_at = statement_timestamp() - make_interval(secs => ${seconds}) where id = ${id}`,
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
      result: 'already_admitted',
      conflict: true,
      entrance: 'North gate',
      scannedAt: earlier,
      redeemedAt: online.redeemedAt,
      redeemedEntrance: 'South gate',
    });
    expect((await ticketAt(path)).redeemedAt).toBe(online.redeemedAt);
    expect(await list(service, '/v1/booking/admissions?conflict=true')).toEqual([offline]);
  });

  it('is no conflict if nobody was admitted with the ticket since, and counts from the scan', async () => {
    const { path, code } = await newTicket();
    const scannedAt = new Date(Date.now() - 600_000).toISOString();
    const admission = await sendScan(service, { code, offline: true, scannedAt });
    expect(admission).toMatchObject({ result: 'admitted', conflict: false, redeemedAt: scannedAt });
    expect((await ticketAt(path)).redeemedAt).toBe(scannedAt);
  });

  it('is a conflict if the answer to the first try was lost, and it was no', async () => {
    const { code } = await newTicket();
    await sendScan(service, { code });
    const scan = scanOf({ code });
    const results = async (offline: boolean) => {
      const [admission] = await sendScans(service, [{ ...scan, offline }]);
      return [admission?.result, admission?.conflict];
    };
    expect(await results(false)).toEqual(['already_admitted', false]);
    expect(await results(true)).toEqual(['already_admitted', true]);
    expect(await results(false)).toEqual(['already_admitted', true]);
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
      result: 'admitted',
      session: null,
      occursAt: null,
      name: 'Museum',
      group: { size: 3, admitted: 1 },
    });
  });
});
