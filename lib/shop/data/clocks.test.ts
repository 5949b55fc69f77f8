import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stripePayments } from '../../payment/stripe-payments';
import { claimJob, leaseSeconds } from './job-store';
import { ageLeases, claimCheckouts } from '@/testing/shop/jobs';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { webhookSecret } from '@/testing/fakes/stripe/events';
import { receiveWebhook } from '../flows/payment/webhooks';

const tenMinutes = 600_000;
let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

describe('a clock that is off by ten minutes', () => {
  it.each([
    ['fast', tenMinutes],
    ['slow', -tenMinutes],
  ])(
    'at the service (%s) does not change the length of the hold, by our database’s clock',
    async (_, off) => {
      shop.ticketing.clockOffMilliseconds = off;
      shop.ticketing.holdMilliseconds = 5 * 60_000;
      const { id, sessionId } = await shop.paying();
      const checkout = await shop.find(id);
      expect(checkout.holdAlive).toBe(true);
      expect(checkout.secondsLeft).toBeGreaterThan(280);
      expect(checkout.secondsLeft).toBeLessThanOrEqual(300);
      shop.provider.pay(sessionId);
      await shop.later(id);
      await shop.settle();
      expect(await shop.state(id)).toBe('ordered');
    },
  );

  it.each([
    ['fast', tenMinutes],
    ['slow', -tenMinutes],
  ])('at the shop (%s) makes it refuse webhooks, and the order is made all the same', async (_, off) => {
    const payments = stripePayments({
      secretKey: 'sk_test_of_the_fake',
      webhookSecret,
      url: new URL(shop.places.providerUrl),
      now: () => new Date(Date.now() + off),
    });
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    const { body, signature } = shop.provider.webhook(sessionId);
    const received = await receiveWebhook({ ...shop.context, payments }, body, signature);
    expect(received).toMatchObject({ kind: 'refused' });
    expect(shop.reports).toContain('warn: a webhook was refused');
    await shop.later(id);
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
  });
});

describe('a worker that is killed while it has a lease', () => {
  /** Moves the database's time on for the leases only. */
  const secondsPass = (id: string, seconds: number) =>
    ageLeases(shop.context.database, seconds, sql`key = ${id}`);

  it('keeps the row until the lease ends, and after 60 seconds another worker has it', async () => {
    const { id, sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    expect(await claimJob(shop.context.database, 'checkout', id)).toBe(true);
    await secondsPass(id, leaseSeconds - 5);
    expect(await claimJob(shop.context.database, 'checkout', id)).toBe(false);
    // One second is left for another worker's next look.
    await secondsPass(id, 60 - leaseSeconds + 5 - 1);
    await shop.context.database.single.run(
      sql`update storefront.job set due_at = clock_timestamp() where key = ${id}`,
    );
    expect(await claimCheckouts(shop.context.database, 10)).toContain(id);
  });
});
