import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { bothItem, openPlaces, type Places, reservationsBulk } from '@/testing/ticketing-service/booking';
import { type Issuer, startIssuer } from '@/testing/ticketing-service/issuer';
import { startProgram, type TestProgram } from '@/testing/ticketing-service/program';
import { startTestService } from '@/testing/ticketing-service/test-service';

// A process whose memory is used up is ended by V8, or by the system. This is how the others go on.

const places = 1_000;
let database: TestServer;
let databaseUrl: string;
let issuer: Issuer;
let program: TestProgram;
let river: Places;

beforeAll(async () => {
  [database, issuer] = await Promise.all([startPostgres(), startIssuer()]);
  databaseUrl = await database.createDatabase();
  const env = { SERVICE_PROCESSES: '2', NODE_OPTIONS: '--max-old-space-size=110' };
  program = await startProgram({ databaseUrl, issuer, env });
  river = await openPlaces(program, places);
}, 120_000);
afterAll(async () => {
  await program.close();
  await issuer.close();
  await database.stop();
});

/** Fits into the 50 MB that a feed may have, but what is read of it does not fit into the memory of these processes. */
const tooMuch = { events: new Array<object>(400_000).fill({ key: 'event', name: { en: 'Event' } }) };

it(
  'a process that runs out of memory is replaced; nothing that others were told is lost',
  { timeout: 300_000 },
  async () => {
    const breaking = { goesOn: true };
    const told: number[] = [];
    const others = (async () => {
      while (breaking.goesOn || told.at(-1) !== 201) {
        const body = { items: [bothItem(river)] };
        const answer = await program.call('POST', reservationsBulk, { body }).catch(() => null);
        told.push(answer?.status ?? 0);
      }
    })();
    for (let round = 0; round < 3; round += 1) {
      const failed = await program
        .call('POST', '/v1/ticketing/feeds', { body: tooMuch, organization: 'river' })
        .catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(Error);
      await expect.poll(() => program.isReady(), { timeout: 60_000 }).toBe(true);
    }
    breaking.goesOn = false;
    await others;
    expect(program.output()).toContain('a process of the service ended, and is replaced');
    // Answers that were on their way from the process that ended are missing (0), all others say that it is held.
    expect([...new Set(told)].filter((status) => status !== 0)).toEqual([201]);
    const reader = await startTestService({ databaseUrl });
    const [counted] = await reader.database.rows(
      z.object({ held: z.int() }),
      sql`select max(held) as held from ticketing.counter`,
    );
    await reader.close();
    const held = told.filter((status) => status === 201).length;
    const lost = told.length - held;
    expect(counted?.held).toBeGreaterThanOrEqual(held);
    expect(counted?.held).toBeLessThanOrEqual(held + lost);
    process.stdout.write(`${held} held, ${lost} answers lost\n`);
  },
);
