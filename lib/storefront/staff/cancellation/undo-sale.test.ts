import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ordered } from '@/testing/shop/cancellations';
import { tillsOf } from '@/testing/shop/shifts';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { startStorefrontOf } from '@/testing/storefront/start-storefront';
import { getAppContext } from '../../../runtime/app-context';
import { readAudit } from '../../../shop/data/audit-store';
import { readRefunds } from '../../../shop/data/refund-store';
import { readCancelPage, requestAll } from '../../common/cancellation/cancel-tickets';
import { refundsByOrder } from '../../common/cancellation/cancellation-units';
import { undoMinutes, withUndo } from './undo-sale';

let shop: TestShop;
let stop: () => Promise<void>;
beforeAll(async () => {
  shop = await startTestShop();
  stop = startStorefrontOf(shop);
});
afterAll(() => stop());
beforeEach(() => shop.reset());

/** Two tickets for 36.00 that ada has sold, of a product that can't be cancelled. */
async function soldWithoutRule(): Promise<Ordered> {
  const sold = await tillsOf(shop).sell('ada');
  shop.ticketing.cancelling.rule = null;
  return sold;
}

async function pageFor({ id }: Ordered, staff: string, minutesLater = 0) {
  const context = await getAppContext();
  const page = await readCancelPage(context, id, 'en');
  if (page.kind !== 'page') throw new Error(page.kind);
  const now = new Date(Date.now() + minutesLater * 60_000);
  const undo = await withUndo(context, { id: staff }, page, now);
  if (undo.read.kind !== 'units') throw new Error(undo.read.kind);
  return { ...undo, units: undo.read.units };
}

describe('a sale that a person made a moment ago', () => {
  it('can be undone by them for the whole price, although its product has no rule', async () => {
    const sold = await soldWithoutRule();
    const { isUndo, units, left } = await pageFor(sold, 'ada');
    expect(isUndo).toBe(true);
    expect(units).toMatchObject([
      { obstacle: null, refund: '18.00' },
      { obstacle: null, refund: '18.00' },
    ]);
    const rest = { checkoutId: sold.id, staff: 'ada', override: true, reason: 'typing mistake' };
    const orders = refundsByOrder(units, left);
    expect(await requestAll(await getAppContext(), orders, rest)).toBe('requested');
    await shop.settle();
    expect(await readRefunds(shop.context.database, sold.id)).toMatchObject([{ amount: '36.00' }]);
    const [entry] = await readAudit(shop.context.database, {
      action: 'cancellation_requested',
      about: 'ada',
    });
    expect(entry).toMatchObject({ subjectId: sold.id, detail: { override: true, amount: '36.00' } });
    // The second click sends the same amounts.
    const second = await pageFor(sold, 'ada');
    expect(refundsByOrder(second.units, second.left)).toEqual(orders);
    expect(await requestAll(await getAppContext(), orders, rest)).toBe('already');
  });

  it('can be undone neither by another person nor later', async () => {
    const sold = await soldWithoutRule();
    for (const page of [await pageFor(sold, 'bo'), await pageFor(sold, 'ada', undoMinutes + 1)]) {
      expect(page.isUndo).toBe(false);
      expect(page.units).toMatchObject([{ obstacle: 'NO_RULE' }, { obstacle: 'NO_RULE' }]);
    }
  });

  it('gives back all of its price, where the rule gives back a part', async () => {
    const sold = await tillsOf(shop).sell('ada');
    shop.ticketing.cancelling.rule = { until: new Date(Date.now() + 60_000), share: 0.5 };
    expect((await pageFor(sold, 'ada')).units).toMatchObject([{ refund: '18.00' }, { refund: '18.00' }]);
    expect((await pageFor(sold, 'bo')).units).toMatchObject([{ refund: '9.00' }, { refund: '9.00' }]);
  });

  it('is cancelled by its rule if that gives back everything', async () => {
    const sold = await tillsOf(shop).sell('ada');
    expect((await pageFor(sold, 'ada')).isUndo).toBe(false);
  });
});
