import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { cancel, orderedWithTickets } from '@/testing/shop/cancellations';
import { startClosingShop, today } from '@/testing/shop/closing-shop';
import { readPayoutsAgain, readRecentPayouts } from './read-payouts';

const closing = await startClosingShop();
const { shop, run, read, soldForCash } = closing;

afterAll(closing.close);
beforeEach(closing.reset);

const reasons = async () => {
  await readPayoutsAgain(shop.context, today(), 'ada');
  const { payouts } = await read();
  return payouts.flatMap(({ problems }) => problems.map(({ reason }) => reason));
};

describe('a payout', () => {
  it('matches the payments, refunds and disputes that it contains', async () => {
    const ordered = await orderedWithTickets(shop, 3);
    await cancel(shop, ordered, { tickets: ordered.tickets.slice(0, 1) });
    await orderedWithTickets(shop, 1);
    const { id, amount } = shop.provider.payOut();
    // In several pages.
    shop.provider.mostPerPage = 1;
    expect(await reasons()).toEqual([]);
    expect(amount).toBe(5400 - 106 - 1800 + (1800 - 52));
    expect((await read()).payouts).toMatchObject([
      {
        id,
        status: 'paid',
        amount: '52.42',
        payments: 2,
        paymentsAmount: '72.00',
        refunds: 1,
        refundsAmount: '-18.00',
        fees: '1.58',
        problemCount: 0,
      },
    ]);
  });

  it('is read each night, also when it has failed since', async () => {
    await orderedWithTickets(shop, 1);
    const payout = shop.provider.payOut();
    const night = (signal = new AbortController().signal) => readRecentPayouts(shop.context, signal);
    await night();
    expect((await read()).payouts).toMatchObject([{ status: 'paid', problemCount: 0 }]);
    shop.provider.payouts.set(payout.id, { ...payout, status: 'failed' });
    await night();
    expect((await read()).payouts).toMatchObject([{ status: 'failed', problems: [{ reason: 'failed' }] }]);
    await night(AbortSignal.abort()).then(
      () => expect.unreachable(),
      (error: unknown) => expect(error).toHaveProperty('name', 'AbortError'),
    );
  });

  it('is stored as before when the provider does not answer', async () => {
    await orderedWithTickets(shop, 1);
    shop.provider.payOut();
    expect(await reasons()).toEqual([]);
    shop.provider.unavailable = true;
    expect(await readPayoutsAgain(shop.context, today(), 'ada')).toBe('unavailable');
    expect((await read()).payouts).toMatchObject([{ status: 'paid' }]);
  });

  it('lists what does not match, with the reason and the purchase', async () => {
    const ordered = await orderedWithTickets(shop, 2);
    const payout = shop.provider.payOut();
    const change = (changes: Partial<typeof payout>) =>
      shop.provider.payouts.set(payout.id, { ...payout, ...changes });
    const [entry] = payout.entries;
    if (entry === undefined) throw new Error('the payout is empty');

    change({ amount: payout.amount + 1 });
    expect(await reasons()).toEqual(['sum_differs']);
    change({ automatic: false });
    expect(await reasons()).toEqual(['manual']);
    const more = {
      ...entry,
      id: 'txn_fee',
      type: 'stripe_fee',
      amount: -100,
      fee: 0,
      sourceId: null,
    } as const;
    change({ entries: [entry, more], amount: payout.amount - 100 });
    expect(await reasons()).toEqual(['other']);

    change({});
    await run(`update storefront.payment set amount = 35.00 where checkout_id = '${ordered.id}'`);
    expect(await reasons()).toEqual(['amount_differs']);
    const [stored] = (await read()).payouts;
    expect(stored?.problems).toEqual([
      {
        reason: 'amount_differs',
        id: ordered.intent,
        amount: '36.00',
        expected: '35.00',
        checkoutId: ordered.id,
      },
    ]);
    await run(`update storefront.payment set intent = 'pi_other' where checkout_id = '${ordered.id}'`);
    expect(await reasons()).toEqual(['unknown_payment']);
  });

  it('is followed by a list of the payments that are in none after two weeks', async () => {
    const early = await orderedWithTickets(shop, 1);
    const missing = await orderedWithTickets(shop, 2);
    const recent = await orderedWithTickets(shop, 3);
    const sold = await soldForCash(1);
    const settled = (id: string, days: number) =>
      run(`update storefront.payment set settled_at = clock_timestamp() - interval '${days} days'
           where checkout_id = '${id}'`);
    await settled(early.id, 40);
    await settled(missing.id, 20);
    await settled(recent.id, 13);
    await settled(sold, 20);
    expect((await read()).notPaidOut).toBeNull();
    const payout = shop.provider.payOut();
    const without = (...left: string[]) => {
      const charges = new Set(left.map((intent) => shop.provider.intents.get(intent)?.charge?.id));
      const entries = payout.entries.filter(({ sourceId }) => !charges.has(sourceId ?? ''));
      const amount = entries.reduce((sum, one) => sum + one.amount - one.fee, 0);
      shop.provider.payouts.set(payout.id, { ...payout, entries, amount });
    };
    without(missing.intent, recent.intent);
    expect(await reasons()).toEqual([]);
    // The provider of the tests knows this payment, too; it was taken in cash.
    await run(`update storefront.payment set payout_id = null where checkout_id = '${sold}'`);
    const { reference } = await shop.find(missing.id);
    const day = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
    expect((await read()).notPaidOut).toEqual({
      days: 14,
      count: 1,
      payments: [{ payment: missing.intent, checkoutId: missing.id, reference, amount: '36.00', day }],
    });
    // A later reading finds it.
    without(recent.intent);
    await readPayoutsAgain(shop.context, today(), 'ada');
    expect((await read()).notPaidOut).toMatchObject({ count: 0, payments: [] });
    // Payments from before the first payout that was read are in payouts that were not read.
    await settled(missing.id, 39);
    await run(`update storefront.payment set payout_id = null where checkout_id = '${missing.id}'`);
    expect((await read()).notPaidOut).toMatchObject({ count: 0 });
  });

  it('lists a refund that the shop does not know, and one that is in another currency', async () => {
    const ordered = await orderedWithTickets(shop, 2);
    shop.provider.incidents.refundAtDashboard(ordered.intent, 500);
    const payout = shop.provider.payOut();
    expect(await reasons()).toEqual(['unknown_refund']);
    const entries = payout.entries
      .filter(({ type }) => type === 'charge')
      .map((one) => ({ ...one, currency: 'usd' }));
    shop.provider.payouts.set(payout.id, { ...payout, entries, currency: 'usd', amount: 3600 - 79 });
    expect(await reasons()).toEqual(['currency', 'currency']);
  });
});
