import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sumAmounts } from '@/lib/money/money';
import { atOnce } from '@/testing/shop/at-once';
import { exchanging, ordered } from '@/testing/shop/exchanges';
import { holdRequest, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { hold } from '../basket/basket';
import { removeItem, restoreItem } from '../basket/remove-item';
import { readCheckout } from '../lookup/read-checkout';
import { readHolds } from '../../data/hold-store';
import { hashToken, newToken } from '../../tokens';
import { applyVoucher, dropVoucher } from './apply-voucher';
import { carryVoucher } from './carry-voucher';

let shop: TestShop;
let tokenHash: string;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.reset();
  tokenHash = hashToken(newToken());
  shop.ticketing.hasExtensions = true;
  shop.ticketing.vouchers.set('Summer-27', '10.00');
});

const view = (id: string) => readCheckout(shop.context, id, 'en');

/** A new booking of this browser. */
async function choose(quantity = 2): Promise<string> {
  const held = await hold(shop.context, { ...holdRequest(shop.ticketing, quantity), tokenHash });
  if (held.kind !== 'held') throw new Error(held.kind);
  return held.checkoutId;
}

async function empty(id: string): Promise<void> {
  for (const item of await readHolds(shop.context.database, id)) await removeItem(shop.context, id, item.id);
  expect(await shop.state(id)).toBe('cancelled');
}

const withCode = async () => {
  const id = await choose();
  expect(await applyVoucher(shop.context, id, 'summer-27')).toBe('applied');
  return id;
};

const atService = async (id: string) =>
  sumAmounts((await shop.ordersFor(id)).map((order) => order.totalAmountInclTax));

describe('the code of a booking whose tickets were all removed', () => {
  it('stays in use for what is chosen next, and the order costs what was paid', async () => {
    await empty(await withCode());
    const next = await choose(1);
    expect(await view(next)).toMatchObject({
      total: '16.20',
      voucher: { code: 'Summer-27', discount: '1.80', lost: false },
    });
    await ordered(shop, next, '16.20');
    expect(await shop.state(next)).toBe('ordered');
    expect(await atService(next)).toBe('16.20');
  });

  it('stays in use if the removal is undone', async () => {
    const id = await withCode();
    const [only] = await readHolds(shop.context.database, id);
    await empty(id);
    const holder = { tokenHash, network: 'home', site: null };
    const restore = {
      ...holder,
      checkoutId: id,
      holdId: only?.id ?? '',
      openCheckoutId: null,
      inTurn: atOnce,
    };
    const held = await restoreItem(shop.context, restore);
    if (held?.kind !== 'held') throw new Error(held?.kind);
    expect(await view(held.checkoutId)).toMatchObject({ total: '32.40', voucher: { code: 'Summer-27' } });
  });

  it('that could not be used for what was left is used again when a removed item is held again', async () => {
    const id = await withCode();
    await hold(shop.context, { ...holdRequest(shop.ticketing, 1), tokenHash, openCheckoutId: id });
    const [first, ...others] = await readHolds(shop.context.database, id);
    expect(others).toHaveLength(1);
    shop.ticketing.voucherMinimum = '36.00';
    await removeItem(shop.context, id, first?.id ?? '');
    expect(await view(id)).toMatchObject({ total: '18.00', voucher: { lost: true } });
    const restore = {
      tokenHash,
      network: 'network',
      site: null,
      checkoutId: id,
      holdId: first?.id ?? '',
      openCheckoutId: id,
      inTurn: atOnce,
    };
    expect(await restoreItem(shop.context, restore)).toMatchObject({ kind: 'held' });
    expect(await view(id)).toMatchObject({ total: '48.60', voucher: { code: 'Summer-27', lost: false } });
  });

  it('that could not be used for what was left is used again when as much is chosen again, unless it was dropped', async () => {
    shop.ticketing.voucherMinimum = '36.00';
    const lose = async () => {
      const id = await withCode();
      await hold(shop.context, { ...holdRequest(shop.ticketing, 1), tokenHash, openCheckoutId: id });
      const [first] = await readHolds(shop.context.database, id);
      await removeItem(shop.context, id, first?.id ?? '');
      expect(await view(id)).toMatchObject({ total: '18.00', voucher: { lost: true } });
      return id;
    };
    const addTo = (id: string, quantity: number) =>
      hold(shop.context, { ...holdRequest(shop.ticketing, quantity), tokenHash, openCheckoutId: id });
    const id = await lose();
    await addTo(id, 1);
    expect(await view(id)).toMatchObject({ total: '32.40', voucher: { code: 'Summer-27', lost: false } });
    const dropped = await lose();
    await dropVoucher(shop.context, dropped);
    await addTo(dropped, 1);
    expect(await view(dropped)).toMatchObject({ total: '36.00', voucher: null });
  });

  it('that can’t be used for what is chosen next is named, with the reason and the total without it', async () => {
    await empty(await withCode());
    shop.ticketing.voucherMinimum = '36.00';
    const next = await choose(1);
    expect(await view(next)).toMatchObject({
      total: '18.00',
      voucher: { code: 'Summer-27', lost: true, why: 'BELOW_MINIMUM' },
    });
    await ordered(shop, next, '18.00');
    expect(await atService(next)).toBe('18.00');
  });

  it('is not used again if the customer removed it, in another browser, or after the time of the booking', async () => {
    const dropped = await withCode();
    await dropVoucher(shop.context, dropped);
    await empty(dropped);
    expect(await view(await choose())).toMatchObject({ total: '36.00', voucher: null });

    tokenHash = hashToken(newToken());
    const other = await withCode();
    await empty(other);
    const browser = tokenHash;
    tokenHash = hashToken(newToken());
    expect(await view(await choose())).toMatchObject({ total: '36.00', voucher: null });
    tokenHash = browser;
    await shop.later(other, { holdOver: true });
    expect(await view(await choose())).toMatchObject({ total: '36.00', voucher: null });
  });

  it('is not used by a booking that was not emptied, but left beside it', async () => {
    await withCode();
    expect(await view(await choose())).toMatchObject({ total: '36.00', voucher: null });
  });
});

describe('the code of tickets that are exchanged', () => {
  const exchange = async () => {
    shop.ticketing.tickets.support = 'change';
    shop.ticketing.cancelling.rule = { until: new Date(Date.now() + 86_400_000), share: 1 };
    const earlier = await ordered(shop, await withCode(), '32.40');
    const { id, answer } = await exchanging(shop, earlier, '18.00', [...earlier.tickets]);
    expect(answer).toBe('credited');
    return { id, earlier };
  };

  it('is used for the new ones, unless they have a code of their own', async () => {
    const { id, earlier } = await exchange();
    await carryVoucher(shop.context, id, earlier.id);
    expect(await view(id)).toMatchObject({ total: '16.20', voucher: { code: 'Summer-27' } });

    shop.ticketing.vouchers.set('Half', '50.00');
    await applyVoucher(shop.context, id, 'Half');
    await carryVoucher(shop.context, id, earlier.id);
    expect(await view(id)).toMatchObject({ total: '9.00', voucher: { code: 'Half' } });
    await dropVoucher(shop.context, id);
    await carryVoucher(shop.context, id, earlier.id);
    expect(await view(id)).toMatchObject({ total: '18.00', voucher: null });
  });

  it('that can’t be used any more is named, with the reason and the total without it', async () => {
    const { id, earlier } = await exchange();
    shop.ticketing.vouchers.clear();
    await carryVoucher(shop.context, id, earlier.id);
    expect(await view(id)).toMatchObject({
      total: '18.00',
      voucher: { code: 'Summer-27', lost: true, why: 'UNKNOWN' },
    });
  });

  it('is applied before the payment if the service can’t be asked now', async () => {
    const { id, earlier } = await exchange();
    shop.network.service.unavailable = true;
    await carryVoucher(shop.context, id, earlier.id);
    shop.network.service.unavailable = false;
    expect(await view(id)).toMatchObject({
      total: '18.00',
      voucher: { code: 'Summer-27', discount: '0.00' },
    });
    await expect(ordered(shop, id, '18.00')).rejects.toThrow();
    expect(await view(id)).toMatchObject({
      total: '16.20',
      voucher: { code: 'Summer-27', discount: '1.80' },
    });
  });
});
