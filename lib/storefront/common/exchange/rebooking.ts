import { revalidatePath } from 'next/cache';
import { keepTickets } from '../../../shop/flows/exchange/exchange-tickets';
import { endExchange, giveUpExchange, startExchange } from '../../../shop/flows/exchange/started-exchange';
import { readHolds } from '../../../shop/data/hold-store';
import { findRebooking } from '../../../shop/data/rebooking-store';
import { findStarted } from '../../../shop/data/started-exchange-store';
import { readWholeCheckout, type WholeCheckout } from '../../../shop/data/whole-checkout-store';
import type { Language } from '../../../locale/languages';
import { getAppContext } from '../../../runtime/app-context';
import type { CancelPage } from '../cancellation/cancel-tickets';
import type { UnitView } from '../cancellation/cancellation-units';
import { shownCheckouts } from '../checkout/shown-checkouts';
import { guestMayRead, guestOpenBooking, readGuest, setBasket } from '../request/guest';
import {
  chosenForExchange,
  endsExchange,
  type ExchangeOutcome,
  type ExchangeStart,
  type ExchangeView,
  isExchangeFor,
  offeredExchange,
  payWithTickets,
  readExchangePage,
  usedExchange,
  worthOf,
} from './exchange';
import type { ExchangeProblem } from './exchange-problem';

/** The tickets of a purchase, with what the rules say about exchanging them. */
export async function getRebookPage(checkoutId: string, language: Language): Promise<CancelPage> {
  if (!(await guestMayRead(checkoutId))) return { kind: 'denied' };
  return readExchangePage(await getAppContext(), checkoutId, language);
}

function byProduct(units: readonly UnitView[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { line } of units) counts[line.productId] = (counts[line.productId] ?? 0) + 1;
  return counts;
}

/** Stores which tickets are to be exchanged. Then others are chosen, as for any purchase. */
export async function startRebooking(
  checkoutId: string,
  keys: readonly string[],
  language: Language,
): Promise<ExchangeStart | { kind: 'denied' }> {
  const page = await getRebookPage(checkoutId, language);
  if (page.kind !== 'page') return { kind: 'denied' };
  const units = page.read.kind === 'units' ? page.read.units : [];
  const start = chosenForExchange(keys, { units, left: page.left, mayOverride: false });
  if (start.kind !== 'started') return start;
  const { chosen } = start;
  const { checkoutContext } = await getAppContext();
  await startExchange(checkoutContext, {
    earlierId: checkoutId,
    units: chosen.map(({ key }) => key),
    products: byProduct(chosen),
    amount: worthOf(chosen),
  });
  await setBasket('own');
  revalidatePath('/', 'layout');
  return start;
}

/** What the checkout shows of an exchange; null: nothing is exchanged. */
export async function readExchange(
  { checkout, holds, rebooking }: Pick<WholeCheckout, 'checkout' | 'holds' | 'rebooking'>,
  language: Language,
): Promise<ExchangeView | null> {
  const used = await usedExchange(await getAppContext(), rebooking, holds, language);
  if (used !== null) return used;
  const { exchanged } = await shownCheckouts(checkout.id);
  const started = exchanged?.started ?? null;
  if (exchanged === null || started === null || exchanged.checkout.id === checkout.id) return null;
  return offeredExchange({ ...exchanged, units: started.units }, holds, language);
}

/** The tickets that were chosen pay for this checkout. */
export async function makeExchange(checkoutId: string, language: Language): Promise<ExchangeOutcome> {
  const guest = await readGuest();
  if (guest === null || !(await guestMayRead(checkoutId))) return 'nothing';
  const context = await getAppContext();
  const { database } = context.checkoutContext;
  const started = await findStarted(database, guest);
  if (started === null) return 'nothing';
  const { earlierId: earlier, units } = started;
  const customer = { staff: null, override: false };
  const outcome = await payWithTickets(context, checkoutId, { earlier, units }, customer, language);
  if (endsExchange(outcome)) {
    await endExchange(context.checkoutContext, earlier);
    // The bar about it is on every page.
    revalidatePath('/', 'layout');
  }
  return outcome;
}

/**
 * Who exchanges tickets and holds others wants them instead: the earlier ones pay for these, until the customer keeps
 * them. Null: nothing is exchanged, or they pay already, or what is held is of another catalogue. `earlierId`: whose
 * tickets are exchanged.
 */
export async function creditStarted(
  checkoutId: string,
  earlierId: string | null,
  language: Language,
): Promise<ExchangeOutcome | null> {
  // Nearly all holds are no exchange, and need no look into the database.
  if (earlierId === null || earlierId === checkoutId) return null;
  const { database } = (await getAppContext()).checkoutContext;
  if ((await findRebooking(database, checkoutId)) !== null) return null;
  const [earlier, own] = await Promise.all([
    readWholeCheckout(database, earlierId),
    readHolds(database, checkoutId),
  ]);
  const started = earlier?.started ?? null;
  if (earlier === null || started === null) return null;
  if (!isExchangeFor({ ...earlier, units: started.units }, own)) return null;
  return makeExchange(checkoutId, language);
}

/** The same after a hold. Resolves to why the earlier tickets don't pay. */
export async function exchangeStarted(
  checkoutId: string,
  earlierId: string | null,
  language: Language,
): Promise<ExchangeProblem | null> {
  const outcome = await creditStarted(checkoutId, earlierId, language);
  return outcome === 'credited' ? null : outcome;
}

/** Tickets that are cancelled pay for nothing. `keys`: of the units. */
export async function endExchangeOf(checkoutId: string, keys: readonly string[]): Promise<void> {
  const guest = await readGuest();
  if (guest === null) return;
  const { checkoutContext } = await getAppContext();
  const started = await findStarted(checkoutContext.database, guest);
  if (started?.earlierId !== checkoutId || !started.units.some((key) => keys.includes(key))) return;
  await endExchange(checkoutContext, checkoutId);
  revalidatePath('/', 'layout');
}

/** The earlier tickets stay as they are; the exchange is over. */
export async function giveUpOwnExchange(): Promise<void> {
  const { checkoutContext } = await getAppContext();
  const { openId, exchangedId } = await guestOpenBooking();
  if (exchangedId !== null) await giveUpExchange(checkoutContext, { earlierId: exchangedId, openId });
  await setBasket();
  revalidatePath('/', 'layout');
}

/** The same for the checkout with this identifier. */
export async function dropExchange(checkoutId: string): Promise<void> {
  if (await guestMayRead(checkoutId)) {
    const { checkoutContext } = await getAppContext();
    await keepTickets(checkoutContext, checkoutId);
  }
  await giveUpOwnExchange();
}
