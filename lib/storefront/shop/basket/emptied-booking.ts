import { findLastRemoved } from '../../../shop/flows/basket/remove-item';
import { getAppContext } from '../../../runtime/app-context';
import { type ExchangeView, startedView } from '../../common/exchange/exchange';
import { shownCheckouts } from '../../common/checkout/shown-checkouts';

/** A booking from which all tickets were removed. */
export interface EmptiedBooking {
  /** What was removed last; `isRestorable`: it can be held again by a click. */
  readonly removed: Awaited<ReturnType<typeof findLastRemoved>>;
  /** Earlier tickets that pay for what is chosen next. */
  readonly exchange: Pick<ExchangeView, 'reference' | 'tickets'> | null;
  /** The code of the voucher that is used for what is chosen next. */
  readonly voucher: string | null;
  /** The booking with the tickets that this browser holds now; null: it holds none. */
  readonly openId: string | null;
}

/** For a browser that may read the booking. */
export async function readEmptied(checkoutId: string): Promise<EmptiedBooking> {
  const context = await getAppContext();
  const { own, open, exchanged } = await shownCheckouts(checkoutId);
  const removed = await findLastRemoved(context.checkoutContext.database, checkoutId);
  const exchange = exchanged === null ? null : startedView(exchanged);
  // Until the hold would have ended; see findEmptied.
  const isCarried = own !== null && own.checkout.secondsLeft > 0;
  const voucher = isCarried ? own.checkout.voucher : null;
  return { removed, exchange, voucher, openId: open?.checkout.id ?? null };
}
