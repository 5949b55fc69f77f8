import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { crashingContext } from '@/testing/faults/crash-injection';
import { atOnce, notYet } from '@/testing/shop/at-once';
import { heldId, holdRequest, orderOf, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import type { CheckoutContext } from '../../context';
import { readClaims } from '../../data/claim-store';
import { readHolds } from '../../data/hold-store';
import { readTimeline } from '../../data/timeline-store';
import { hashToken, newToken } from '../../tokens';
import { placeOrder } from '../checkout/place-order';
import { readCheckout } from '../lookup/read-checkout';
import { applyVoucher } from '../voucher/apply-voucher';
import { hold } from './basket';
import { changeQuantity, replaceNext } from './change-item';
import { extendHolds } from './extend-holds';
import { removeItem } from './remove-item';

let shop: TestShop;
let holder: { tokenHash: string; network: string; site: null };

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.reset();
  shop.ticketing.hasExtensions = true;
  holder = { tokenHash: hashToken(newToken()), network: crypto.randomUUID(), site: null };
});

const add = async (quantity: number, openCheckoutId: string | null = null) =>
  heldId(await hold(shop.context, { ...holdRequest(shop.ticketing, quantity), ...holder, openCheckoutId }));
const holdsOf = (id: string) => readHolds(shop.context.database, id);
const quantitiesOf = async (id: string) =>
  (await holdsOf(id)).map(({ reservation }) => reservation.items[0]?.quantity);
const firstOf = async (id: string) => (await holdsOf(id))[0]?.id ?? '';
const claimedUnits = async () =>
  (await readClaims(shop.context.database, holder)).reduce((sum, { units }) => sum + units, 0);
const viewOf = async (id: string) => {
  const view = await readCheckout(shop.context, id, 'en');
  if (view === null) throw new Error('no checkout');
  return view;
};
/** The units that the service still holds for these reservations. */
const heldThere = () =>
  [...shop.ticketing.reservations.values()]
    .filter(({ order, expiresAt }) => order === null && Date.parse(expiresAt) > Date.now())
    .reduce((sum, { items }) => sum + (items[0]?.quantity ?? 0), 0);

const change = (
  checkoutId: string,
  quantity: number,
  {
    context = shop.context,
    inTurn = atOnce,
    holdId,
  }: Partial<{ context: CheckoutContext; inTurn: typeof atOnce; holdId: string }> = {},
) =>
  firstOf(checkoutId).then((first) =>
    changeQuantity(context, { ...holder, checkoutId, holdId: holdId ?? first, quantity, inTurn }),
  );

describe('another number of tickets', () => {
  it.each([1, 5])('replaces the hold and nothing else: %i', async (quantity) => {
    shop.ticketing.reservations.clear();
    const id = await add(2);
    await add(3, id);
    expect(await change(id, quantity)).toEqual({ kind: 'held', checkoutId: id });
    expect(await quantitiesOf(id)).toEqual([3, quantity]);
    expect(heldThere()).toBe(3 + quantity);
    expect(await claimedUnits()).toBe(3 + quantity);
    const entry = (await readTimeline(shop.context.database, id)).find(({ what }) => what === 'item_changed');
    expect(entry).toBeDefined();
  });

  it('has the end of the hold that ends first', async () => {
    const id = await add(2);
    shop.ticketing.holdMilliseconds = 600_000;
    await add(1, id);
    await change(id, 3);
    const holds = await holdsOf(id);
    const ends = holds.map(({ expiresAt }) => expiresAt.getTime());
    expect((await shop.find(id)).expiresAt.getTime()).toBe(Math.min(...ends));
  });

  it('takes no time away that the customer has asked for, and neither does another item', async () => {
    shop.ticketing.hasExtensions = true;
    shop.ticketing.extensionsLeft = 10;
    const id = await add(2);
    await extendHolds(shop.context, id);
    expect(await extendHolds(shop.context, id)).toBe('extended');
    const { expiresAt } = await shop.find(id);
    await change(id, 3);
    await add(1, id);
    expect((await shop.find(id)).expiresAt >= expiresAt).toBe(true);
    for (const one of await holdsOf(id)) expect(one.expiresAt >= expiresAt).toBe(true);
    // As far as the service allows it.
    shop.ticketing.extensionsLeft = 0;
    await add(1, id);
    expect((await shop.find(id)).expiresAt < expiresAt).toBe(true);
  });

  it('is taken back from the payment page first, which is closed', async () => {
    const id = await add(2);
    const placed = await placeOrder(shop.context, orderOf(id, '36.00'));
    expect(placed.kind).toBe('pay');
    expect(await change(id, 1)).toMatchObject({ kind: 'held' });
    expect(await shop.state(id)).toBe('held');
    expect((await viewOf(id)).total).toBe('18.00');
  });

  it('keeps the discount', async () => {
    shop.ticketing.vouchers.set('RIVER', '10.00');
    const id = await add(2);
    await applyVoucher(shop.context, id, 'RIVER');
    await change(id, 3);
    expect(await viewOf(id)).toMatchObject({ total: '48.60', voucher: { code: 'RIVER', discount: '5.40' } });
  });

  it('that needs what the customer holds itself is held beside it', async () => {
    const id = await add(2);
    shop.ticketing.mostOfOne = 1;
    expect(await change(id, 3)).toMatchObject({ kind: 'held' });
    expect(await quantitiesOf(id)).toEqual([2, 1]);
  });

  it('that is more than there is names how many can be had, and the same number changes nothing', async () => {
    const id = await add(2);
    const before = await holdsOf(id);
    shop.ticketing.stock = 0;
    shop.ticketing.leftNow = 1;
    expect(await change(id, 4)).toEqual({ kind: 'too_many', most: 3 });
    expect(await change(id, 2)).toEqual({ kind: 'same' });
    expect(await holdsOf(id)).toEqual(before);
  });

  it.each([1, 4])('that is refused leaves what is held: %i', async (quantity) => {
    const id = await add(2);
    const before = await holdsOf(id);
    shop.ticketing.stock = 0;
    expect(await change(id, quantity)).toMatchObject({ kind: 'refused' });
    expect(await holdsOf(id)).toEqual(before);
    expect(await claimedUnits()).toBe(2);
  });

  it('is not held at another price', async () => {
    const id = await add(2);
    shop.ticketing.price = '19.00';
    expect(await change(id, 3)).toMatchObject({ kind: 'repriced' });
    expect(await quantitiesOf(id)).toEqual([2]);
    expect((await viewOf(id)).total).toBe('36.00');
  });

  it('does not count beside the number that it replaces', async () => {
    const context = { ...shop.context, quota: { ...shop.context.quota, basket: 10 } };
    const id = await add(10);
    expect(await change(id, 9, { context })).toMatchObject({ kind: 'held' });
    expect(await change(id, 10, { context })).toMatchObject({ kind: 'held' });
    expect(await change(id, 11, { context })).toMatchObject({ kind: 'over_quota', of: 'basket' });
    expect(await quantitiesOf(id)).toEqual([10]);
  });

  it('waits for the customer’s turn', async () => {
    const id = await add(2);
    expect(await change(id, 3, { inTurn: notYet })).toMatchObject({ kind: 'has_to_wait' });
    expect(await quantitiesOf(id)).toEqual([2]);
  });

  it('is held once, however often the customer clicks', async () => {
    shop.ticketing.reservations.clear();
    const id = await add(2);
    const holdId = await firstOf(id);
    const clicks = await Promise.all([3, 4, 3].map((quantity) => change(id, quantity, { holdId })));
    expect(clicks.filter(({ kind }) => kind === 'held')).toHaveLength(1);
    const [quantity, ...others] = await quantitiesOf(id);
    expect(others).toEqual([]);
    expect(heldThere()).toBe(quantity);
    expect(await change(id, 5, { holdId })).toEqual({ kind: 'gone' });
  });

  it('after a crash at any call is the old or the new one, is charged once, and can be ordered', async () => {
    const seen = new Set<number | undefined>();
    for (let at = 1; at <= 14; at += 1)
      for (const when of ['before', 'after'] as const) {
        const id = await add(2);
        const crashing = crashingContext(shop.context, { at, when });
        await crashing.outcome(change(id, 3, { context: crashing.context }));
        const [quantity, ...others] = await quantitiesOf(id);
        expect({ at, when, others }).toEqual({ at, when, others: [] });
        seen.add(quantity);
        const total = quantity === 3 ? '54.00' : '36.00';
        expect((await viewOf(id)).total).toBe(total);
        expect(await placeOrder(shop.context, orderOf(id, total))).toMatchObject({ kind: 'pay' });
        // The next purchase of this browser is not kept from it.
        holder = { ...holder, tokenHash: hashToken(newToken()) };
      }
    expect(seen).toEqual(new Set([2, 3]));
  });
});

it('a booking is shown in order of time, with what is for any time of a day before its times', async () => {
  const id = await add(1);
  const { catalogId } = shop.ticketing;
  const items = [shop.ticketing.anyTimeItem(1)];
  const request = { ...holdRequest(shop.ticketing, 1), ...holder, catalogId, items, openCheckoutId: id };
  await hold(shop.context, request);
  const { holds, items: shown } = await viewOf(id);
  const times = shown.map(({ lines }) => lines[0]?.tickets[0]?.occursAt ?? 'any');
  expect(times).toEqual(['any', expect.stringMatching(/^\d{4}-/)]);
  expect(shown.map(({ holdId }) => holdId)).toEqual(holds.map((one) => one.id).toReversed());
});

describe('what is held next', () => {
  it('replaces the item that the customer wants to change, and then nothing more', async () => {
    shop.ticketing.reservations.clear();
    const id = await add(2);
    await add(4, id);
    await replaceNext(shop.context, id, await firstOf(id));
    const next = { ...holdRequest(shop.ticketing, 1), ...holder, openCheckoutId: id };
    expect(await hold(shop.context, next)).toEqual({ kind: 'held', checkoutId: id, isReplaced: true });
    expect(await quantitiesOf(id)).toEqual([4, 1]);
    expect(heldThere()).toBe(5);
    expect(await claimedUnits()).toBe(5);
    await add(1, id);
    expect(await quantitiesOf(id)).toEqual([4, 1, 1]);
  });

  it('replaces that item, too, if the number of another one was changed meanwhile', async () => {
    const id = await add(2);
    await add(4, id);
    const [first, second] = await holdsOf(id);
    await replaceNext(shop.context, id, first?.id ?? '');
    expect(await change(id, 5, { holdId: second?.id ?? '' })).toMatchObject({ kind: 'held' });
    await add(1, id);
    expect((await quantitiesOf(id)).toSorted()).toEqual([1, 5]);
  });

  it('replaces nothing if it is refused, or if the customer keeps the item', async () => {
    const id = await add(2);
    const first = await firstOf(id);
    await replaceNext(shop.context, id, first);
    shop.ticketing.stock = 0;
    const request = { ...holdRequest(shop.ticketing, 1), ...holder, openCheckoutId: id };
    expect(await hold(shop.context, request)).toMatchObject({ kind: 'refused' });
    expect(await quantitiesOf(id)).toEqual([2]);
    shop.ticketing.stock = 10;
    await replaceNext(shop.context, id, null);
    await add(1, id);
    expect(await quantitiesOf(id)).toEqual([2, 1]);
  });

  it('is added if the item was removed meanwhile', async () => {
    const id = await add(2);
    await add(1, id);
    await replaceNext(shop.context, id, await firstOf(id));
    await removeItem(shop.context, id, await firstOf(id));
    await add(3, id);
    expect(await quantitiesOf(id)).toEqual([1, 3]);
  });

  it('replaces nothing that is another customer’s, or has ended', async () => {
    const [id, other] = [await add(2), await shop.hold(1)];
    expect(await replaceNext(shop.context, id, await firstOf(other))).toBeNull();
    await shop.later(id, { holdOver: true });
    expect(await replaceNext(shop.context, id, await firstOf(id))).toBeNull();
  });

  it('keeps the discount', async () => {
    shop.ticketing.vouchers.set('RIVER', '10.00');
    const id = await add(2);
    await applyVoucher(shop.context, id, 'RIVER');
    await replaceNext(shop.context, id, await firstOf(id));
    await add(1, id);
    expect(await viewOf(id)).toMatchObject({ total: '16.20', voucher: { discount: '1.80' } });
  });
});
