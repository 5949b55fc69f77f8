import { eq, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../../database/database';
import type { Checkout, Hold, Payment } from '../rules/checkout';
import type { Incident } from '../rules/incident';
import { checkoutTable } from '../tables/checkout-table';
import type { Rebooking } from '../tables/rebooking-table';
import { mayRead, openCheckoutOf } from './access-store';
import { type Block, blockRows } from './block-store';
import { checkoutColumns } from './checkout-store';
import { holdRows } from './hold-store';
import { incidentRows } from './incident-store';
import { type Delivery, deliveryOfConfirmation } from './mail-store';
import { orderRows, type PlacedOrder } from './order-store';
import { paymentRows } from './payment-store';
import { rebookingRows } from './rebooking-store';

/** A checkout with all that pages show of it, as it was at one moment. */
export interface WholeCheckout {
  checkout: Checkout;
  /** What has not ended, the oldest first. */
  holds: Hold[];
  /** The latest first. */
  payments: Payment[];
  orders: PlacedOrder[];
  incidents: Incident[];
  /** Null: it is not paid with tickets of an earlier order. */
  rebooking: Rebooking | null;
  /** Null: its tickets are not blocked. */
  block: Block | null;
  /** Of the e-mail with the link to the order; null: there is none (any more). */
  confirmation: Delivery | null;
  /** False: no tickets were cancelled, and nothing was refunded. */
  isChanged: boolean;
  /** Whether the browser with the token may see it. */
  mayRead: boolean;
}

const isChanged = sql<boolean>`(
  exists (select from storefront.cancellation where cancellation.checkout_id = checkout.id)
  or exists (select from storefront.refund where refund.checkout_id = checkout.id))`;

/** One statement. Null for a string that is not an identifier, too, because it comes from a URL. */
export async function readWholeCheckout(
  reader: Reader,
  id: string,
  tokenHash: string | null = null,
): Promise<WholeCheckout | null> {
  if (!z.guid().safeParse(id).success) return null;
  return readWhere(reader, eq(checkoutTable.id, id), tokenHash);
}

/** The latest unpaid checkout of a browser that still holds something. One statement. */
export function readOpenCheckout(reader: Reader, tokenHash: string): Promise<WholeCheckout | null> {
  return readWhere(reader, eq(checkoutTable.id, openCheckoutOf(tokenHash)), tokenHash);
}

async function readWhere(
  { db }: Reader,
  which: SQL,
  tokenHash: string | null,
): Promise<WholeCheckout | null> {
  const [found] = await db
    .select({
      checkout: checkoutColumns,
      holds: holdRows,
      payments: paymentRows,
      orders: orderRows,
      incidents: incidentRows,
      rebooking: rebookingRows,
      block: blockRows,
      confirmation: deliveryOfConfirmation,
      isChanged,
      mayRead: mayRead(tokenHash),
    })
    .from(checkoutTable)
    .where(which);
  if (found === undefined) return null;
  const { rebooking, block, ...rest } = found;
  return { ...rest, rebooking: rebooking[0] ?? null, block: block[0] ?? null };
}
