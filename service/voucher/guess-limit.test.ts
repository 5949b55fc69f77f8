import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRiver, type River } from '@/testing/ticketing-service/administration';
import { freeItem, hold } from '@/testing/ticketing-service/booking';
import { startTestService, type TestService } from '@/testing/ticketing-service/test-service';
import { applied, askVoucher, madeVoucher } from '@/testing/ticketing-service/voucher';

const most = 100;
let service: TestService;
let river: River;

beforeAll(async () => {
  service = await startTestService({ unknownCodes: most });
  river = await openRiver(service, 50);
  await madeVoucher(service, river.catalog);
});
afterAll(async () => {
  expect(service.unexpectedErrors).toEqual([]);
  await service.close();
});

it('an organization that tries too many unknown codes has to wait, also with a right one; others do not', async () => {
  const [one] = (await hold(service, [freeItem(river.places)])).reservations;
  const [another] = (await hold(service, [freeItem(river.places)])).reservations;
  const [other] = (await hold(service, [freeItem(river.places)], 'other')).reservations;
  const reservations = [one?.['@id']];
  // Right codes, and those that can't be used for another reason, do not count.
  for (let i = 0; i < 5; i += 1) expect((await applied(service, 'TEN-OFF', reservations)).refusal).toBeNull();
  // Many at the same time can't try more than one after the other.
  const codes = Array.from({ length: most + 50 }, (_, i) => `GUESS-${1000 + i}`);
  const statuses: number[] = [];
  const guess = async (code: string) => statuses.push((await askVoucher(service, code, reservations)).status);
  await Promise.all(codes.map(guess));
  for (const code of codes.slice(0, 20)) await guess(code);
  expect(statuses.filter((status) => status === 201)).toHaveLength(most);
  expect(new Set(statuses)).toEqual(new Set([201, 429]));
  // A purchase that has the code goes on with it, also after an item was added.
  const [added] = (await hold(service, [freeItem(river.places)])).reservations;
  expect((await askVoucher(service, 'ten off', [...reservations, added?.['@id']])).status).toBe(201);
  expect((await askVoucher(service, 'GUESS-1', reservations)).status).toBe(429);
  const refused = await askVoucher(service, 'TEN-OFF', [another?.['@id']]);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
  const answer = await service.call('POST', '/v1/booking/reservations/_apply-voucher', {
    organization: 'other',
    body: { code: 'TEN-OFF', reservations: [other?.['@id']] },
  });
  expect(answer.status).toBe(201);
});
