import { carryVoucher, exchangeTickets } from '../checkout/commands';
import { findCheckout, findRebooking, readHolds } from '../checkout/queries';
import type { Language } from '../locale/languages';
import type { AppContext } from '../runtime/app-context';
import { readCancelPage } from './cancel-tickets';
import { byOrder, chosenUnits, type UnitsRead, type UnitView } from './cancellation-units';
import type { ExchangeProblem } from './exchange-problem';
import { type ExchangeCookie, forgetExchange, keepExchange, readExchangeCookie } from './guest';
import { orAway } from './or-away';

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

/** The units with the rule for exchanging instead of that for cancelling: the whole price is credited. */
export function forExchange(read: UnitsRead): UnitsRead {
  if (read.kind !== 'units') return read;
  return {
    kind: 'units',
    units: read.units.map((unit) => ({ ...unit, ...unit.rebooking, refund: unit.paid })),
  };
}

/** `not_possible`: the rule of a product does not allow it. `oneOrder`: the tickets are of several orders. */
export type ExchangeStart =
  { kind: 'started'; unit: UnitView } | { kind: 'nothing' | 'oneOrder' | 'not_possible' };

/** Remembers which tickets are to be exchanged. `units`: with the rule for exchanging. */
export async function startExchange(
  cookie: ExchangeCookie,
  started: StartedExchange,
  { units, mayOverride }: { units: readonly UnitView[]; mayOverride: boolean },
): Promise<ExchangeStart> {
  const chosen = chosenUnits(units, started.units);
  const [unit] = chosen ?? [];
  if (chosen === null || unit === undefined) return { kind: 'nothing' };
  const isOpen = ({ obstacle }: UnitView) =>
    obstacle === null || (mayOverride && obstacle !== 'CANCELLED' && obstacle !== 'REDEEMED');
  if (!chosen.every(isOpen)) return { kind: 'not_possible' };
  if (byOrder(chosen).length > 1) return { kind: 'oneOrder' };
  const { orderId } = unit;
  await keepExchange(cookie, writeStarted(started, { orderId, units: chosen.map(({ key }) => key) }));
  return { kind: 'started', unit };
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
  checkoutId: string,
): Promise<ExchangeView | null> {
  const used = await findRebooking(database, checkoutId);
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

/** The tickets that were chosen pay for this checkout. */
export function exchange(
  context: AppContext,
  checkoutId: string,
  { earlier, units: keys }: StartedExchange,
  { cookie, ...exchanger }: Exchanger & { cookie: ExchangeCookie },
  language: Language,
): Promise<ExchangeOutcome> {
  return orAway(async () => {
    const page = await readCancelPage(context, earlier, language);
    if (page.kind !== 'page') return 'not_ordered';
    if (page.read.kind !== 'units') return page.read.kind;
    const chosen = chosenUnits(page.read.units, keys);
    const [order] = byOrder(chosen ?? []);
    if (order === undefined) return 'changed';
    const answer = await exchangeTickets(context.checkoutContext, {
      ...{ checkoutId, earlierId: earlier, orderId: order.orderId, tickets: [...order.tickets] },
      ...exchanger,
    });
    if (answer === 'credited') {
      await forgetExchange(cookie);
      await carryVoucher(context.checkoutContext, checkoutId, earlier);
    }
    return answer;
  });
}
