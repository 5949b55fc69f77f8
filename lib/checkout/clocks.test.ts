import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stripePayments } from '../payment/stripe-payments';
import { leaseSeconds, takeCheckout, takeDue } from './queue-store';
import { startStage, type Stage } from './testing';
import { webhookSecret } from './testing/payment-events';
import { receiveWebhook } from './webhooks';

const tenMinutes = 600_000;
let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());
beforeEach(() => stage.reset());

describe('a clock that is off by ten minutes', () => {
  it.each([
    ['fast', tenMinutes],
    ['slow', -tenMinutes],
  ])(
    'at the service (%s): the hold is as long as the service says, by our database’s clock',
    async (_, off) => {
      stage.ticketing.clockOffMilliseconds = off;
      stage.ticketing.holdMilliseconds = 5 * 60_000;
      const { id, sessionId } = await stage.paying();
      const checkout = await stage.find(id);
      expect(checkout.holdAlive).toBe(true);
      expect(checkout.secondsLeft).toBeGreaterThan(280);
      expect(checkout.secondsLeft).toBeLessThanOrEqual(300);
      stage.provider.pay(sessionId);
      await stage.later(id);
      await stage.settle();
      expect(await stage.state(id)).toBe('ordered');
    },
  );

  it.each([
    ['fast', tenMinutes],
    ['slow', -tenMinutes],
  ])('at the shop (%s): webhooks are refused, and the order comes all the same', async (_, off) => {
    const payments = stripePayments({
      ...{ secretKey: 'sk_test_1', webhookSecret, url: new URL(stage.places.providerUrl) },
      now: () => new Date(Date.now() + off),
    });
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    const { body, signature } = stage.provider.webhook(sessionId);
    const received = await receiveWebhook({ ...stage.rooms, payments }, body, signature);
    expect(received).toMatchObject({ kind: 'refused' });
    expect(stage.reports).toContain('warn: a webhook was refused');
    await stage.later(id);
    await stage.settle();
    expect(await stage.state(id)).toBe('ordered');
  });
});

describe('a worker that is killed with a row in hand', () => {
  /** The database's clock goes on for the leases, and for nothing else. */
  const secondsPass = (id: string, seconds: number) =>
    stage.rooms.database.transaction((transaction) =>
      transaction.run(
        sql`update storefront.checkout set leased_until = leased_until - make_interval(secs => ${seconds})
            where id = ${id}`,
      ),
    );

  it('keeps it as long as its lease, and after 60 seconds another has it', async () => {
    const { id, sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    expect(await takeCheckout(stage.rooms.database, id)).toBe(true);
    await secondsPass(id, leaseSeconds - 5);
    expect(await takeCheckout(stage.rooms.database, id)).toBe(false);
    // A second for the next look of another worker.
    await secondsPass(id, 60 - leaseSeconds + 5 - 1);
    await stage.rooms.database.transaction((transaction) =>
      transaction.run(sql`update storefront.checkout set due_at = clock_timestamp() where id = ${id}`),
    );
    expect(await takeDue(stage.rooms.database, 'checkout', 10)).toContain(id);
  });
});
