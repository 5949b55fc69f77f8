import type { Reader } from '../../../database/database';
import type { Language } from '../../../locale/languages';
import { lastLooked, listedOrders, type ListPlace, type OrderFilter } from '../../data/order-list-store';
import { readListed, type StaffMatch } from './find-orders';

export const ordersPerPage = 50;
const mostCounted = 1000;

export interface OrderPage {
  readonly orders: readonly StaffMatch[];
  /** How many there are from here on. */
  readonly count: number;
  /** There are more than the number says: they were not counted, or older ones were not looked at. */
  readonly isMore: boolean;
  /** Behind which place the list goes on; null: it has ended. */
  readonly next: ListPlace | null;
  /** Until when orders were looked at, if fewer than a page were found and there are older ones. */
  readonly lookedUntil: Date | null;
}

/** A page of bookings that a filter describes, the newest first: in two statements, or three where few are found. */
export async function listOrders(
  reader: Reader,
  filter: OrderFilter,
  { after, language }: { after: ListPlace | null; language: Language },
): Promise<OrderPage> {
  const found = await listedOrders(reader, filter, { after, limit: mostCounted + 1 });
  const page = found.slice(0, ordersPerPage);
  const older = found.length > mostCounted ? null : await lastLooked(reader, filter, after);
  const ids = page.map(({ checkoutId }) => checkoutId);
  const last = page.at(-1);
  const isFull = found.length > page.length && last !== undefined;
  return {
    orders: await readListed(reader, ids, { catalogs: filter.catalogs, language }),
    count: Math.min(found.length, mostCounted),
    isMore: found.length > mostCounted || older !== null,
    next: isFull ? { at: last.at, id: last.id } : older,
    lookedUntil: isFull || older === null ? null : new Date(older.at),
  };
}
