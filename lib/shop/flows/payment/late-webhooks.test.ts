import { makeDue } from '@/testing/shop/jobs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { type Notice, newEvent, signEvent } from '@/testing/fakes/stripe/events';
import { receiveWebhook } from './webhooks';

const threeDays = 3 * 24 * 60 * 60;

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const change = (statement: ReturnType<typeof sql>) =>
  shop.context.database.transaction((transaction) => transaction.run(statement));

const noticeSchema = z.object({
  type: z.string(),
  data: z.object({ object: z.looseObject({ id: z.string() }) }),
});

/** What a webhook tells. */
function eventOf({ body }: Notice) {
  const { type, data } = noticeSchema.parse(JSON.parse(body));
  return { type, object: data.object };
}

async function receive({ body, signature }: Notice): Promise<void> {
  expect(await receiveWebhook(shop.context, body, signature)).toEqual({ kind: 'stored' });
  await shop.settle();
}

/** One order for this checkout, and one e-mail. */
async function expectOneOrder(id: string): Promise<void> {
  expect(await shop.state(id)).toBe('ordered');
  expect(await shop.ordersFor(id)).toHaveLength(1);
  expect(shop.mailbox.mails).toHaveLength(1);
}

describe('a webhook', () => {
  it('that comes before the row of its payment waits for it', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    await change(sql`update storefront.payment set session_id = null where checkout_id = ${id}`);
    await receive(shop.provider.webhook(sessionId));
    expect(await shop.state(id)).toBe('paying');
    await change(sql`update storefront.payment set session_id = ${sessionId} where checkout_id = ${id}`);
    // Only the webhook is due: the provider is not asked about the checkout yet.
    await makeDue(shop.context.database, sql`subject = 'webhook'`);
    await shop.settle();
    await expectOneOrder(id);
  });

  it('that comes again three days later makes no second order and no second e-mail', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    const notice = shop.provider.webhook(sessionId);
    await receive(notice);
    await expectOneOrder(id);
    await change(
      sql`update storefront.webhook set received_at = received_at - make_interval(secs => ${threeDays})`,
    );
    await receive(notice);
    // Another event about the same session.
    await receive(shop.provider.webhook(sessionId));
    await expectOneOrder(id);
  });

  it('that comes for the first time three days later still leads to an order', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    const { type, object } = eventOf(shop.provider.webhook(sessionId));
    const old = { ...newEvent(type, object), created: Math.floor(Date.now() / 1000) - threeDays };
    await change(
      sql`update storefront.checkout set expires_at = expires_at - make_interval(secs => ${threeDays})
          where id = ${id}`,
    );
    await receive(signEvent(old));
    await expectOneOrder(id);
  });

  it.each([
    ['completed, then expired', ['completed', 'expired']],
    ['expired, then completed', ['expired', 'completed']],
  ])('about a payment that was made leads to one order, whatever comes first: %s', async (_, kinds) => {
    const { id, sessionId } = await shop.paying();
    const { object: unpaid } = eventOf(shop.provider.webhook(sessionId));
    shop.provider.pay(sessionId);
    const { object: paid } = eventOf(shop.provider.webhook(sessionId));
    for (const kind of kinds) {
      const object = kind === 'completed' ? paid : { ...unpaid, status: 'expired' };
      await receive(signEvent(newEvent(`checkout.session.${kind}`, object)));
    }
    await shop.laterAll();
    await shop.settle();
    await expectOneOrder(id);
  });
});
