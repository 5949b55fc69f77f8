import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { documentSchema } from '@/lib/contract/document';
import type { Feed } from '@/lib/contract/feed';
import type { Order } from '@/lib/contract/order';
import { startTestCancellations, type TestCancellations } from '@/testing/ticketing-service/cancel';
import { textOfFile } from '@/testing/ticketing-service/order';
import { boatAndMuseum } from '@/testing/ticketing-service/feed';

let test: TestCancellations;

beforeAll(async () => {
  test = await startTestCancellations();
});
beforeEach(() => send({}));
afterAll(() => test.close());

async function pdfOf(order: Order): Promise<string> {
  const { body } = await test.service.call('PATCH', order.documents[0] ?? '', {
    body: {},
    headers: { 'accept-language': 'en' },
  });
  return textOfFile(test.service, documentSchema.parse(body).temporaryUrl);
}

/** Imports the feed with a change of the boat at ten. */
async function send(change: Partial<Feed['events'][number]['sessions'][number]>): Promise<void> {
  const feed = boatAndMuseum({ boatCapacity: 50, offerCapacity: 60 });
  for (const event of feed.events) {
    for (const session of event.sessions) {
      if (session.key === '2027-06-01-10') Object.assign(session, change);
    }
  }
  const { status } = await test.service.call('POST', '/v1/ticketing/feeds', {
    body: feed,
    organization: 'river',
  });
  expect(status).toBe(201);
}

it('the tickets of a session that a feed moves show the new time and the former one, also when their PDF was made before', async () => {
  const order = await test.order();
  const before = await pdfOf(order);
  expect(before).toContain('10:00');
  expect(before).not.toContain('Moved');
  await send({ occursAt: '2027-06-01T11:45:00+02:00' });
  const text = await pdfOf(order);
  expect(text).toContain('11:45 (time of the venue) Moved from Tuesday, 1 June 2027, 10:00');
  // The time at the order is said, not the last one.
  await send({ occursAt: '2027-06-01T12:15:00+02:00' });
  expect(await pdfOf(order)).toContain('12:15 (time of the venue) Moved from Tuesday, 1 June 2027, 10:00');
  const later = await test.order();
  expect(await pdfOf(later)).not.toContain('Moved');
  await send({});
  expect(await pdfOf(order)).toBe(before);
  expect(await pdfOf(later)).toContain('Moved from Tuesday, 1 June 2027, 12:15');
});

it.each(['cancelled', 'postponed'] as const)(
  'the tickets of a session that a feed says is %s say so at the time, also when their PDF was made before',
  async (status) => {
    const order = await test.order();
    const before = await pdfOf(order);
    const said = status === 'cancelled' ? 'Cancelled by the organiser' : 'Postponed by the organiser';
    expect(before).not.toContain('organiser');
    await send({ status });
    const text = await pdfOf(order);
    expect(text).toContain(`10:00 (time of the venue) ${said}`);
    // The museum, at any time of the day, takes place.
    expect(text.split(said)).toHaveLength(2);
    await send({});
    expect(await pdfOf(order)).toBe(before);
  },
);
