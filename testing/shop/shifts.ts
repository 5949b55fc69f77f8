import { sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { expect } from 'vitest';
import { holdAtCounter } from '@/lib/shop/flows/counter/hold-at-counter';
import { takePayment, type Tender } from '@/lib/shop/flows/counter/take-payment';
import { openShift } from '@/lib/shop/flows/shift/open-shift';
import { readOrders } from '@/lib/shop/data/order-store';
import type { Ordered } from './cancellations';
import { heldId, orderOf, type TestShop } from './test-shop';

/** What people at the tills of a shop do. A ticket costs 18.00. */
export function tillsOf(shop: TestShop) {
  const { ticketing } = shop;
  const hold = async (quantity: number): Promise<string> => {
    const items = [ticketing.item(quantity)];
    const of = { saleId: crypto.randomUUID(), mostTickets: 20, language: 'en' as const };
    return heldId(await holdAtCounter(shop.context, { ...of, catalogId: ticketing.catalogId, items }));
  };
  const take = async (checkoutId: string, staff: string, total: string, method: Tender['method']) => {
    const { customer } = orderOf(checkoutId, total);
    const tender: Tender = method === 'cash' ? { method, given: total } : { method, receipt: null };
    const taken = await takePayment(shop.context, {
      checkoutId,
      staff,
      tender,
      total,
      customer,
      isReached: true,
    });
    return taken.kind;
  };
  return {
    hold,
    take,
    /** Sells two tickets for 36.00 whose order is made. */
    sell: async (staff: string, method: Tender['method'] = 'cash'): Promise<Ordered> => {
      ticketing.hasExtensions = true;
      ticketing.tickets.support = 'change';
      ticketing.cancelling.rule = { until: new Date(Date.now() + 86_400_000), share: 1 };
      const id = await hold(2);
      expect(await take(id, staff, '36.00', method)).toBe('taken');
      await shop.settle();
      const [order] = await readOrders(shop.context.database, id);
      return { id, orderId: order?.id ?? '', tickets: order?.data.items[0]?.tickets ?? [], intent: '' };
    },
    /** Opens a shift, and resolves to its identifier. */
    open: async (staff: string, till: string, opening = '100.00'): Promise<string> => {
      const id = newId();
      expect(await openShift(shop.context, { id, till, opening, staff })).toBe('opened');
      return id;
    },
    /** Without shifts. */
    reset: () =>
      shop.context.database.transaction(async (transaction) => {
        // Without the triggers that keep shifts.
        await transaction.run(sql`set local session_replication_role = replica`);
        await transaction.run(sql`truncate storefront.shift, storefront.shift_entry`);
      }),
  };
}
