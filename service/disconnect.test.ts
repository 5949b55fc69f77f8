import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lastSegment } from '@/lib/contract/iri';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { freePort } from '@/testing/free-port';
import { type Rival, startRival } from '@/testing/ticketing-service/trouble';
import {
  bothItem,
  hold,
  openPlaces,
  type Places,
  reservationsBulk,
} from '@/testing/ticketing-service/booking';
import { type Certificate, localCertificate } from './http/certificate';
import { listen, type Listening } from './http/listen';
import { organizationNamed } from './organization/organization';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';

let folder: string;
let certificate: Certificate;
let server: TestServer;
let service: TestService;
let rival: Rival;
let places: Places;
let listening: Listening;
let port: number;
/** The number of requests that arrived over the network. */
const seen = { arrived: 0, gone: 0 };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'disconnect-'));
  [certificate, server] = await Promise.all([
    localCertificate(folder, 'localhost', new Date()),
    startPostgres(),
  ]);
  const databaseUrl = await server.createDatabase();
  [service, rival] = [await startTestService({ databaseUrl }), await startRival(databaseUrl)];
  places = await openPlaces(service, 50);
  port = await freePort();
  const handle = (asked: Request) => {
    seen.arrived += 1;
    asked.signal.addEventListener('abort', () => (seen.gone += 1));
    return service.handle(asked);
  };
  listening = await listen({ handle, certificate, host: '127.0.0.1', port });
});
afterAll(async () => {
  await listening.close();
  await rival.close();
  await service.close();
  await server.stop();
  await rm(folder, { recursive: true });
});

/** Requests one boat trip over its own connection. */
async function ask(organization: string) {
  const body = JSON.stringify({ items: [bothItem(places)] });
  const sent = request({
    host: '127.0.0.1',
    port,
    path: reservationsBulk,
    method: 'POST',
    agent: false,
    rejectUnauthorized: false,
    headers: {
      authorization: `Bearer ${await service.token({ organization })}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  });
  sent.on('error', () => undefined);
  sent.end(body);
  return sent;
}

async function reservationsOf(organization: string): Promise<number> {
  const { id } = organizationNamed(organization);
  const rows = await service.database.rows(
    z.object({ count: z.int() }),
    sql`select count(*)::int as count from ticketing.reservation where organization_id = ${id}`,
  );
  return rows[0]?.count ?? 0;
}

describe('a client that disconnects before its turn', () => {
  it('holds nothing, and the other clients are served', async () => {
    await hold(service, [bothItem(places)]);
    // Both transactions wait for a counter that another transaction has locked, so later requests wait for a turn.
    await rival.lock(lastSegment(places.ten));
    const first = hold(service, [bothItem(places)], 'first');
    await rival.waiters(1);
    const second = hold(service, [bothItem(places)], 'second');
    await rival.waiters(2);

    const leaving = await Promise.all(['leaver 0', 'leaver 1', 'leaver 2'].map(ask));
    const staying = await ask('stayer');
    const answered = once(staying, 'response');
    await expect.poll(() => seen.arrived).toBe(4);
    // One more request is sent and answered, so the earlier ones have reached their queue.
    expect((await service.call('GET', '/v1/ticketing/catalogs')).status).toBe(200);
    for (const one of leaving) one.destroy();
    await expect.poll(() => seen.gone).toBe(3);
    await rival.unlock();

    expect((await Promise.all([first, second])).flatMap(({ reservations }) => reservations)).toHaveLength(2);
    const [response] = (await answered) as [{ statusCode: number; resume(): void }];
    response.resume();
    expect(response.statusCode).toBe(201);
    expect(await reservationsOf('stayer')).toBe(1);
    for (const who of ['leaver 0', 'leaver 1', 'leaver 2']) expect(await reservationsOf(who)).toBe(0);
    const [counter] = await service.database.rows(
      z.object({ held: z.int() }),
      sql`select held from ticketing.counter where id = ${lastSegment(places.ten)}`,
    );
    expect(counter).toEqual({ held: 4 });
    expect(service.unexpectedErrors).toEqual([]);
  });
});
