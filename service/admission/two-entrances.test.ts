import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '@/lib/database/database';
import { openDatabase } from '@/lib/database/open-database';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { type Issuer, startIssuer } from '@/testing/ticketing-service/issuer';
import { codesOf, scanOf, sendScans } from '@/testing/ticketing-service/admission';
import { createOrdersOutputSchema } from '@/lib/contract/order';
import { customer, freeItem, hold, openPlaces, ordersBulk } from '@/testing/ticketing-service/booking';
import { startProgram, type TestProgram } from '@/testing/ticketing-service/program';

let server: TestServer;
let issuer: Issuer;
let database: Database;
const programs: TestProgram[] = [];

beforeAll(async () => {
  [server, issuer] = await Promise.all([startPostgres(), startIssuer()]);
  const databaseUrl = await server.createDatabase();
  const options = { databaseUrl, issuer };
  programs.push(...(await Promise.all([startProgram(options), startProgram(options)])));
  database = await openDatabase({
    url: databaseUrl,
    folder: '',
    migrations: 'service/migrations',
    schema: 'ticketing_migrations',
    connections: 20,
  });
});
afterAll(async () => {
  await database.close();
  await Promise.all(programs.map((program) => program.close()));
  await issuer.close();
  await server.stop();
});

const row = z.object({ status: z.string(), catalogId: z.string() });

/** Admits like a program that checks first and changes later: the control of this test. */
async function admitNaively(code: string): Promise<'admitted' | 'already_admitted'> {
  const [found] = await database.rows(
    row,
    sql`select status, catalog_id as "catalogId" from ticketing.item_ticket where reference = ${code}`,
  );
  if (found?.status !== 'valid') return 'already_admitted';
  await database.single.run(
    sql`update ticketing.item_ticket set status = 'redeemed'
        where catalog_id = ${found.catalogId} and reference = ${code}`,
  );
  return 'admitted';
}

describe('one ticket at the entrances of two service processes', () => {
  it('is admitted by exactly one of 100 scans; a check before the change would admit several', async () => {
    const [one, other] = programs as [TestProgram, TestProgram];
    const places = await openPlaces(one, 50);
    const { reservations } = await hold(one, [freeItem(places), freeItem(places)]);
    const body = { reservations: reservations.map((held) => held['@id']), customer };
    const { orders } = createOrdersOutputSchema.parse(
      (await one.call('POST', ordersBulk, { body, organization: 'reseller' })).body,
    );
    const codes = await Promise.all(orders.map((order) => codesOf(one, order, 'reseller')));
    const [[code = ''] = [], [control = ''] = []] = codes;
    const scans = Array.from({ length: 100 }, (_, i) =>
      sendScans(i % 2 === 0 ? one : other, [scanOf({ code, entrance: `Gate ${i}` })], 'reseller'),
    );
    const admissions = (await Promise.all(scans)).flat();
    const admitted = admissions.filter(({ result }) => result === 'admitted');
    expect(admitted).toHaveLength(1);
    const others = admissions.filter(({ result }) => result === 'already_admitted');
    expect(others).toHaveLength(99);
    expect(new Set(others.map(({ redeemedEntrance }) => redeemedEntrance))).toEqual(
      new Set([admitted[0]?.entrance]),
    );
    const naive = await Promise.all(Array.from({ length: 100 }, () => admitNaively(control)));
    expect(naive.filter((result) => result === 'admitted').length).toBeGreaterThan(1);
  });
});
