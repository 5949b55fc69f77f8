import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentSchema } from '@/lib/contract/document';
import { createOrdersOutputSchema } from '@/lib/contract/order';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { customer, freeItem, hold, openPlaces, ordersBulk } from '@/testing/ticketing-service/booking';
import { startIssuer, type Issuer } from '@/testing/ticketing-service/issuer';
import { startProgram, type TestProgram } from '@/testing/ticketing-service/program';

let server: TestServer;
let issuer: Issuer;
let one: TestProgram;
let other: TestProgram;

beforeAll(async () => {
  [server, issuer] = await Promise.all([startPostgres(), startIssuer()]);
  const options = { databaseUrl: await server.createDatabase(), issuer };
  one = await startProgram(options);
  other = await startProgram(options);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await issuer.close();
  await server.stop();
});

describe('two programs with separate data folders', () => {
  it('serve the files of each other, at the same signed address', async () => {
    const { reservations } = await hold(one, [freeItem(await openPlaces(one))]);
    const body = { reservations: reservations.map((each) => each['@id']), customer };
    const { orders } = createOrdersOutputSchema.parse((await one.call('POST', ordersBulk, { body })).body);
    const path = orders[0]?.documents[0] ?? '';
    const document = documentSchema.parse((await one.call('PATCH', path, { body: {} })).body);
    const { pathname, search } = new URL(document.temporaryUrl);
    for (const program of [other, one]) {
      const file = await program.call('GET', `${pathname}${search}`);
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(String(file.body)).toMatch(/^%PDF-/);
    }
  });
});
