import { revalidatePath } from 'next/cache';
import { extendHolds } from '../../../shop/flows/basket/extend-holds';
import { hold, holdAgain, type HoldResult } from '../../../shop/flows/basket/basket';
import type { Holder } from '../../../shop/data/claim-store';
import { type ItemRemoval, removeItem, restoreItem } from '../../../shop/flows/basket/remove-item';
import { placeOrder, type PlacedOrder } from '../../../shop/flows/checkout/place-order';
import { storeOwnEntries } from '../../../shop/flows/checkout/store-entries';
import type { Checkout } from '../../../shop/rules/checkout';
import type { Entries, Gift } from '../../../shop/values/checkout-values';
import type { WholeCheckout } from '../../../shop/data/whole-checkout-store';
import { describeCheckout } from '../../../shop/flows/lookup/read-checkout';
import { hashLink } from '../../../shop/tokens';
import type { Customer } from '../../../contract/customer';
import type { Language } from '../../../locale/languages';
import { getAppContext } from '../../../runtime/app-context';
import { checkoutPageOf, type CheckoutPage } from './checkout-page';
import { countFreeOrder } from './free-tickets';
import { causeEmail } from '../request/caused-emails';
import { deniedPage, ensureGuest, guestMayRead, guestOpenBooking, readGuest } from '../request/guest';
import { noteRefusal, requestNetworks } from '../request/network';
import { inOwnTurn } from '../waiting-room/own-turn';
import { shownCheckouts } from './shown-checkouts';
import { cutText } from '../../../contract/plain-text';

/** `exchangedId`: the purchase whose tickets are being exchanged in this browser. */
type OwnHold =
  | Exclude<HoldResult, { kind: 'held' }>
  | (Extract<HoldResult, { kind: 'held' }> & { readonly exchangedId: string | null });

/**
 * Holds offers for this browser: in its open checkout if it has one, otherwise in a new one. Sets the cookie
 * that identifies the browser later. Throws a ServiceError when the service can't be asked.
 */
export async function startHold(
  request: Omit<Parameters<typeof hold>[1], keyof Holder | 'openCheckoutId'>,
): Promise<OwnHold> {
  const { checkoutContext } = await getAppContext();
  const { openId: openCheckoutId, exchangedId } = await guestOpenBooking();
  const held = await hold(checkoutContext, { ...request, ...(await getHolder()), openCheckoutId });
  if (held.kind === 'held') heldChanged();
  await noteOverQuota(held);
  return held.kind === 'held' ? { ...held, exchangedId } : held;
}

type Held = Awaited<ReturnType<typeof hold | typeof holdAgain>>;

/** Only the limits of networks and sites indicate hoarding: ordinary customers reach that of one browser, too. */
async function noteOverQuota(held: Held): Promise<void> {
  if (held.kind === 'over_quota' && held.of !== 'basket')
    await noteRefusal({ event: 'limit_reached', limit: `held_by_${held.of}` });
}

/** The browser, network and site whose limits count. Networks and sites are stored as keyed hashes only. */
export async function getHolder(): Promise<Holder> {
  const { checkoutContext } = await getAppContext();
  const tokenHash = await ensureGuest();
  const { network, site } = await requestNetworks();
  return {
    tokenHash,
    network: hashLink(network, checkoutContext.linkSecret),
    site: site === null ? null : hashLink(site, checkoutContext.linkSecret),
  };
}

/** The line at the top of every page shows what is held, so pages cached in the browser are out of date. */
function heldChanged(): void {
  revalidatePath('/', 'layout');
}

/** The provider is asked first, so that a customer who returns from the payment page sees its answer. */
export async function getCheckoutPage(
  checkoutId: string,
  language: Language,
  left: string | null,
): Promise<CheckoutPage> {
  const { own } = await shownCheckouts(checkoutId, left);
  if (own === null) return deniedPage();
  const { checkoutContext } = await getAppContext();
  return checkoutPageOf(await describeCheckout(checkoutContext, own, language), own.payments);
}

/** The most characters of a stored entry; more than every field accepts, so a cut entry is refused again. */
const longestEntry = 300;

function cut(entries: Entries): Entries {
  const { firstname, lastname, email, phone, country, more } = entries;
  const short = (text: string) => cutText(text, longestEntry);
  return {
    firstname: short(firstname),
    lastname: short(lastname),
    email: short(email),
    phone: short(phone),
    country: short(country),
    ...(more === undefined ? {} : { more }),
  };
}

/** Whether the customer typed anything. */
export const hasEntries = ({ more = {}, ...details }: Entries) =>
  Object.keys(more).length > 0 || Object.values(details).some((entry) => entry !== '');

/** Stores what the customer typed, valid or not. */
export async function keepEntries(checkoutId: string, entries: Entries): Promise<boolean> {
  const guest = await readGuest();
  if (guest === null) return false;
  const { checkoutContext } = await getAppContext();
  return storeOwnEntries(checkoutContext, checkoutId, cut(entries), guest);
}

/**
 * `free_limit`: too many orders without payment from this network or to this address; `gift_limit`: too many gifts, or e-mails
 * to whom it is given.
 */
export type OrderAttempt = PlacedOrder | { kind: 'free_limit' } | { kind: 'gift_limit' };

/** Counts the e-mail to whom it is given, once. As `countFreeOrder`. */
async function countGift({ checkout }: WholeCheckout, gift: Gift | null) {
  if (gift === null || checkout.gift?.email === gift.email) return () => Promise.resolve();
  return causeEmail('gift', gift.email);
}

/** `own`: the checkout, which was just read; `total`: the amount that the button showed. */
export async function orderAndPay(
  own: WholeCheckout,
  details: {
    customer: Customer & { language: Language };
    entries: Entries;
    total: string;
    more: Pick<Checkout, 'invoice' | 'gift' | 'answers'>;
  },
): Promise<OrderAttempt> {
  const { checkoutContext, worker } = await getAppContext();
  const order = { ...details, checkoutId: own.checkout.id };
  const giveBack = await countFreeOrder({ ...order, holds: own.holds });
  if (giveBack === null) return { kind: 'free_limit' };
  const giveBackGift = await countGift(own, details.more.gift);
  if (giveBackGift === null) {
    await giveBack();
    return { kind: 'gift_limit' };
  }
  const placed = await placeOrder(checkoutContext, order, own);
  if (placed.kind !== 'placed') await giveBack();
  if (placed.kind !== 'placed' && placed.kind !== 'pay') await giveBackGift();
  if (placed.kind === 'placed') {
    worker.wake();
    heldChanged();
  }
  // The bar about the exchange is on every page.
  if (placed.kind === 'credit_lost') heldChanged();
  return placed;
}

export async function releaseItem(checkoutId: string, holdId: string): Promise<ItemRemoval> {
  if (!(await guestMayRead(checkoutId))) return 'not_found';
  const { checkoutContext } = await getAppContext();
  const removal = await removeItem(checkoutContext, checkoutId, holdId);
  heldChanged();
  return removal;
}

/** Holds an item again that was just removed. */
export async function restoreRemoved(checkoutId: string, holdId: string) {
  if (!(await guestMayRead(checkoutId))) return { kind: 'denied' } as const;
  const { checkoutContext } = await getAppContext();
  const { openId: openCheckoutId, exchangedId } = await guestOpenBooking();
  const inTurn = await inOwnTurn();
  const restore = { ...(await getHolder()), checkoutId, holdId, openCheckoutId, inTurn };
  const held = await restoreItem(checkoutContext, restore);
  if (held === null) return { kind: 'denied' } as const;
  if (held.kind === 'has_to_wait') return held;
  await noteOverQuota(held);
  heldChanged();
  return held.kind === 'held' ? { ...held, exchangedId } : held;
}

/** "I need more time". */
export async function extendHold(checkoutId: string): Promise<Awaited<ReturnType<typeof extendHolds>>> {
  if (!(await guestMayRead(checkoutId))) return 'already_ended';
  const { checkoutContext } = await getAppContext();
  const extended = await extendHolds(checkoutContext, checkoutId);
  heldChanged();
  return extended;
}

/** Reserves the same again after the hold has expired. */
export async function holdTheSameAgain(checkoutId: string) {
  if (!(await guestMayRead(checkoutId))) return { kind: 'denied' } as const;
  const { checkoutContext } = await getAppContext();
  const inTurn = await inOwnTurn();
  const held = await holdAgain(checkoutContext, checkoutId, { ...(await getHolder()), inTurn });
  if (held.kind === 'has_to_wait') return held;
  await noteOverQuota(held);
  heldChanged();
  return held;
}
