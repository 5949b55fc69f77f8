import { keepTickets } from '../../../shop/flows/exchange/exchange-tickets';
import { findRebooking } from '../../../shop/data/rebooking-store';
import type { Rebooking } from '../../../shop/tables/rebooking-table';
import type { Language } from '../../../locale/languages';
import { getAppContext } from '../../../runtime/app-context';
import type { CancelPage } from '../cancellation/cancel-tickets';
import {
  exchange,
  type ExchangeOutcome,
  type ExchangeStart,
  type ExchangeView,
  offeredExchange,
  readExchangePage,
  readStarted,
  startExchange,
  usedExchange,
} from './exchange';
import { forgetExchange, guestMayRead } from '../request/guest';

/** The tickets of a purchase, with what the rules say about exchanging them. */
export async function getRebookPage(checkoutId: string, language: Language): Promise<CancelPage> {
  if (!(await guestMayRead(checkoutId))) return { kind: 'denied' };
  return readExchangePage(await getAppContext(), checkoutId, language);
}

/** Remembers which tickets are to be exchanged. Then others are chosen, as for any purchase. */
export async function startRebooking(
  checkoutId: string,
  keys: readonly string[],
  language: Language,
): Promise<ExchangeStart | { kind: 'denied' }> {
  const page = await getRebookPage(checkoutId, language);
  if (page.kind !== 'page') return { kind: 'denied' };
  const units = page.read.kind === 'units' ? page.read.units : [];
  const started = { earlier: checkoutId, units: keys, sale: null };
  return startExchange('rebooking', started, { units, left: page.left, mayOverride: false });
}

/** What the checkout shows of an exchange; null: nothing is exchanged. `rebooking`: how it is paid. */
export async function readExchange(
  checkoutId: string,
  rebooking: Rebooking | null,
): Promise<ExchangeView | null> {
  const context = await getAppContext();
  const used = await usedExchange(context, rebooking);
  if (used !== null) return used;
  const started = await readStarted('rebooking');
  if (started === null || !(await guestMayRead(started.earlier))) return null;
  return offeredExchange(context, checkoutId, started);
}

/** The tickets that were chosen pay for this checkout. */
export async function makeExchange(checkoutId: string, language: Language): Promise<ExchangeOutcome> {
  const started = await readStarted('rebooking');
  if (started === null || !(await guestMayRead(checkoutId))) return 'nothing';
  if (!(await guestMayRead(started.earlier))) return 'nothing';
  const customer = { cookie: 'rebooking', staff: null, override: false } as const;
  return exchange(await getAppContext(), checkoutId, started, customer, language);
}

/**
 * Who has begun an exchange and holds other tickets wants them instead: the earlier ones pay for these, until the customer
 * keeps them. Nothing for tickets of another catalogue. Resolves to why they don't, if the exchange is over; null: it is not.
 */
export async function exchangeStarted(
  checkoutId: string,
  language: Language,
): Promise<'disputed' | 'given_back' | null> {
  // Nearly all holds begin no exchange, and need no look into the database.
  if ((await readStarted('rebooking')) === null) return null;
  const { checkoutContext } = await getAppContext();
  const used = await findRebooking(checkoutContext.database, checkoutId);
  if ((await readExchange(checkoutId, used))?.kind !== 'offered') return null;
  const outcome = await makeExchange(checkoutId, language);
  return outcome === 'disputed' || outcome === 'given_back' ? outcome : null;
}

/**
 * The last ticket of a booking that was paid with earlier ones was removed: they pay for what is chosen next. If they can't
 * any more, or the service can't be asked, the exchange is over, and the earlier tickets stay as they are.
 */
export async function continueExchange(checkoutId: string, language: Language): Promise<void> {
  const context = await getAppContext();
  const used = await findRebooking(context.checkoutContext.database, checkoutId);
  if (used === null || used.staff !== null) return;
  const page = await getRebookPage(used.earlierId, language);
  if (page.kind !== 'page' || page.read.kind !== 'units') return;
  const { units } = page.read;
  const own = units.filter(({ tickets }) => tickets.every((ticket) => used.tickets.includes(ticket)));
  const started = { earlier: used.earlierId, units: own.map(({ key }) => key), sale: null };
  await startExchange('rebooking', started, { units, left: page.left, mayOverride: false });
}

/** The earlier tickets stay as they are. */
export async function dropExchange(checkoutId: string): Promise<void> {
  await forgetExchange('rebooking');
  if (!(await guestMayRead(checkoutId))) return;
  const { checkoutContext } = await getAppContext();
  await keepTickets(checkoutContext, checkoutId);
}
