import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { printedSeed } from '../database/seed-testing';
import { fromCents, multiplyAmount, sumAmounts, toCents } from '../money/money';
import { paymentLine } from '../payment/payment';
import { hold } from './basket';
import { readHolds } from './hold-store';
import { placeOrder } from './pay';
import { findUnsettled } from './payment-store';
import { heldId, holdRequest, orderOf, startStage, type Stage } from './testing';
import { randomOf, type Random } from './testing/random';
import { receiveWebhook } from './webhooks';

const seed = printedSeed('exact money');

/** Whole cents, reckoned as whole numbers: the judge shares nothing with what it judges. */
interface Line {
  unitCents: number;
  quantity: number;
  /** A server may ask for another sum than unit × quantity. */
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
      paymentLine({
        ...{ name: 'Adult', description: '', quantity: one.quantity },
        ...{ unitAmount: fromCents(one.unitCents), totalAmount: fromCents(centsOf(one)) },
      }),
    )
    .reduce((sum, { unitAmount, quantity }) => sum + toCents(unitAmount) * quantity, 0);
}

describe('I5: of 10,000 random baskets', () => {
  const baskets = fc.array(line, { minLength: 1, maxLength: 8 });

  it('the charge is what the items cost, to the cent', () => {
    fc.assert(
      fc.property(baskets, (basket) => {
        const cents = basket.reduce((sum, one) => sum + centsOf(one), 0);
        const total = sumAmounts(basket.map((one) => fromCents(centsOf(one))));
        return toCents(total) === cents && charged(basket) === cents;
      }),
      { numRuns: 10_000, seed },
    );
  });

  it('some would be charged wrongly by unit × quantity alone: the test can tell', () => {
    const byUnit = (basket: readonly Line[]) =>
      basket.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0);
    const exact = fc.property(baskets, (basket) => charged(basket) === byUnit(basket));
    expect(fc.check(exact, { numRuns: 10_000, seed }).failed).toBe(true);
  });
});

describe('at the door', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage();
  });
  afterAll(() => stage.close());
  beforeEach(() => stage.reset());

  /** Held and paid; resolves to its checkout and what it costs in cents. */
  async function paidBasket(random: Random): Promise<{ id: string; cents: number }> {
    const wanted = Array.from({ length: random.whole(1, 4) }, () => ({
      ...{ cents: random.whole(1, 30_000), quantity: random.whole(1, 12) },
    }));
    const cents = wanted.reduce((sum, one) => sum + one.cents * one.quantity, 0);
    const items = wanted.map((one) => stage.ticketing.item(one.quantity, fromCents(one.cents)));
    const id = heldId(await hold(stage.rooms, { ...holdRequest(stage.ticketing, 1), items }));
    const holds = await readHolds(stage.rooms.database, id);
    expect(toCents(sumAmounts(holds.map(({ reservation }) => reservation.totalAmountInclTax)))).toBe(cents);
    await placeOrder(stage.rooms, orderOf(id, fromCents(cents)));
    const sessionId = (await findUnsettled(stage.rooms.database, id))?.sessionId ?? '';
    expect(stage.provider.sessions.get(sessionId)).toMatchObject({ amount: cents, currency: 'eur' });
    stage.provider.pay(sessionId);
    return { id, cents };
  }

  it('I5: 50 random baskets: items = reservations = orders = charge', { timeout: 120_000 }, async () => {
    const random = randomOf(seed);
    stage.ticketing.stock = 1_000;
    const paid: { id: string; cents: number }[] = [];
    for (let five = 0; five < 10; five += 1) {
      stage.ticketing.grouping = random.pick(['each', 'one']);
      paid.push(...(await Promise.all(Array.from({ length: 5 }, () => paidBasket(random)))));
    }
    await stage.laterAll();
    await stage.settle();
    for (const { id, cents } of paid) {
      const orders = await stage.ordersFor(id);
      expect(toCents(sumAmounts(orders.map(({ totalAmountInclTax }) => totalAmountInclTax)))).toBe(cents);
      expect(orders).toHaveLength((await readHolds(stage.rooms.database, id)).length);
    }
    expect(stage.reports).toEqual([]);
  });

  it.each([
    ['one cent less', { amount: 3599 }],
    ['one cent more', { amount: 3601 }],
    ['another currency', { currency: 'usd' }],
  ])('I5: a webhook of %s makes no order and raises an alarm', async (_, differently) => {
    const { id, sessionId } = await stage.paying();
    expect(multiplyAmount(stage.ticketing.price, 2)).toBe('36.00');
    stage.provider.pay(sessionId, differently);
    const { body, signature } = stage.provider.webhook(sessionId);
    await receiveWebhook(stage.rooms, body, signature);
    await stage.settle();
    await stage.laterAll();
    await stage.settle();
    expect(await stage.find(id)).toMatchObject({ state: 'attention', reason: 'amount_differs' });
    expect(stage.ticketing.orderCalls).toEqual([]);
    const { reference } = await stage.find(id);
    expect(stage.mailbox.mails.map(({ mail }) => mail.subject)).toEqual([
      `We are looking into your order – order ${reference}`,
    ]);
    expect(stage.reports).toContain('error: a payment does not fit its checkout');
  });
});
