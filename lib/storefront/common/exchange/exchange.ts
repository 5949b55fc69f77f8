import { carryVoucher } from '../../../shop/flows/voucher/carry-voucher';
import { exchangeTickets } from '../../../shop/flows/exchange/exchange-tickets';
import { findCheckout } from '../../../shop/data/checkout-store';
import type { WholeCheckout } from '../../../shop/data/whole-checkout-store';
import type { Rebooking } from '../../../shop/tables/rebooking-table';
import type { Checkout, Hold } from '../../../shop/rules/checkout';
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
  | { kind: 'started'; unit: UnitView; chosen: readonly UnitView[] }
  | { kind: 'nothing' | 'oneOrder' | 'not_possible' | 'disputed' | 'given_back' };

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
  return byOrder(chosen).length > 1 ? 'oneOrder' : null;
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

/** The exchange of tickets of this purchase, before anything is paid with them. */
export function startedView({
  checkout,
  started,
}: Pick<WholeCheckout, 'checkout' | 'started'>): ExchangeView {
  const { id: earlierId, reference } = checkout;
  return { kind: 'offered', earlierId, reference, tickets: started?.units.length ?? 0 };
}

/** What of two purchases says whether they are of one catalogue. */
type Catalogues = readonly Pick<Hold, 'catalogId'>[];

/** The exchange that was started; null if it is of another catalogue than the checkout, which holds `own`. */
export function offeredExchange(
  earlier: { checkout: Pick<Checkout, 'id' | 'reference'>; holds: Catalogues },
  own: Catalogues,
  tickets: number,
): ExchangeView | null {
  const isSameCatalog = own.some(({ catalogId }) => earlier.holds.some((one) => one.catalogId === catalogId));
  if (!isSameCatalog) return null;
  const { id: earlierId, reference } = earlier.checkout;
  return { kind: 'offered', earlierId, reference, tickets };
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
