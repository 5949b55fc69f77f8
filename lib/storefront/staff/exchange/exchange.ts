import { v7 as newId } from 'uuid';
import { keepTickets } from '../../../shop/flows/exchange/exchange-tickets';
import { isPaidAtCounter } from '../../../shop/flows/refund/pay-back';
import { visitKey } from '../../../shop/rules/same-visit';
import { isBookingOfCatalogs } from '../../../shop/data/booking-catalogs';
import { findCheckout } from '../../../shop/data/checkout-store';
import { readHolds } from '../../../shop/data/hold-store';
import { readWholeCheckout, type WholeCheckout } from '../../../shop/data/whole-checkout-store';
import type { Language } from '../../../locale/languages';
import type { AppContext } from '../../../runtime/app-context';
import type { CancelPage } from '../../common/cancellation/cancel-tickets';
import type { UnitView } from '../../common/cancellation/cancellation-units';
import {
  catalogsOf,
  chosenForExchange,
  endsExchange,
  type ExchangeOutcome,
  type ExchangeStart,
  type ExchangeView,
  offeredExchange,
  parseStarted,
  payWithTickets,
  readExchangePage,
  type StartedExchange,
  usedExchange,
  writeStarted,
} from '../../common/exchange/exchange';
import { forgetExchange, keepExchange, readExchangeCookie } from '../../common/request/guest';
import {
  type ForStaff,
  forStaffOfBooking,
  type Staff,
  type StaffOfBooking,
} from '../../common/account/for-staff';
import { may } from '../../common/account/staff-access';
import { type EarlierUnits, earlierUnits } from './earlier-units';

type SaleStaff = Staff<'sales:make by catalog'>;

/** The tickets of a purchase, with what the rules say about exchanging them. */
export function getStaffRebookPage(checkoutId: string, language: Language): Promise<ForStaff<CancelPage>> {
  return forStaffOfBooking('orders:change', checkoutId, (context) =>
    readExchangePage(context, checkoutId, language),
  );
}

/**
 * Remembers which tickets are to be exchanged, for a sale that is begun by what is held for it: another customer's sale
 * is not paid with them. `visit`: all that can be exchanged by the rule; if they are of several visits, or none can, staff choose.
 */
export async function startStaffExchange(
  staff: StaffOfBooking<'orders:change'>,
  checkoutId: string,
  chosenKeys: readonly string[] | 'visit',
  language: Language,
): Promise<{ start: ExchangeStart | { kind: 'choose' }; sale: string }> {
  const page = await readExchangePage(staff, checkoutId, language);
  const units = page.kind === 'page' && page.read.kind === 'units' ? page.read.units : [];
  const keys = chosenKeys === 'visit' ? onlyVisit(units) : chosenKeys;
  if (keys === null) return { start: { kind: 'choose' }, sale: '' };
  const sale = newId();
  const left = page.kind === 'page' ? page.left : null;
  const mayOverride = may(staff.member, 'orders:override');
  const start = chosenForExchange(keys, { units, left, mayOverride });
  if (start.kind === 'started') {
    const chosen = start.chosen.map(({ key }) => key);
    await keepExchange(writeStarted({ earlier: checkoutId, units: chosen, sale }));
  }
  return { start, sale };
}

/** The keys of all units that can be exchanged by the rule; null: there are none, or they are of several visits. */
function onlyVisit(units: readonly UnitView[]): string[] | null {
  const open = units.filter(({ obstacle }) => obstacle === null);
  const visits = new Set(open.map(({ line }) => visitKey(line)));
  return visits.size === 1 ? open.map(({ key }) => key) : null;
}

/** What the pages of the counter show of an exchange that was started. */
export interface StartedView {
  readonly earlierId: string;
  readonly reference: string;
  readonly tickets: number;
  /** Only tickets of these are paid with the earlier ones. */
  readonly catalogIds: readonly string[];
  readonly units: EarlierUnits;
  /** What is left of their price is given back at the counter, where it was paid. */
  readonly isAtCounter: boolean;
}

/** The cookie may be of another person at this browser: who works with some catalogues needs all tickets of the booking to be theirs. */
async function startedFor(
  { checkoutContext: { database }, member }: SaleStaff,
  sale: string | undefined,
): Promise<StartedExchange | null> {
  const started = parseStarted((await readExchangeCookie()) ?? '');
  if (started === null || started.sale !== sale) return null;
  return (await isBookingOfCatalogs(database, started.earlier, member.catalogs)) ? started : null;
}

/** The exchange that was started for a sale. */
async function offeredFor(
  { checkoutContext: { database } }: AppContext,
  saleId: string,
  { earlier: earlierId, units }: StartedExchange,
  language: Language,
): Promise<ExchangeView | null> {
  const earlier = earlierId === saleId ? null : await readWholeCheckout(database, earlierId);
  if (earlier === null) return null;
  return offeredExchange({ ...earlier, units }, await readHolds(database, saleId), language);
}

/** Null: none was started for this sale. */
export async function startedExchange(
  staff: SaleStaff,
  sale: string | undefined,
): Promise<StartedView | null> {
  const { checkoutContext } = staff;
  const started = await startedFor(staff, sale);
  if (started === null) return null;
  const { earlier: earlierId, units } = started;
  const earlier = await readWholeCheckout(checkoutContext.database, earlierId);
  if (earlier === null) return null;
  return {
    earlierId,
    reference: earlier.checkout.reference,
    tickets: units.length,
    catalogIds: catalogsOf({ ...earlier, units }),
    units: earlierUnits(earlier.orders, units),
    isAtCounter: await isPaidAtCounter(checkoutContext.database, earlier),
  };
}

/** What a sale shows of an exchange; null: nothing is exchanged. */
export async function exchangeOfSale(
  context: SaleStaff,
  { checkout, holds, rebooking }: Pick<WholeCheckout, 'checkout' | 'holds' | 'rebooking'>,
  language: Language,
): Promise<ExchangeView | null> {
  const used = await usedExchange(context, rebooking, holds, language);
  if (used !== null) return used;
  const started = await startedFor(context, checkout.id);
  return started === null ? null : offeredFor(context, checkout.id, started, language);
}

/** What is held for a sale is the exchange that was started for it. Null: none was, or it is of another catalogue. */
export async function exchangeForSale(
  staff: SaleStaff,
  saleId: string,
  language: Language,
): Promise<ExchangeOutcome | null> {
  const { member } = staff;
  const started = await startedFor(staff, saleId);
  if (started === null || !may(member, 'orders:change by catalog')) return null;
  if ((await offeredFor(staff, saleId, started, language))?.kind !== 'offered') return null;
  const by = { staff: member.id, override: may(member, 'orders:override') };
  const outcome = await payWithTickets(staff, saleId, started, by, language);
  if (outcome === 'credited' || endsExchange(outcome)) await forgetExchange();
  return outcome;
}

/** The tickets that were chosen pay for the sale. */
export async function makeStaffExchange(
  staff: StaffOfBooking<'sales:make'>,
  saleId: string,
  language: Language,
): Promise<ExchangeOutcome> {
  const sale = await findCheckout(staff.checkoutContext.database, saleId);
  const made = sale?.channel === 'counter' ? await exchangeForSale(staff, saleId, language) : null;
  return made ?? 'nothing';
}

/** The earlier tickets stay as they are. The sale is the one that they pay for, if there is one. */
export async function dropStaffExchange(
  { checkoutContext, member }: SaleStaff,
  { checkoutId: saleId }: { checkoutId?: string | undefined },
): Promise<null> {
  const { database } = checkoutContext;
  const sale = saleId === undefined ? null : await findCheckout(database, saleId);
  if (sale !== null && !(await isBookingOfCatalogs(database, sale.id, member.catalogs))) return null;
  await forgetExchange();
  if (sale?.channel === 'counter') await keepTickets(checkoutContext, sale.id);
  return null;
}
