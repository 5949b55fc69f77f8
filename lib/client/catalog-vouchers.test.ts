import { afterEach, expect, it } from 'vitest';
import { closeAll, failure, language, opened } from '@/testing/client/test-client';
import { samples } from '@/testing/service/resources';
import { startTicketingServer } from '@/testing/service/start-service';
import { createCatalogAdmin } from './catalog-admin';

afterEach(closeAll);

const catalogId = samples.id(1);
const input = {
  name: 'Partners',
  number: 3,
  kind: 'percentage' as const,
  value: '15.00',
  actor: 'Ada',
  reason: 'A campaign',
};

/** Makes a batch while the service answers that it is making it already, so many times. */
async function makeBatch(running: number, retryAfter = '1') {
  let left = running;
  const server = await startTicketingServer(() => {
    left -= 1;
    return left < 0
      ? { status: 422, body: { violations: [{ propertyPath: 'name', message: 'No' }] } }
      : { status: 409, headers: { 'retry-after': retryAfter }, body: {} };
  });
  const admin = createCatalogAdmin({ serviceUrl: server.url, getToken: () => Promise.resolve('token-1') });
  opened(server);
  const call = { language, idempotencyKey: 'form-1' };
  return { server, answer: admin.createVoucherBatch(catalogId, input, call) };
}

it('the second of two clicks waits for what the first one does, and has the same answer', async () => {
  const { server, answer } = await makeBatch(2);
  expect(await answer).toMatchObject({ kind: 'refused' });
  expect(server.seen.map(({ headers }) => headers['idempotency-key'])).toEqual([
    'form-1',
    'form-1',
    'form-1',
  ]);
});

it('a request that runs for too long is not waited for', async () => {
  const { server, answer } = await makeBatch(Infinity, '30');
  expect(await failure(answer)).toMatchObject({ status: 409 });
  expect(server.seen).toHaveLength(1);
});
