import { setTimeout as pause } from 'node:timers/promises';
import {
  type CancellationAnswer,
  type CancellationRequest,
  requestCancellations,
} from '../checkout/commands';
import { findCancellation, type OrderView, readOrderView, readRefundable } from '../checkout/queries';
import type { Language } from '../locale/languages';
import { compareAmounts, sumAmounts } from '../money/money';
import { type AppContext, getAppContext } from '../runtime/app-context';
import { mayCauseEmail } from './caused-emails';
import { chosenUnits, readUnits, refundsByOrder, type UnitsRead } from './cancellation-units';
import { guestMayRead } from './guest';
import { orAway } from './or-away';
import { phaseOf } from './orders';
import { waitBriefly } from './wait-briefly';

/** What became of a request; `nothing`: no ticket was chosen. `away`: the service can't be asked at the moment. */
export type CancelOutcome = CancellationAnswer['kind'] | 'nothing' | 'away';

export type CancelPage =
  | { kind: 'denied' }
  /** There are no tickets to cancel: the order's page says what there is. */
  | { kind: 'not_ordered' }
  | {
      kind: 'page';
      view: OrderView;
      read: UnitsRead;
      /** What can still be refunded, if it is less than what the rule gives for all tickets; null: enough. */
      left: string | null;
      /** The bank may return the money itself, so nothing can be refunded. */
      isDisputed: boolean;
    };

/** Whether the order is paid for and its tickets are the customer's. */
export function isCancellable({ checkout, block }: Pick<OrderView, 'checkout' | 'block'>): boolean {
  return checkout.state === 'ordered' && phaseOf(checkout) === 'confirmed' && block === null;
}

/** Whether the order's page leads to cancelling: the server that made the order has cancellations. */
export function mayOfferCancelling(view: Pick<OrderView, 'checkout' | 'block' | 'orders'>): boolean {
  return isCancellable(view) && view.orders.some(({ data }) => data.cancellations !== undefined);
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
  const view = await readOrderView(context.checkoutContext, checkoutId, language);
  if (view === null) return { kind: 'denied' };
  if (!isCancellable(view)) return { kind: 'not_ordered' };
  const read = await readUnits(context, view, language);
  return { kind: 'page', view, read, ...(await leftToRefund(context, checkoutId, read)) };
}

/** The provider is asked, because staff may have refunded the payment on its pages. */
async function leftToRefund(
  { checkoutContext }: AppContext,
  checkoutId: string,
  read: UnitsRead,
): Promise<{ left: string | null; isDisputed: boolean }> {
  const byRule = read.kind === 'units' ? sumAmounts(read.units.map(({ refund }) => refund)) : '0.00';
  if (compareAmounts(byRule, '0.00') === 0) return { left: null, isDisputed: false };
  const left = await readRefundable(checkoutContext, checkoutId);
  const isEnough = left === null || compareAmounts(left, byRule) >= 0;
  return { left: isEnough ? null : left, isDisputed: left === null };
}

/** The customer cancels the chosen units for the amount that the page has shown. */
export async function cancelAsGuest(
  checkoutId: string,
  keys: readonly string[],
  amount: string,
  language: Language,
): Promise<CancelOutcome | 'denied'> {
  const page = await getCancelPage(checkoutId, language);
  if (page.kind === 'denied') return 'denied';
  if (page.kind === 'not_ordered') return 'not_ordered';
  if (page.read.kind !== 'units') return page.read.kind;
  const chosen = chosenUnits(page.read.units, keys);
  if (chosen === null) return 'nothing';
  // Whoever pays nothing can order and cancel any number of times, and each cancellation sends an e-mail.
  const address = page.view.checkout.customer?.email ?? '';
  if (
    compareAmounts(page.view.checkout.total ?? '0.00', '0.00') === 0 &&
    !(await mayCauseEmail('free_cancellation', address))
  )
    return 'away';
  // A second click finds the tickets cancelled, and the amount is that of nothing.
  const orders = refundsByOrder(chosen, page.left);
  const isShown = sumAmounts(orders.map(({ refund }) => refund)) === amount;
  const rest = { checkoutId, staff: null, override: false, reason: 'customer' };
  return requestAll(
    await getAppContext(),
    isShown ? orders : orders.map(({ orderId, tickets }) => ({ orderId, tickets, amount })),
    rest,
  );
}

/** Requests the cancellations of all orders, or of none, and waits a moment for their results. */
export async function requestAll(
  { checkoutContext, worker }: Pick<AppContext, 'checkoutContext' | 'worker'>,
  orders: readonly Pick<CancellationRequest, 'orderId' | 'tickets' | 'amount' | 'refund'>[],
  rest: Omit<CancellationRequest, 'orderId' | 'tickets' | 'amount' | 'refund'>,
): Promise<CancelOutcome> {
  const requests = orders.map((order) => ({ ...rest, ...order }));
  const answers = await orAway(() => requestCancellations(checkoutContext, requests));
  if (answers === 'away') return answers;
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
      if (row?.state !== 'requested' && row?.state !== 'refunding') return;
      await pause(millisecondsBetweenLooks);
    }
  });
}
