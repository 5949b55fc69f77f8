import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { freePort } from '@/testing/free-port';
import { openPlaces, reservationsBulk } from '@/testing/ticketing-service/booking';
import { boatItem } from '@/testing/ticketing-service/load';
import { startIssuer, type Issuer } from '@/testing/ticketing-service/issuer';
import { startProgram, type TestProgram } from '@/testing/ticketing-service/program';

let server: TestServer;
let issuer: Issuer;
let program: TestProgram;
let port: number;

beforeAll(async () => {
  [server, issuer, port] = await Promise.all([startPostgres(), startIssuer(), freePort()]);
  const env = { METRICS_PORT: String(port), SERVICE_PROCESSES: '2' };
  program = await startProgram({ databaseUrl: await server.createDatabase(), issuer, env });
}, 120_000);
afterAll(async () => {
  await program.close();
  await issuer.close();
  await server.stop();
});

it('two processes answer together', async () => {
  const read = () => fetch(`http://127.0.0.1:${port}/metrics`);
  const text = async () => (await read()).text();
  // The second process may still start.
  await expect.poll(text, { timeout: 50_000 }).toMatch(/process_start_time_seconds\{process="2"\}/);
  const { body: item } = boatItem(await openPlaces(program, 5));
  const reserve = (items: unknown[]) => program.call('POST', reservationsBulk, { body: { items } });
  for (let hold = 0; hold < 5; hold += 1) expect((await reserve([item])).status).toBe(201);
  expect((await reserve([item])).status).toBe(201);
  expect((await reserve([{ wrong: true }])).status).toBe(422);
  const response = await read();
  expect(response.headers.get('content-type')).toContain('text/plain');
  const lines = (await response.text()).split('\n');
  const sum = (start: string) =>
    lines
      .filter((line) => line.startsWith(start))
      .reduce((all, line) => all + Number(line.slice(line.lastIndexOf(' '))), 0);
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  expect(sum(`ticketing_build_info{version="${version}"`)).toBe(2);
  expect(sum('service_holds_total{result="held"')).toBe(5);
  expect(sum('service_holds_total{')).toBe(6);
  expect(sum('service_violations_total{')).toBeGreaterThan(0);
  expect(sum('database_connections{state="idle"')).toBeGreaterThan(0);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
});
