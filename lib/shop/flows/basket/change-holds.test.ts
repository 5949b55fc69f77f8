import { jobsOf } from '@/testing/shop/jobs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atOnce, notYet } from '@/testing/shop/at-once';
import { heldId, holdRequest, startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { customerNamed } from '@/testing/shop/named-customer';
import { storeEntries } from '../checkout/store-entries';
import { readHolds } from '../../data/hold-store';
import { readTimeline } from '../../data/timeline-store';
import { hashToken, newToken } from '../../tokens';
import { hold } from './basket';
import { extendHolds } from './extend-holds';
import { removeItem, restoreItem } from './remove-item';

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

const holdsOf = (id: string) => readHolds(shop.context.database, id);

describe('more time', () => {
  it('holds everything for longer, as long as the service allows it', async () => {
    const id = await shop.hold(1, 2);
    const before = (await shop.find(id)).expiresAt.getTime();
    shop.ticketing.extensionsLeft = 4;
    expect(await extendHolds(shop.context, id)).toBe('extended');
    expect(await extendHolds(shop.context, id)).toBe('extended');
    const { expiresAt } = await shop.find(id);
    expect(expiresAt.getTime() - before).toBe(120_000);
    expect((await jobsOf(shop.context.database, 'checkout', id))[0]?.dueAt).toEqual(expiresAt);
    for (const one of await holdsOf(id)) expect(one.expiresAt >= expiresAt).toBe(true);
    expect(await extendHolds(shop.context, id)).toBe('refused');
    expect((await shop.find(id)).expiresAt).toEqual(expiresAt);
    const extensions = (await readTimeline(shop.context.database, id)).filter(
      ({ what }) => what === 'hold_extended',
    );
    expect(extensions).toHaveLength(2);
  });

  it('is refused by a service that does not extend, and when the hold has ended', async () => {
    const id = await shop.hold();
    shop.ticketing.hasExtensions = false;
    expect(await extendHolds(shop.context, id)).toBe('refused');
    shop.network.service.unavailable = true;
    expect(await extendHolds(shop.context, id)).toBe('unavailable');
    shop.network.service.unavailable = false;
    shop.ticketing.hasExtensions = true;
    await shop.later(id, { holdOver: true });
    expect(await extendHolds(shop.context, id)).toBe('already_ended');
  });

  it.each(['cut_after', 'unknown_after'] as const)(
    'is known after an answer that was lost, and is given once: %s',
    async (fault) => {
      const id = await shop.hold();
      const before = (await shop.find(id)).expiresAt.getTime();
      shop.ticketing.extensionsLeft = 1;
      shop.ticketing.extendFaults.push(fault);
      expect(await extendHolds(shop.context, id)).toBe(fault === 'cut_after' ? 'unavailable' : 'extended');
      if (fault === 'cut_after') expect(await extendHolds(shop.context, id)).toBe('extended');
      expect((await shop.find(id)).expiresAt.getTime() - before).toBe(60_000);
      expect(shop.ticketing.extensionsLeft).toBe(0);
    },
  );

  it('closes the payment page that was open, so that it does not end before the hold', async () => {
    const { id, sessionId } = await shop.paying();
    expect(await extendHolds(shop.context, id)).toBe('extended');
    expect(shop.provider.sessions.get(sessionId)?.status).toBe('expired');
    expect(await shop.state(id)).toBe('held');
  });
});

describe('a removed item', () => {
  const restore = async (checkoutId: string, holdId: string, openCheckoutId: string | null) => {
    const held = await restoreItem(shop.context, {
      ...holder,
      checkoutId,
      holdId,
      openCheckoutId,
      inTurn: atOnce,
    });
    if (held?.kind === 'has_to_wait') throw new Error('nobody has to wait');
    return held;
  };

  it('is not held again before it is the customer’s turn', async () => {
    const id = heldId(await hold(shop.context, { ...holdRequest(shop.ticketing, 1), ...holder }));
    const [only] = await holdsOf(id);
    const holdId = only?.id ?? '';
    await removeItem(shop.context, id, holdId);
    const before = shop.ticketing.reservations.size;
    const again = { ...holder, checkoutId: id, holdId, openCheckoutId: null, inTurn: notYet };
    expect(await restoreItem(shop.context, again)).toMatchObject({ kind: 'has_to_wait' });
    expect(shop.ticketing.reservations.size).toBe(before);
  });

  it('is held again for ten minutes only', async () => {
    const id = heldId(await hold(shop.context, { ...holdRequest(shop.ticketing, 1), ...holder }));
    const [only] = await holdsOf(id);
    await removeItem(shop.context, id, only?.id ?? '');
    const laterBy = (minutes: number) =>
      shop.context.database.transaction((transaction) =>
        transaction.run(
          sql`update storefront.hold set ended_at = ended_at - make_interval(mins => ${minutes})`,
        ),
      );
    await laterBy(10);
    expect(await restore(id, only?.id ?? '', null)).toMatchObject({ kind: 'refused' });
    await laterBy(-5);
    expect(await restore(id, only?.id ?? '', null)).toMatchObject({ kind: 'held' });
  });

  it('is held again in its checkout, once however often the customer clicks', async () => {
    const id = heldId(await hold(shop.context, { ...holdRequest(shop.ticketing, 1), ...holder }));
    await hold(shop.context, { ...holdRequest(shop.ticketing, 2), ...holder, openCheckoutId: id });
    const [first, second] = await holdsOf(id);
    await removeItem(shop.context, id, first?.id ?? '');
    expect(await restore(id, second?.id ?? '', id)).toBeNull();
    expect(await restore(id, first?.id ?? '', id)).toEqual({ kind: 'held', checkoutId: id });
    expect(await restore(id, first?.id ?? '', id)).toEqual({ kind: 'held', checkoutId: id });
    const quantities = (await holdsOf(id)).map(({ reservation }) => reservation.items[0]?.quantity);
    expect(quantities).toEqual([2, 1]);
  });

  it('that was the last is held in a new checkout, with what the customer had typed', async () => {
    const id = heldId(await hold(shop.context, { ...holdRequest(shop.ticketing, 1), ...holder }));
    await storeEntries(shop.context, id, customerNamed('undone'));
    const [only] = await holdsOf(id);
    await removeItem(shop.context, id, only?.id ?? '');
    const held = await restore(id, only?.id ?? '', null);
    const other = held === null ? '' : heldId(held);
    expect(other).not.toBe(id);
    expect((await shop.find(other)).entries).toEqual((await shop.find(id)).entries);
  });

  it('is not held again at another price, and not when it is sold out', async () => {
    const id = heldId(await hold(shop.context, { ...holdRequest(shop.ticketing, 1), ...holder }));
    const [only] = await holdsOf(id);
    await removeItem(shop.context, id, only?.id ?? '');
    shop.ticketing.price = '19.00';
    expect(await restore(id, only?.id ?? '', null)).toMatchObject({ kind: 'repriced' });
    shop.ticketing.stock = 0;
    expect(await restore(id, only?.id ?? '', null)).toMatchObject({ kind: 'refused' });
  });
});
