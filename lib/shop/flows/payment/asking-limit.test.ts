import { jobsOf } from '@/testing/shop/jobs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stripePayments } from '../../../payment/stripe-payments';
import { catchUpWithEvents, processEventList } from './event-catch-up';
import { claimJobs, ensureJob } from '../../data/job-store';
import { placeOrder } from '../checkout/place-order';
import { askIfPaying } from '@/testing/shop/ask-if-paying';
import { orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { startStripe, type StripeServer } from '@/testing/fakes/stripe/stripe-server';

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});

afterAll(() => shop.close());

beforeEach(() => shop.reset());

const requestsDuring = async (act: () => Promise<unknown>): Promise<number> => {
  const before = shop.provider.requests.length;
  await act();
  return shop.provider.requests.length - before;
};

describe('requests about one payment', () => {
  /** How many requests are allowed since then: one at once, and one in each three seconds. */
  const allowedSince = (since: number) => 1 + Math.floor((performance.now() - since) / 3_000);

  it('100 views of its page make one request in three seconds', async () => {
    const { id } = await shop.paying();
    const views = () => Promise.all(Array.from({ length: 50 }, () => askIfPaying(shop.context, id)));
    const since = performance.now();
    const asked = (await requestsDuring(views)) + (await requestsDuring(views));
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(allowedSince(since));
    await shop.later(id);
    expect(await requestsDuring(views)).toBeGreaterThan(0);
  });

  it('20 clicks on "order and pay" make one request in three seconds', async () => {
    const { id } = await shop.paying();
    const order = orderOf(id, '36.00');
    const clicks = () => Promise.all(Array.from({ length: 20 }, () => placeOrder(shop.context, order)));
    const since = performance.now();
    const asked = await requestsDuring(clicks);
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(allowedSince(since));
  });

  it('a worker makes no request as long as the hold lasts', async () => {
    const { id, sessionId } = await shop.paying();
    await shop.settle();
    expect(shop.provider.requests.filter(({ path }) => path.includes(sessionId))).toEqual([]);
    expect(await shop.state(id)).toBe('paying');
  });
});

describe('a webhook that is lost', () => {
  /** The event happened so many seconds earlier, by the provider's clock. */
  const secondsAgo = (seconds: number) => {
    for (const event of shop.provider.events.all) event.created -= seconds;
  };

  it('is replaced by reading the list of events: one request for many payments', async () => {
    const bought = await Promise.all([shop.paying(), shop.paying(), shop.paying()]);
    for (const { sessionId } of bought) shop.provider.pay(sessionId);
    secondsAgo(30);
    expect(await requestsDuring(() => catchUpWithEvents(shop.context))).toBe(1);
    await shop.settle();
    for (const { id } of bought) expect(await shop.state(id)).toBe('ordered');
    expect(await catchUpWithEvents(shop.context)).toBe(0);
  });

  it('is not replaced as long as it may still arrive', async () => {
    const { sessionId } = await shop.paying();
    shop.provider.pay(sessionId);
    expect(await catchUpWithEvents(shop.context)).toBe(0);
    secondsAgo(30);
    expect(await catchUpWithEvents(shop.context)).toBe(1);
  });

  it('is read from the list page by page, and again from the start when one page can not be read', async () => {
    await catchUpWithEvents(shop.context);
    const bought = await Promise.all(Array.from({ length: 6 }, () => shop.paying()));
    for (const { sessionId } of bought) shop.provider.pay(sessionId);
    secondsAgo(30);
    shop.provider.mostPerPage = 2;
    let pages = 0;
    shop.provider.meanwhile = ({ path }) => {
      if (path === '/v1/events' && (pages += 1) > 2) shop.provider.unavailable = true;
      return Promise.resolve();
    };
    await catchUpWithEvents(shop.context);
    expect(shop.reports).toContain('warn: the list of events could not be read');
    Object.assign(shop.provider, { unavailable: false, meanwhile: null });
    await catchUpWithEvents(shop.context);
    shop.provider.mostPerPage = 100;
    await shop.settle();
    for (const { id } of bought) expect(await shop.state(id)).toBe('ordered');
  });

  it('is looked for by one of all processes, every 30 seconds', async () => {
    const { database } = shop.context;
    const claims = () => claimJobs(database, [{ kind: 'event_list', most: 1 }]);
    await Promise.all(Array.from({ length: 5 }, () => ensureJob(database, 'event_list')));
    const taken = await Promise.all(Array.from({ length: 5 }, claims));
    expect(taken.flat()).toHaveLength(1);
    await processEventList(shop.context);
    expect(await claims()).toEqual([]);
    expect((await jobsOf(database, 'event_list'))[0]?.seconds).toBeGreaterThan(25);
  });
});

describe('all requests of a process', () => {
  let provider: StripeServer;
  beforeAll(async () => {
    provider = await startStripe();
  });
  afterAll(() => provider.close());

  const limited = (requestsPerSecond: number) =>
    stripePayments({
      secretKey: 'sk_test_of_the_fake',
      webhookSecret: 'whsec',
      url: new URL(provider.url),
      requestsPerSecond,
    });

  it('stay within its limit', async () => {
    const payments = limited(20);
    const since = performance.now();
    const asked = Array.from({ length: 50 }, () => payments.getRefund('re_unknown').catch(() => null));
    await Promise.all(asked);
    expect(provider.requests).toHaveLength(50);
    expect(performance.now() - since).toBeGreaterThan(1_900);
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
