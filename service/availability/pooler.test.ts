import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openPostgres } from '@/lib/database/postgres';
import { programTables } from '@/lib/database/program-tables';
import { hasPooler, startPooler, type TestPooler } from '@/testing/database/pooler';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { bothItem, hold } from '@/testing/ticketing-service/booking';
import { openRiver } from '@/testing/ticketing-service/administration';
import { type Issuer, startIssuer } from '@/testing/ticketing-service/issuer';
import { startProgram } from '@/testing/ticketing-service/program';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

const counterRow = z.object({ capacity: z.int(), held: z.int() });

describe.skipIf(!hasPooler)('two services behind PgBouncer', () => {
  let server: TestServer;
  let pooler: TestPooler;
  let issuer: Issuer;
  let direct: string;
  let services: [TestService, TestService];

  beforeAll(async () => {
    server = await startPostgres();
    direct = await server.createDatabase();
    await (await openPostgres({ url: direct, ...programTables.service })).close();
    const name = new URL(direct).pathname.slice(1);
    const admin = new Client(direct);
    await admin.connect();
    for (const setting of ['jit = off', "lock_timeout = '10s'", "statement_timeout = '15s'"])
      await admin.query(`alter database ${name} set ${setting}`);
    await admin.end();
    pooler = await startPooler(direct, 4);
    const options = { databaseUrl: pooler.through(direct), pooler: 'transaction', connections: 20 } as const;
    issuer = await startIssuer();
    services = [await startTestService(options), await startTestService(options)];
  });
  afterAll(async () => {
    await issuer.close();
    for (const service of services) await service.close();
    await pooler.stop();
    await server.stop();
  });

  it('hold exactly what there is when all ask at once', async () => {
    const [one, other] = services;
    const river = await openRiver(one, 30);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => hold(i % 2 === 0 ? one : other, [bothItem(river.places)])),
    );
    expect(answers.filter(({ reservations }) => reservations.length === 1)).toHaveLength(30);
    const failed = answers.flatMap(({ failedReservations }) =>
      failedReservations.map(({ reason }) => reason),
    );
    expect(failed).toEqual(Array.from({ length: 70 }, () => 'SOLD_OUT'));
    const id = river.places.ten.slice(-36);
    const counter = sql`select capacity, held from ticketing.counter where id = ${id}`;
    expect(await one.database.rows(counterRow, counter)).toEqual([{ capacity: 30, held: 30 }]);
    for (const service of services) expect(service.unexpectedErrors).toEqual([]);
  });

  it('are told by a setting', async () => {
    const env = { DATABASE_POOLER: 'transaction' };
    const program = await startProgram({ databaseUrl: pooler.through(direct), issuer, env });
    try {
      const { status } = await program.call('GET', '/v1/ticketing/catalogs');
      expect(status).toBe(200);
    } finally {
      await program.close();
    }
  });
});
