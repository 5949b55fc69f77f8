import { setTimeout as pause } from 'node:timers/promises';
import {
  type CancellationAnswer,
  type CancellationRequest,
  requestCancellations,
} from '../../../shop/flows/cancellation/request-cancellation';
import { returnTermsOf } from '../../../shop/rules/return-terms';
import { isUsedCard, mayBeUnused } from '../../../shop/rules/used-card';
import { validLines } from '../../../shop/rules/valid-lines';
import { findCancellation } from '../../../shop/data/cancellation-store';
import { areRefundsIn } from '../../../shop/data/refund-store';
import { type OrderView, readOrderView } from '../../../shop/flows/lookup/read-checkout';
import { readRefundable } from '../../../shop/flows/cancellation/read-refundable';
import type { Language } from '../../../locale/languages';
import { rightsOf } from '../../../locale/return-sentence';
import { compareAmounts, sumAmounts } from '../../../money/money';
import { type AppContext, getAppContext } from '../../../runtime/app-context';
import { mayCauseEmail } from '../request/caused-emails';
import { chosenUnits, readUnits, refundsByOrder, type UnitsRead, type UnitView } from './cancellation-units';
import { guestMayRead } from '../request/guest';
import { orUnavailable } from '../request/or-unavailable';
import type { TicketView } from '../order/order-tickets';
import { phaseOf } from '../order/orders';
import { waitBriefly } from '../request/wait-briefly';

/**
 * What became of a request; `nothing`: no ticket was chosen. `gift_card`: one of which something is used was chosen.
 * `unavailable`: the service can't be asked at the moment.
 */
export type CancelOutcome = CancellationAnswer['kind'] | 'nothing' | 'gift_card' | 'unavailable';

/** `not_ordered`: there are no tickets to cancel; the order's page says what there is. */
type NoTickets = { kind: 'denied' } | { kind: 'not_ordered' };

type TicketsPage = { kind: 'page'; view: OrderView; read: UnitsRead };

/** What of the payment is left, for tickets that are cancelled or exchanged. */
export interface LeftOfPayment {
  /** If it is less than what is needed for all tickets; null: enough. */
  readonly left: string | null;
  /** The bank may return the money itself, so nothing can be refunded. */
  readonly isDisputed: boolean;
}

export type CancelPage = NoTickets | (TicketsPage & LeftOfPayment);

/** Whether the order is paid for and its tickets are the customer's. */
export function isCancellable({ checkout, block }: Pick<OrderView, 'checkout' | 'block'>): boolean {
  return checkout.state === 'ordered' && phaseOf(checkout) === 'confirmed' && block === null;
}

type Change = 'cancellation' | 'exchange';

/**
 * Whether the order's page leads to cancelling, or to exchanging: the server that made the order has cancellations, and the rule
 * of a ticket that is left allows it now, as far as it is known. Nothing is changed about a gift card that was used.
 */
export function mayOffer(
  change: Change,
  view: Pick<OrderView, 'checkout' | 'block' | 'orders' | 'items' | 'cancellations'>,
  tickets: readonly TicketView[],
  now = new Date(),
): boolean {
  if (!isCancellable(view) || view.orders.every(({ data }) => data.cancellations === undefined)) return false;
  const left = validLines(view).filter((line) => mayBeUnused(line, tickets));
  const rights = left.map((line) => rightsOf(returnTermsOf(line), now)[change]);
  return rights.some((right) => right === 'open' || right === 'unknown');
}

export async function getCancelPage(checkoutId: string, language: Language): Promise<CancelPage> {
  if (!(await guestMayRead(checkoutId))) return { kind: 'denied' };
  return readCancelPage(await getAppContext(), checkoutId, language);
}

/** The tickets of a purchase, for someone who may see them. */
export async function readCancelPage(
  context: AppContext,
  checkoutId: string,
  language: Language,
): Promise<CancelPage> {
  const page = await readTickets(context, checkoutId, language);
  if (page.kind !== 'page') return page;
  if (page.read.kind !== 'units') return { ...page, left: null, isDisputed: false };
  const { units } = page.read;
  const needed = sumAmounts(units.map(({ refund }) => refund));
  const money = await leftOfPayment(context, checkoutId, needed);
  const closed = money.isDisputed ? units.map(disputed) : units;
  return { ...page, read: { kind: 'units', units: closed }, ...money };
}

function disputed(unit: UnitView): UnitView {
  const isFree = compareAmounts(unit.paid, '0.00') === 0;
  return unit.obstacle === null && !isFree ? { ...unit, obstacle: 'DISPUTED' } : unit;
}

/** The tickets of an order in units, without a look at what is left of the payment. */
export async function readTickets(
  context: AppContext,
  checkoutId: string,
  language: Language,
): Promise<NoTickets | TicketsPage> {
  const view = await readOrderView(context.checkoutContext, checkoutId, language);
  if (view === null) return { kind: 'denied' };
  if (!isCancellable(view)) return { kind: 'not_ordered' };
  return { kind: 'page', view, read: await readUnits(context, view, language) };
}

/** The provider is asked, because staff may have refunded the payment on its pages. */
export async function leftOfPayment(
  { checkoutContext }: AppContext,
  checkoutId: string,
  needed: string,
): Promise<LeftOfPayment> {
  if (compareAmounts(needed, '0.00') === 0) return { left: null, isDisputed: false };
  const left = await readRefundable(checkoutContext, checkoutId);
  const isEnough = left === null || compareAmounts(left, needed) >= 0;
  return { left: isEnough ? null : left, isDisputed: left === null };
}

/** The customer cancels the chosen units for the amount that the page has shown. */
export async function cancelAsGuest(
  checkoutId: string,
  keys: readonly string[],
  amount: string,
  language: Language,
): Promise<CancelOutcome | 'denied'> {
  if (!(await guestMayRead(checkoutId))) return 'denied';
  return cancelShown(await getAppContext(), { checkoutId, keys, amount }, language);
}

/** Cancels the chosen units for the amount that the page has shown. The caller has checked that this person may. */
export async function cancelShown(
  context: AppContext,
  { checkoutId, keys, amount }: { checkoutId: string; keys: readonly string[]; amount: string },
  language: Language,
): Promise<CancelOutcome | 'denied'> {
  const page = await readCancelPage(context, checkoutId, language);
  if (page.kind !== 'page') return page.kind;
  if (page.read.kind !== 'units') return page.read.kind;
  const chosen = chosenUnits(page.read.units, keys);
  if (chosen === null) return 'nothing';
  if (chosen.some(isUsedCard)) return 'gift_card';
  // Whoever pays nothing can order and cancel any number of times, and each cancellation sends an e-mail.
  const address = page.view.checkout.customer?.email ?? '';
  if (
    compareAmounts(page.view.checkout.total ?? '0.00', '0.00') === 0 &&
    !(await mayCauseEmail('free_cancellation', address))
  )
    return 'unavailable';
  // A second click finds the tickets cancelled, and the amount is that of nothing.
  const orders = refundsByOrder(chosen, page.left);
  const isShown = sumAmounts(orders.map(({ refund }) => refund)) === amount;
  const rest = { checkoutId, staff: null, override: false, reason: 'customer' };
  const outcome = await requestAll(
    context,
    isShown ? orders : orders.map(({ orderId, tickets }) => ({ orderId, tickets, amount })),
    rest,
  );
  return byRule(outcome);
}

/** Whoever typed no amount has asked for too much because money was given back meanwhile. */
export function byRule(outcome: CancelOutcome): CancelOutcome {
  return outcome === 'too_much' ? 'changed' : outcome;
}

/** Requests the cancellations of all orders, or of none, and waits a moment for their results. */
export async function requestAll(
  { checkoutContext, worker }: Pick<AppContext, 'checkoutContext' | 'worker'>,
  orders: readonly Pick<CancellationRequest, 'orderId' | 'tickets' | 'amount' | 'refund'>[],
  rest: Omit<CancellationRequest, 'orderId' | 'tickets' | 'amount' | 'refund'>,
): Promise<CancelOutcome> {
  const requests = orders.map((order) => ({ ...rest, ...order }));
  const answers = await orUnavailable(() => requestCancellations(checkoutContext, requests));
  if (answers === 'unavailable') return answers;
  if (!Array.isArray(answers)) return answers.kind;
  worker.wake();
  await Promise.all(answers.map(({ id }) => untilEnded(checkoutContext, id)));
  return answers.some(({ kind }) => kind === 'requested') ? 'requested' : 'already';
}

const mostMilliseconds = 2_500;
const millisecondsBetweenLooks = 100;

/** The worker needs a moment; after it the page says that it goes on. */
async function untilEnded({ database }: AppContext['checkoutContext'], id: string): Promise<void> {
  const end = performance.now() + mostMilliseconds;
  await waitBriefly(mostMilliseconds, async () => {
    while (performance.now() < end) {
      const row = await findCancellation(database, id);
      if (row?.state !== 'requested' && !(await areRefundsIn(database, id, ['due']))) return;
      await pause(millisecondsBetweenLooks);
    }
  });
}
