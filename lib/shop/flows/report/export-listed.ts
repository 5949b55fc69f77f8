import { sql } from 'drizzle-orm';
import { boundIds } from '../../../database/bound-rows';
import type { Reader } from '../../../database/database';
import { lastLooked, listedOrders, type ListPlace, type OrderFilter } from '../../data/order-list-store';
import { type OrderRow, readOrderRows } from './export-orders';

const bookingsAtOnce = 500;

/** The orders of the bookings that a filter describes, the newest first, without a transaction that stays open. */
export async function* exportListed(reader: Reader, filter: OrderFilter): AsyncGenerator<OrderRow> {
  for (let after: ListPlace | null = null; ;) {
    const found = await listedOrders(reader, filter, { after, limit: bookingsAtOnce });
    const checkouts = boundIds(found.map(({ checkoutId }) => checkoutId));
    const last = found.at(-1);
    if (last !== undefined)
      yield* await readOrderRows(reader, {
        placed: sql`select * from storefront.placed_order where checkout_id in ${checkouts}`,
        timeZone: filter.timeZone,
        isNewestFirst: true,
      });
    // With a whole part, others may follow; else those that were not looked at.
    after =
      last !== undefined && found.length === bookingsAtOnce
        ? { at: last.at, id: last.id }
        : await lastLooked(reader, filter, after);
    if (after === null) return;
  }
}
