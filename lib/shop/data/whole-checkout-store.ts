import { eq, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '../../database/database';
import type { Checkout, Hold, Payment } from '../rules/checkout';
import type { Incident } from '../rules/incident';
import { checkoutTable } from '../tables/checkout-table';
import type { Rebooking, StartedExchange } from '../tables/rebooking-table';
import { mayRead, openCheckoutOf } from './access-store';
import { type Block, blockRows } from './block-store';
import { checkoutColumns } from './checkout-store';
import { holdRows } from './hold-store';
import { type InvoiceRow, invoiceRows } from './invoice-store';
import { incidentRows } from './incident-store';
import { deliveryOfGift, type GiftDelivery } from './gift-mail-store';
import { type Delivery, deliveryOfConfirmation } from './mail-delivery';
import { orderRows, type PlacedOrder } from './order-store';
import { paymentRows } from './payment-store';
import { rebookingRows, returnedRows } from './rebooking-store';
import { exchangedBy, startedRows } from './started-exchange-store';

/** A checkout with all that pages show of it, as it was at one moment. */
export interface WholeCheckout {
  checkout: Checkout;
  /** What has not ended, the oldest first. */
  holds: Hold[];
  /** The latest first. */
  payments: Payment[];
  orders: PlacedOrder[];
  incidents: Incident[];
  /** Invoices and credit notes, in the order of issue. */
  invoices: InvoiceRow[];
  /** Null: it is not paid with tickets of an earlier order. */
  rebooking: Rebooking | null;
  /** What the earlier tickets gave back to a gift card when it was ordered. */
  returned: string;
  /** Its own tickets are being exchanged for what is held next; null: they are not. */
  started: StartedExchange | null;
  /** The purchase whose tickets are being exchanged in the browser with the token; null: none. */
  exchangedId: string | null;
  /** Null: its tickets are not blocked. */
  block: Block | null;
  /** Of the e-mail with the link to the order; null: there is none (any more). */
  confirmation: Delivery | null;
  /** Of the e-mail for the person to whom it is given; null: there is none. */
  giftDelivery: GiftDelivery | null;
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
  const [found] = await readWhere(reader, eq(checkoutTable.id, id), tokenHash);
  return found ?? null;
}

/** What a page shows of a browser's checkouts. */
export interface ShownCheckouts {
  /** The one in the page's address; null if the browser may not see it. */
  own: WholeCheckout | null;
  /** The latest unpaid one that still holds something. */
  open: WholeCheckout | null;
  /** The one whose tickets are being exchanged for what is held next. */
  exchanged: WholeCheckout | null;
}

/** One statement. `id` comes from a URL; null: the page is about no checkout. */
export async function readShownCheckouts(
  reader: Reader,
  id: string | null,
  tokenHash: string,
): Promise<ShownCheckouts> {
  const isId = id !== null && z.guid().safeParse(id).success;
  const ids = [...(isId ? [sql`${id}`] : []), openCheckoutOf(tokenHash), exchangedBy(tokenHash)];
  const which = sql`${checkoutTable.id} in (${sql.join(ids, sql`, `)})`;
  const readable = (await readWhere(reader, which, tokenHash)).filter(({ mayRead }) => mayRead);
  const own = readable.find(({ checkout }) => checkout.id === id?.toLowerCase()) ?? null;
  const exchanged = readable.find(({ checkout, exchangedId }) => checkout.id === exchangedId) ?? null;
  const other = readable.find((one) => one !== own && one !== exchanged);
  return { own, open: other ?? (own !== null && isOpen(own.checkout) ? own : null), exchanged };
}

const isOpen = ({ state, holdAlive }: Checkout) => (state === 'held' || state === 'paying') && holdAlive;

async function readWhere({ db }: Reader, which: SQL, tokenHash: string | null): Promise<WholeCheckout[]> {
  const found = await db
    .select({
      checkout: checkoutColumns,
      holds: holdRows,
      payments: paymentRows,
      orders: orderRows,
      incidents: incidentRows,
      invoices: invoiceRows,
      rebooking: rebookingRows,
      returned: returnedRows,
      started: startedRows,
      exchangedId: exchangedBy(tokenHash),
      block: blockRows,
      confirmation: deliveryOfConfirmation,
      giftDelivery: deliveryOfGift,
      isChanged,
      mayRead: mayRead(tokenHash),
    })
    .from(checkoutTable)
    .where(which);
  return found.map(({ rebooking, started, block, ...rest }) => ({
    ...rest,
    rebooking: rebooking[0] ?? null,
    started: started[0] ?? null,
    block: block[0] ?? null,
  }));
}
