import { carryVoucher } from '../../../shop/flows/voucher/carry-voucher';
import { exchangeTickets } from '../../../shop/flows/exchange/exchange-tickets';
import { readWholeCheckout, type WholeCheckout } from '../../../shop/data/whole-checkout-store';
import type { Rebooking } from '../../../shop/tables/rebooking-table';
import type { Checkout, Hold } from '../../../shop/rules/checkout';
import { paidByCard, type PaidByCard } from '../../../shop/rules/paid-by-card';
import type { Language } from '../../../locale/languages';
import { compareAmounts, sumAmounts } from '../../../money/money';
import type { AppContext } from '../../../runtime/app-context';
import {
  type CancelPage,
  type LeftOfPayment,
  leftOfPayment,
  readTickets,
} from '../cancellation/cancel-tickets';
import { chosenUnits, type UnitView } from '../cancellation/cancellation-units';
import type { ExchangeProblem } from './exchange-problem';
import { orUnavailable } from '../request/or-unavailable';

/** Tickets of an earlier purchase that staff exchange for what is held next. */
export interface StartedExchange {
  readonly earlier: string;
  /** The keys of the units. */
  readonly units: readonly string[];
  /** The sale that they are to pay for. */
  readonly sale: string | null;
}

const id = '([0-9a-f-]{36})';
const ofOrder = `[0-9a-f-]{36}\\.\\d{1,3}(?:-\\d{1,3}){0,899}`;
const cookiePattern = new RegExp(`^${id}\\.(${ofOrder}(?:_${ofOrder}){0,99})(?:\\.${id})?$`, 'i');

/** The value of the cookie: short, because browsers drop a cookie of more than 4,096 bytes. */
export function writeStarted({ earlier, units, sale }: StartedExchange): string {
  const byOrder = new Map<string, string[]>();
  for (const key of units) {
    const [orderId = '', index = ''] = key.split('/');
    byOrder.set(orderId, [...(byOrder.get(orderId) ?? []), index]);
  }
  const own = [...byOrder].map(([orderId, indexes]) => `${orderId}.${indexes.join('-')}`).join('_');
  return [earlier, own, ...(sale === null ? [] : [sale])].join('.');
}

/** Null: it is not a value of ours. */
export function parseStarted(cookie: string): StartedExchange | null {
  const [, earlier, own, sale = null] = cookiePattern.exec(cookie) ?? [];
  if (earlier === undefined || own === undefined) return null;
  const units = own.split('_').flatMap((one) => {
    const [orderId = '', indexes = ''] = one.split('.');
    return indexes.split('-').map((index) => `${orderId}/${index}`);
  });
  return { earlier, units, sale };
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

/** What was paid for units that are exchanged, in money and with a gift card: both pay for what is held next. */
export const worthOf = (chosen: readonly UnitView[]): string =>
  sumAmounts(chosen.flatMap(({ paid, returned }) => [paid, returned]));

const isThere = ({ obstacle }: UnitView) => obstacle !== 'CANCELLED' && obstacle !== 'REDEEMED';

/** Tickets pay with what was paid for them: not with what was given back, or may be. */
function payable(unit: UnitView, { left, isDisputed }: LeftOfPayment): UnitView {
  if (!isThere(unit) || compareAmounts(unit.paid, '0.00') === 0) return unit;
  if (isDisputed) return { ...unit, obstacle: 'DISPUTED' };
  return left !== null && compareAmounts(unit.paid, left) > 0 ? { ...unit, obstacle: 'GIVEN_BACK' } : unit;
}

/**
 * `not_possible`: the rule of a product does not allow it. `disputed`: the bank may return their price. `given_back`: less is
 * left of the payment. `oneSeller`: the tickets are of several catalogues.
 */
export type ExchangeStart =
  | { kind: 'started'; unit: UnitView; chosen: readonly UnitView[] }
  | { kind: 'nothing' | 'oneSeller' | 'not_possible' | 'disputed' | 'given_back' };

interface Exchangeable extends Pick<LeftOfPayment, 'left'> {
  /** With the rule for exchanging. */
  readonly units: readonly UnitView[];
  readonly mayOverride: boolean;
}

/** Whether an exchange of these units can begin. */
export function chosenForExchange(keys: readonly string[], from: Exchangeable): ExchangeStart {
  const chosen = chosenUnits(from.units, keys);
  const [unit] = chosen ?? [];
  if (chosen === null || unit === undefined) return { kind: 'nothing' };
  const problem = startProblem(chosen, from);
  return problem === null ? { kind: 'started', unit, chosen } : { kind: problem };
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
  return new Set(chosen.map(({ line }) => line.catalogId)).size > 1 ? 'oneSeller' : null;
}

/**
 * An exchange that can be made with a checkout (`offered`), or that it pays with (`used`). `of_others`: nothing in the
 * checkout is of the seller of the earlier tickets, so they do not pay for it.
 */
export interface ExchangeView {
  readonly kind: 'offered' | 'used' | 'of_others';
  readonly earlierId: string;
  readonly reference: string;
  readonly tickets: number;
  /** The name of their seller; null: everything in the checkout is of it. */
  readonly seller: string | null;
  /** What goes back to a gift card with the order; null: nothing, or the tickets do not pay yet. */
  readonly card: PaidByCard | null;
}

/** What of a purchase says of which seller it is. */
type Catalogues = readonly Pick<Hold, 'catalogId' | 'descriptions'>[];

const isOf = (catalogIds: readonly string[]) => (one: Pick<Hold, 'catalogId'>) =>
  catalogIds.includes(one.catalogId);

function sellerName(holds: Catalogues, catalogIds: readonly string[], language: Language): string {
  const hold = holds.find(isOf(catalogIds));
  const [line] = hold?.descriptions[language] ?? Object.values(hold?.descriptions ?? {})[0] ?? [];
  return line?.catalogName ?? '';
}

/** `kind` if something in the checkout is of the seller of the earlier tickets. */
function viewOf(
  kind: 'offered' | 'used',
  earlier: { checkout: Pick<Checkout, 'id' | 'reference'>; holds: Catalogues },
  about: {
    own: Catalogues;
    catalogIds: readonly string[];
    tickets: number;
    card?: PaidByCard | null;
    language: Language;
  },
): ExchangeView {
  const { own, catalogIds, tickets, card = null, language } = about;
  const { id: earlierId, reference } = earlier.checkout;
  const isForSome = own.some(isOf(catalogIds));
  return {
    kind: isForSome ? kind : 'of_others',
    earlierId,
    reference,
    tickets,
    seller: own.every(isOf(catalogIds)) ? null : sellerName(earlier.holds, catalogIds, language),
    card: isForSome ? card : null,
  };
}

/** What a checkout, which holds `own`, is paid with. */
export async function usedExchange(
  { checkoutContext: { database } }: AppContext,
  used: Rebooking | null,
  own: Catalogues,
  language: Language,
): Promise<ExchangeView | null> {
  if (used === null) return null;
  const { earlierId, tickets, catalogId } = used;
  const whole = await readWholeCheckout(database, earlierId);
  const catalogIds = catalogId === null ? own.map((one) => one.catalogId) : [catalogId];
  const reference = whole?.checkout.reference ?? '';
  const earlier = { checkout: { id: earlierId, reference }, holds: whole?.holds ?? [] };
  const card = whole && paidByCard(whole, used);
  return viewOf('used', earlier, { own, catalogIds, tickets: tickets.length, card, language });
}

/** The exchange of tickets of this purchase, before anything is paid with them. */
export function startedView({
  checkout,
  started,
}: Pick<WholeCheckout, 'checkout' | 'started'>): Pick<ExchangeView, 'reference' | 'tickets'> {
  return { reference: checkout.reference, tickets: started?.units.length ?? 0 };
}

/** An earlier purchase, with the units of it that are to be exchanged. */
interface Earlier extends Pick<WholeCheckout, 'checkout' | 'holds' | 'orders'> {
  units: readonly string[];
}

/** The catalogues of units: their keys begin with the order. */
export const catalogsOf = ({ orders, units }: Pick<Earlier, 'orders' | 'units'>): string[] =>
  orders.filter(({ id }) => units.some((key) => key.startsWith(`${id}/`))).map(({ catalogId }) => catalogId);

/** The exchange that was started, for a checkout that holds `own`. */
export function offeredExchange(earlier: Earlier, own: Catalogues, language: Language): ExchangeView {
  const catalogIds = catalogsOf(earlier);
  return viewOf('offered', earlier, { own, catalogIds, tickets: earlier.units.length, language });
}

/** Whether the exchange that was started is for something that is held. */
export function isExchangeFor(earlier: Pick<Earlier, 'orders' | 'units'>, own: Catalogues): boolean {
  return own.some(isOf(catalogsOf(earlier)));
}

export type ExchangeOutcome = 'credited' | ExchangeProblem;

const over: ReadonlySet<ExchangeOutcome> = new Set<ExchangeOutcome>([
  'given_back',
  'disputed',
  'changed',
  'not_possible',
  'not_ordered',
  'unsupported',
]);

/** The tickets will never pay: they were used, their price was given back, or may be, or the rule is over. */
export const endsExchange = (outcome: ExchangeOutcome) => over.has(outcome);

/** Who exchanges tickets of a purchase: its customer (`staff` null), or a member of staff. */
interface Exchanger {
  readonly staff: string | null;
  readonly override: boolean;
}

/** The tickets that were chosen pay for this checkout. */
export function payWithTickets(
  context: AppContext,
  checkoutId: string,
  { earlier, units: keys }: Pick<StartedExchange, 'earlier' | 'units'>,
  exchanger: Exchanger,
  language: Language,
): Promise<ExchangeOutcome> {
  return orUnavailable(async () => {
    const page = await readTickets(context, earlier, language);
    if (page.kind !== 'page') return 'not_ordered';
    if (page.read.kind !== 'units') return page.read.kind;
    const chosen = chosenUnits(page.read.units, keys);
    if (chosen === null) return 'changed';
    const tickets = chosen.flatMap((unit) => unit.tickets);
    const request = { checkoutId, earlierId: earlier, tickets, ...exchanger };
    const answer = await exchangeTickets(context.checkoutContext, request);
    if (answer === 'credited') await carryVoucher(context.checkoutContext, checkoutId, earlier);
    return answer;
  });
}
