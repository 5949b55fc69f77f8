import { afterEach, expect, it } from 'vitest';
import { closeAll, failure, language, startClient } from '@/testing/client/test-client';
import type { WireAnswer } from '@/testing/faults/wire';
import { samples } from '@/testing/service/resources';

afterEach(closeAll);

const timeouts = { timeoutMilliseconds: 1_500, silenceMilliseconds: 300 };
const reservation = { items: [] };
const never = new Promise<WireAnswer>(() => undefined);

it('a read fails soon if the service answers nothing at all, but a change waits', async () => {
  const { client } = await startClient(() => never, timeouts);
  const ended: string[] = [];
  const began = performance.now();
  const change = failure(client.createReservations(reservation, { language })).finally(() =>
    ended.push('change'),
  );
  const read = failure(client.getCatalog(samples.id(1), { language })).finally(() => ended.push('read'));
  expect(await read).toMatchObject({ reason: 'timeout' });
  expect(await change).toMatchObject({ reason: 'timeout', effect: 'unknown' });
  expect(ended).toEqual(['read', 'change']);
  expect(performance.now() - began).toBeGreaterThan(1_200);
});

it('a read and a price wait for a slow service that answers others', async () => {
  const { client } = await startClient(
    ({ path }) => (path.endsWith(samples.id(2)) ? { body: samples.catalog() } : never),
    timeouts,
  );
  const began = performance.now();
  const slow = failure(client.getCatalog(samples.id(1), { language }));
  const answers: Promise<unknown>[] = [];
  const others = setInterval(() => {
    answers.push(client.getCatalog(samples.id(2), { language, fresh: true }));
  }, 50);
  expect(await slow).toMatchObject({ reason: 'timeout' });
  clearInterval(others);
  // Also the last one, before the client is closed.
  for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ kind: 'found' });
  expect(performance.now() - began).toBeGreaterThan(1_200);
});
