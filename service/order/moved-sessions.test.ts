import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentSchema } from '@/lib/contract/document';
import type { Order } from '@/lib/contract/order';
import { startTestCancellations, type TestCancellations } from '@/testing/ticketing-service/cancel';
import { textOfFile } from '@/testing/ticketing-service/order';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';

let test: TestCancellations;

beforeAll(async () => {
  test = await startTestCancellations();
});
afterAll(() => test.close());

async function pdfOf(order: Order): Promise<string> {
  const { body } = await test.service.call('PATCH', order.documents[0] ?? '', {
    body: {},
    headers: { 'accept-language': 'en' },
  });
  return textOfFile(test.service, documentSchema.parse(body).temporaryUrl);
}

it('the tickets of a session that a feed moves show the new time, also when their PDF was made before', async () => {
  const order = await test.order();
  expect(await pdfOf(order)).toContain('10:00');
  const feed = boatAndMuseum({ boatCapacity: 50, offerCapacity: 60 });
  for (const event of feed.events) {
    for (const session of event.sessions) {
      if (session.key === '2027-06-01-10') session.occursAt = '2027-06-01T11:45:00+02:00';
    }
  }
  const { status } = await test.service.call('POST', '/v1/ticketing/feeds', {
    body: feed,
    organization: 'river',
  });
  expect(status).toBe(201);
  const text = await pdfOf(order);
  expect(text).toContain('11:45');
  expect(text).not.toContain('10:00');
});
