import { carryVoucher } from '../../../shop/flows/voucher/carry-voucher';
import { exchangeTickets } from '../../../shop/flows/exchange/exchange-tickets';
import { findCheckout } from '../../../shop/data/checkout-store';
import type { Rebooking } from '../../../shop/tables/rebooking-table';
import { readHolds } from '../../../shop/data/hold-store';
import type { Language } from '../../../locale/languages';
import { compareAmounts, sumAmounts } from '../../../money/money';
import type { AppContext } from '../../../runtime/app-context';
import {
  type CancelPage,
  type LeftOfPayment,
  leftOfPayment,
  readTickets,
} from '../cancellation/cancel-tickets';
import { byOrder, chosenUnits, type UnitView } from '../cancellation/cancellation-units';
import type { ExchangeProblem } from './exchange-problem';
import { type ExchangeCookie, forgetExchange, keepExchange, readExchangeCookie } from '../request/guest';
import { orUnavailable } from '../request/or-unavailable';

/** Tickets of an earlier purchase that are to be exchanged for what is held next. */
export interface StartedExchange {
  readonly earlier: string;
  /** The keys of the units. */
  readonly units: readonly string[];
  /** At the counter: the sale that they are to pay for. */
  readonly sale: string | null;
}

const id = '([0-9a-f-]{36})';
const cookiePattern = new RegExp(`^${id}\\.${id}\\.(\\d{1,3}(?:-\\d{1,3}){0,899})(?:\\.${id})?$`, 'i');

/** Units of one order. */
interface OrderUnits {
  readonly orderId: string;
  readonly units: readonly string[];
}

/** The value of the cookie: short, because browsers drop a cookie of more than 4,096 bytes. */
export function writeStarted({ earlier, sale }: StartedExchange, { units, orderId }: OrderUnits): string {
  const own = units.map((key) => key.slice(orderId.length + 1)).join('-');
  return [earlier, orderId, own, ...(sale === null ? [] : [sale])].join('.');
}

/** Null: it is not a value of ours. */
export function parseStarted(cookie: string): StartedExchange | null {
  const [, earlier, orderId, own, sale = null] = cookiePattern.exec(cookie) ?? [];
  if (earlier === undefined || orderId === undefined || own === undefined) return null;
  return { earlier, units: own.split('-').map((index) => `${orderId}/${index}`), sale };
}

/** Who exchanges tickets of a purchase: its customer (`staff` null), or a member of staff. */
interface Exchanger {
  readonly staff: string | null;
  readonly override: boolean;
}

/** The tickets of a purchase for someone who may see them, with what the rules and the payment say about exchanging them. */
export async function readExchangePage(
  context: AppContext,
  checkoutId: string,
  language: Language,
): Promise<CancelPage> {
  const page = await readTickets(context, checkoutId, language);
  if (page.kind !== 'page') return page;
  if (page.read.kind !== 'units') return { ...page, left: null, isDisputed: false };
  // The whole price is credited.
  const units = page.read.units.map((unit) => ({ ...unit, ...unit.rebooking, refund: unit.paid }));
  const needed = sumAmounts(units.filter(isThere).map(({ paid }) => paid));
  const money = await leftOfPayment(context, checkoutId, needed);
  return { ...page, read: { kind: 'units', units: units.map((unit) => payable(unit, money)) }, ...money };
}

const isThere = ({ obstacle }: UnitView) => obstacle !== 'CANCELLED' && obstacle !== 'REDEEMED';

/** Tickets pay with what was paid for them: not with what was given back, or may be. */
function payable(unit: UnitView, { left, isDisputed }: LeftOfPayment): UnitView {
  if (!isThere(unit) || compareAmounts(unit.paid, '0.00') === 0) return unit;
  if (isDisputed) return { ...unit, obstacle: 'DISPUTED' };
  return left !== null && compareAmounts(unit.paid, left) > 0 ? { ...unit, obstacle: 'GIVEN_BACK' } : unit;
}

/**
 * `not_possible`: the rule of a product does not allow it. `disputed`: the bank may return their price. `given_back`: less is
 * left of the payment. `oneOrder`: the tickets are of several orders.
 */
export type ExchangeStart =
  | { kind: 'started'; unit: UnitView }
  | { kind: 'nothing' | 'oneOrder' | 'not_possible' | 'disputed' | 'given_back' };

interface Exchangeable extends Pick<LeftOfPayment, 'left'> {
  /** With the rule for exchanging. */
  readonly units: readonly UnitView[];
  readonly mayOverride: boolean;
}

/** Remembers which tickets are to be exchanged. */
export async function startExchange(
  cookie: ExchangeCookie,
  started: StartedExchange,
  from: Exchangeable,
): Promise<ExchangeStart> {
  const chosen = chosenUnits(from.units, started.units);
  const [unit] = chosen ?? [];
  if (chosen === null || unit === undefined) return { kind: 'nothing' };
  const problem = startProblem(chosen, from);
  if (problem !== null) return { kind: problem };
  const { orderId } = unit;
  await keepExchange(cookie, writeStarted(started, { orderId, units: chosen.map(({ key }) => key) }));
  return { kind: 'started', unit };
}

/** Why these tickets can't be exchanged together; null: they can. */
export function startProblem(
  chosen: readonly UnitView[],
  { left, mayOverride }: Omit<Exchangeable, 'units'>,
): Exclude<ExchangeStart['kind'], 'started'> | null {
  const obstacles = chosen.map(({ obstacle }) => obstacle);
  const paid = sumAmounts(chosen.map((unit) => unit.paid));
  if (obstacles.includes('DISPUTED')) return 'disputed';
  if (obstacles.includes('GIVEN_BACK') || (left !== null && compareAmounts(paid, left) > 0))
    return 'given_back';
  const isOpen = (unit: UnitView) => unit.obstacle === null || (mayOverride && isThere(unit));
  if (!chosen.every(isOpen)) return 'not_possible';
  return byOrder(chosen).length > 1 ? 'oneOrder' : null;
}

/** Null: this browser has started none. */
export async function readStarted(of: ExchangeCookie): Promise<StartedExchange | null> {
  return parseStarted((await readExchangeCookie(of)) ?? '');
}

/** An exchange that can be made with a checkout (`offered`), or that it pays with (`used`). */
export interface ExchangeView {
  readonly kind: 'offered' | 'used';
  readonly earlierId: string;
  readonly reference: string;
  readonly tickets: number;
}

export async function usedExchange(
  { checkoutContext: { database } }: AppContext,
  used: Rebooking | null,
): Promise<ExchangeView | null> {
  if (used === null) return null;
  const { earlierId, tickets } = used;
  const earlier = await findCheckout(database, earlierId);
  return { kind: 'used', earlierId, reference: earlier?.reference ?? '', tickets: tickets.length };
}

/** The exchange that was started; null if it is of another catalogue than the checkout. */
export async function offeredExchange(
  { checkoutContext: { database } }: AppContext,
  checkoutId: string,
  { earlier: earlierId, units }: StartedExchange,
): Promise<ExchangeView | null> {
  if (earlierId === checkoutId) return null;
  const earlier = await findCheckout(database, earlierId);
  const [catalogs, own] = await Promise.all([
    readHolds(database, earlierId),
    readHolds(database, checkoutId),
  ]);
  const isSameCatalog = own.some(({ catalogId }) => catalogs.some((one) => one.catalogId === catalogId));
  if (earlier === null || !isSameCatalog) return null;
  return { kind: 'offered', earlierId, reference: earlier.reference, tickets: units.length };
}

export type ExchangeOutcome = 'credited' | ExchangeProblem;

/** Nothing more can become of it: it was made, or what was paid for the tickets was given back, or may be. */
export const endsExchange = (outcome: ExchangeOutcome) =>
  outcome === 'credited' || outcome === 'given_back' || outcome === 'disputed';

/** The tickets that were chosen pay for this checkout; or they are not offered again, if they never will. */
export async function exchange(
  context: AppContext,
  checkoutId: string,
  started: StartedExchange,
  { cookie, ...exchanger }: Exchanger & { cookie: ExchangeCookie },
  language: Language,
): Promise<ExchangeOutcome> {
  const outcome = await payWithTickets(context, checkoutId, started, exchanger, language);
  if (endsExchange(outcome)) await forgetExchange(cookie);
  return outcome;
}

export function payWithTickets(
  context: AppContext,
  checkoutId: string,
  { earlier, units: keys }: StartedExchange,
  exchanger: Exchanger,
  language: Language,
): Promise<ExchangeOutcome> {
  return orUnavailable(async () => {
    const page = await readTickets(context, earlier, language);
    if (page.kind !== 'page') return 'not_ordered';
    if (page.read.kind !== 'units') return page.read.kind;
    const chosen = chosenUnits(page.read.units, keys);
    const [order] = byOrder(chosen ?? []);
    if (order === undefined) return 'changed';
    const answer = await exchangeTickets(context.checkoutContext, {
      checkoutId,
      earlierId: earlier,
      orderId: order.orderId,
      tickets: [...order.tickets],
      ...exchanger,
    });
    if (answer === 'credited') await carryVoucher(context.checkoutContext, checkoutId, earlier);
    return answer;
  });
}
