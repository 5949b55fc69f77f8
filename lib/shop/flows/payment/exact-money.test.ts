import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fromCents, multiplyAmount, sumAmounts, toCents } from '../../../money/money';
import { paymentLine } from '../../../payment/payment';
import { hold } from '../basket/basket';
import { readHolds } from '../../data/hold-store';
import { placeOrder } from '../checkout/place-order';
import { findUnsettled } from '../../data/payment-store';
import { heldId, holdRequest, orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { printedSeed, randomOf, type Random } from '@/testing/faults/random';
import { receiveWebhook } from './webhooks';

const seed = printedSeed('exact money');

/** Whole cents, calculated with integers: this check shares no code with the code that it tests. */
interface Line {
  unitCents: number;
  quantity: number;
  /** A server may charge another sum than unit × quantity. */
  offCents: number;
}

const line = fc.record<Line>({
  unitCents: fc.integer({ min: 0, max: 99_999 }),
  quantity: fc.integer({ min: 1, max: 50 }),
  offCents: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30 })),
});

const centsOf = ({ unitCents, quantity, offCents }: Line) => unitCents * quantity + offCents;

function charged(basket: readonly Line[]): number {
  return basket
    .map((one) =>
      paymentLine(
        { name: 'Adult', description: '', quantity: one.quantity, unitAmount: fromCents(one.unitCents) },
        fromCents(centsOf(one)),
      ),
    )
    .reduce((sum, { unitAmount, quantity }) => sum + toCents(unitAmount) * quantity, 0);
}

describe('I5: of 10,000 random baskets', () => {
  const baskets = fc.array(line, { minLength: 1, maxLength: 8 });

  it('the charge is the price of the items, to the cent', () => {
    fc.assert(
      fc.property(baskets, (basket) => {
        const cents = basket.reduce((sum, one) => sum + centsOf(one), 0);
        const total = sumAmounts(basket.map((one) => fromCents(centsOf(one))));
        return toCents(total) === cents && charged(basket) === cents;
      }),
      { numRuns: 10_000, seed },
    );
  });

  it('some would be charged incorrectly by unit × quantity alone: the test detects the error', () => {
    const byUnit = (basket: readonly Line[]) =>
      basket.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0);
    const exact = fc.property(baskets, (basket) => charged(basket) === byUnit(basket));
    expect(fc.check(exact, { numRuns: 10_000, seed }).failed).toBe(true);
  });
});

describe('a purchase through the shop’s public functions', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await startTestShop();
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.reset());

  /** A held and paid checkout, and its price in cents. */
  async function paidBasket(random: Random): Promise<{ id: string; cents: number }> {
    const wanted = Array.from({ length: random.whole(1, 4) }, () => ({
      cents: random.whole(1, 30_000),
      quantity: random.whole(1, 12),
    }));
    const cents = wanted.reduce((sum, one) => sum + one.cents * one.quantity, 0);
    const items = wanted.map((one) => shop.ticketing.item(one.quantity, fromCents(one.cents)));
    const id = heldId(await hold(shop.context, { ...holdRequest(shop.ticketing, 1), items }));
    const holds = await readHolds(shop.context.database, id);
    expect(toCents(sumAmounts(holds.map(({ reservation }) => reservation.totalAmountInclTax)))).toBe(cents);
    await placeOrder(shop.context, orderOf(id, fromCents(cents)));
    const sessionId = (await findUnsettled(shop.context.database, id))?.sessionId ?? '';
    expect(shop.provider.sessions.get(sessionId)).toMatchObject({ amountTotal: cents, currency: 'eur' });
    shop.provider.pay(sessionId);
    return { id, cents };
  }

  it('I5: 50 random baskets: items = reservations = orders = charge', { timeout: 120_000 }, async () => {
    const random = randomOf(seed);
    shop.ticketing.stock = 1_000;
    const paid: { id: string; cents: number }[] = [];
    for (let five = 0; five < 10; five += 1) {
      shop.ticketing.grouping = random.pick(['each', 'one']);
      paid.push(...(await Promise.all(Array.from({ length: 5 }, () => paidBasket(random)))));
    }
    await shop.laterAll();
    await shop.settle();
    for (const { id, cents } of paid) {
      const orders = await shop.ordersFor(id);
      expect(toCents(sumAmounts(orders.map(({ totalAmountInclTax }) => totalAmountInclTax)))).toBe(cents);
      expect(orders).toHaveLength((await readHolds(shop.context.database, id)).length);
    }
    expect(shop.reports).toEqual([]);
  });

  it.each([
    ['one cent less', { amount: 3599 }],
    ['one cent more', { amount: 3601 }],
    ['another currency', { currency: 'usd' }],
  ])('I5: a webhook of %s makes no order and raises an alert', async (_, differently) => {
    const { id, sessionId } = await shop.paying();
    expect(multiplyAmount(shop.ticketing.price, 2)).toBe('36.00');
    shop.provider.pay(sessionId, differently);
    const { body, signature } = shop.provider.webhook(sessionId);
    await receiveWebhook(shop.context, body, signature);
    await shop.settle();
    await shop.laterAll();
    await shop.settle();
    expect(await shop.find(id)).toMatchObject({ state: 'attention', reason: 'amount_differs' });
    expect(shop.ticketing.orderCalls).toEqual([]);
    const { reference } = await shop.find(id);
    expect(shop.mailbox.mails.map(({ mail }) => mail.subject)).toEqual([
      `We are looking into your order – booking ${reference}`,
    ]);
    expect(shop.reports).toContain('error: a payment does not fit its checkout');
  });
});
