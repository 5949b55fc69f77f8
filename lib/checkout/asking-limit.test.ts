import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stripePayments } from '../payment/stripe-payments';
import { catchUpWithEvents, claimCatchUp } from './event-catch-up';
import { placeOrder } from './pay';
import { askIfPaying } from './settle';
import { orderOf, startStage, type Stage } from './testing';
import { startPaymentServer, type PaymentServer } from './testing/payment-server';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});

afterAll(() => stage.close());

beforeEach(() => stage.reset());

const requestsDuring = async (act: () => Promise<unknown>): Promise<number> => {
  const before = stage.provider.requests.length;
  await act();
  return stage.provider.requests.length - before;
};

describe('requests about one payment', () => {
  /** How many requests three seconds each allow, from the first one on. */
  const allowedSince = (since: number) => 1 + Math.floor((performance.now() - since) / 3_000);

  it('100 views of its page make one in three seconds', async () => {
    const { id } = await stage.paying();
    const views = () => Promise.all(Array.from({ length: 50 }, () => askIfPaying(stage.rooms, id)));
    const since = performance.now();
    const asked = (await requestsDuring(views)) + (await requestsDuring(views));
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(allowedSince(since));
    await stage.later(id);
    expect(await requestsDuring(views)).toBeGreaterThan(0);
  });

  it('20 clicks on "order and pay" make one in three seconds', async () => {
    const { id } = await stage.paying();
    const order = orderOf(id, '36.00');
    const clicks = () => Promise.all(Array.from({ length: 20 }, () => placeOrder(stage.rooms, order)));
    const since = performance.now();
    const asked = await requestsDuring(clicks);
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(allowedSince(since));
  });

  it('a worker makes none as long as the hold lasts', async () => {
    const { id, sessionId } = await stage.paying();
    await stage.settle();
    expect(stage.provider.requests.filter(({ path }) => path.includes(sessionId))).toEqual([]);
    expect(await stage.state(id)).toBe('paying');
  });
});

describe('a webhook that is lost', () => {
  /** It happened so many seconds earlier, by the provider's clock. */
  const secondsAgo = (seconds: number) => {
    for (const event of stage.provider.events.all) event.created -= seconds;
  };

  it('is caught up with from the list of events: one request for many payments', async () => {
    const bought = await Promise.all([stage.paying(), stage.paying(), stage.paying()]);
    for (const { sessionId } of bought) stage.provider.pay(sessionId);
    secondsAgo(30);
    expect(await requestsDuring(() => catchUpWithEvents(stage.rooms))).toBe(1);
    await stage.settle();
    for (const { id } of bought) expect(await stage.state(id)).toBe('ordered');
    expect(await catchUpWithEvents(stage.rooms)).toBe(0);
  });

  it('is not overdue as long as it may be on its way', async () => {
    const { sessionId } = await stage.paying();
    stage.provider.pay(sessionId);
    expect(await catchUpWithEvents(stage.rooms)).toBe(0);
    secondsAgo(30);
    expect(await catchUpWithEvents(stage.rooms)).toBe(1);
  });

  it('is caught up with in pages, and again from the start when one page can not be read', async () => {
    await catchUpWithEvents(stage.rooms);
    const bought = await Promise.all(Array.from({ length: 6 }, () => stage.paying()));
    for (const { sessionId } of bought) stage.provider.pay(sessionId);
    secondsAgo(30);
    stage.provider.mostPerPage = 2;
    let pages = 0;
    stage.provider.meanwhile = ({ path }) => {
      if (path === '/v1/events' && (pages += 1) > 2) stage.provider.away = true;
      return Promise.resolve();
    };
    await catchUpWithEvents(stage.rooms);
    expect(stage.reports).toContain('warn: the list of events could not be read');
    Object.assign(stage.provider, { away: false, meanwhile: null });
    await catchUpWithEvents(stage.rooms);
    stage.provider.mostPerPage = 100;
    await stage.settle();
    for (const { id } of bought) expect(await stage.state(id)).toBe('ordered');
  });

  it('is looked for by one of all processes, every 30 seconds', async () => {
    await claimCatchUp(stage.rooms.database);
    const claims = await Promise.all(Array.from({ length: 5 }, () => claimCatchUp(stage.rooms.database)));
    expect(claims).toEqual([false, false, false, false, false]);
  });
});

describe('all requests of a process', () => {
  let provider: PaymentServer;
  beforeAll(async () => {
    provider = await startPaymentServer();
  });
  afterAll(() => provider.close());

  const limited = (requestsPerSecond: number) =>
    stripePayments({
      ...{ secretKey: 'sk_test_1', webhookSecret: 'whsec', url: new URL(provider.url) },
      requestsPerSecond,
    });

  it('are no more than its ceiling', async () => {
    const payments = limited(20);
    const since = performance.now();
    const asked = Array.from({ length: 50 }, () => payments.getRefund('re_unknown').catch(() => null));
    await Promise.all(asked);
    expect(provider.requests).toHaveLength(50);
    expect(performance.now() - since).toBeGreaterThan(1_900);
    for (const { at } of provider.requests) {
      const within = provider.requests.filter((other) => other.at >= at && other.at < at + 900);
      // Two windows of a second may meet within any second.
      expect(within.length).toBeLessThanOrEqual(40);
    }
  });

  it('pause after a 429', async () => {
    const payments = limited(100);
    provider.requests.length = 0;
    provider.refundFaults.push('busy');
    const refund = { id: 'r', checkoutId: 'c', intent: 'pi_unknown', amount: '1.00' };
    await expect(payments.refund(refund)).rejects.toMatchObject({ name: 'PaymentError', retry: true });
    const since = performance.now();
    await expect(payments.getRefund('re_unknown')).rejects.toMatchObject({ retry: false });
    expect(performance.now() - since).toBeGreaterThan(900);
  });
});
