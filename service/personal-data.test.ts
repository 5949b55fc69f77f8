import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { citusUrl } from '@/testing/database/citus';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { findSeeded, person } from '@/testing/person';
import { customer, freeItem, hold, openPlaces, ordersBulk } from '@/testing/ticketing-service/booking';
import { startIssuer, type Issuer } from '@/testing/ticketing-service/issuer';
import { startProgram, type TestProgram } from '@/testing/ticketing-service/program';

let server: TestServer;
let issuer: Issuer;
let program: TestProgram;
let databaseUrl: string;

beforeAll(async () => {
  [server, issuer] = await Promise.all([startPostgres(), startIssuer()]);
  databaseUrl = await server.createDatabase();
  program = await startProgram({ databaseUrl, issuer });
});
afterAll(async () => {
  await program.close();
  await issuer.close();
  await server.stop();
});

async function run(statement: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

it('an order that the database refuses is logged without the customer and the token', async () => {
  const places = await openPlaces(program);
  const held = await hold(program, [freeItem(places)]);
  const reservation = z.object({ '@id': z.string() }).parse(held.reservations[0])['@id'];
  // The database's error for this contains the whole row that was to be written.
  await run('alter table ticketing.booking_order add constraint refused check (false) not valid');
  const { firstname, lastname, email, phone: telephone } = person;
  const body = {
    customer: { ...customer, firstname, lastname, email, telephone },
    reservations: [reservation],
  };
  const { status } = await program.call('POST', ordersBulk, { body });
  expect(status).toBe(500);
  await expect.poll(() => program.output()).toContain('"msg":"unexpected"');
  const log = program.output();
  // Between the servers of a cluster the code is lost.
  expect(log).toContain(citusUrl === undefined ? '"code":"23514"' : '"code":"XX000"');
  expect(findSeeded(log)).toEqual([]);
  // The beginning of every token.
  expect(log).not.toContain('eyJ');
});
