import { maximumReason } from '../../../contract/cancellation';
import { ServiceError } from '../../../client/service-error';
import { cancelWholeOrder, type WholeOrderAnswer } from '../cancellation/cancel-whole-order';
import type { CheckoutContext } from '../../context';
import { enqueueEmail } from '../../data/mail-store';
import { backOffSeconds, endJob, postponeJob } from '../../data/job-store';
import { note } from '../../data/timeline-store';
import {
  addOrders,
  endEventChange,
  findEventChange,
  readProgress,
  saveOrderResult,
  waitingOrders,
} from '../../data/event-change-store';
import { finishRebookings } from './finish-rebookings';
import { moveStoredSession } from './move-session';
import { rebookOrder } from './rebook-order';
import type { ChangedOrder, EventChange } from '../../tables/event-change-table';
import { cutText } from '../../../contract/plain-text';

const ordersAtOnce = 4;
const ordersPerRound = 40;
/** How often an order is tried whose purchase is not complete, or of which tickets are just being cancelled. */
const mostTries = 10;
const secondsBetweenLooks = 2;

/**
 * Finds the orders with tickets of a session, and processes each of them once. It can stop anywhere: what was found and
 * what was done is stored with each order, and a repeated request for a cancellation or for a new booking is the same
 * request.
 */
export async function processEventChange(context: CheckoutContext, id: string, tries: number): Promise<void> {
  for (;;) {
    const change = await findEventChange(context.database, id);
    if (change === null) return endJob(context.database.single, 'event_change', id);
    if (change.state === 'done') return;
    const seconds = await stepOf(context, change, tries);
    if (seconds !== null) return postponeJob(context.database, 'event_change', id, { seconds });
  }
}

/** Null: there may be more to do at once; else after how many seconds to look again. */
async function stepOf(context: CheckoutContext, change: EventChange, tries: number): Promise<number | null> {
  try {
    return await (change.state === 'searching' ? search(context, change) : work(context, change));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const about = { change: change.id, reason: error.message };
    context.report('warn', 'the orders of a changed event could not be processed', about);
    return backOffSeconds(tries);
  }
}

async function search(context: CheckoutContext, change: EventChange): Promise<null> {
  await readPage(context, change);
  return null;
}

/** Adds the orders of the next page; resolves to how many are new, and whether it is the last one. */
async function readPage(
  { client, database }: CheckoutContext,
  change: EventChange,
): Promise<{ added: number; isLastPage: boolean }> {
  const read = await client.ordersOfSession(change.sessionId, change.page, { language: 'en' });
  if (read.kind === 'unsupported') throw new Error('the service has no list of the orders of a session');
  const { orders, isLastPage } = read;
  const ids = orders.map(({ id }) => id);
  const added = await database.transaction((transaction) => addOrders(transaction, change, ids, isLastPage));
  return { added, isLastPage };
}

async function work(context: CheckoutContext, change: EventChange): Promise<number | null> {
  const { database } = context;
  const finished = await finishRebookings(context, change);
  const waiting = await waitingOrders(database, change, ordersPerRound);
  for (let first = 0; first < waiting.length; first += ordersAtOnce) {
    const group = waiting.slice(first, first + ordersAtOnce);
    await Promise.all(group.map((order) => processOrder(context, change, order)));
  }
  if (finished > 0 || waiting.some(({ tries }) => tries === 0)) return null;
  const { waiting: left, refunding, rebooking } = await readProgress(database, change);
  if (left > 0 || refunding > 0 || rebooking > 0) return secondsBetweenLooks;
  // Orders that were made meanwhile are at the end of the list.
  const { added, isLastPage } = await readPage(context, change);
  if (added > 0 || !isLastPage) return null;
  await database.transaction((transaction) => endEventChange(transaction, change));
  return null;
}

function processOrder(context: CheckoutContext, change: EventChange, order: ChangedOrder): Promise<void> {
  switch (change.action) {
    case 'refund':
      return refundOrder(context, change, order);
    case 'rebook':
      return rebookOrder(context, change, order);
    case 'notify':
      return notifyHolder(context, change, order);
  }
}

async function refundOrder(
  context: CheckoutContext,
  { staff, message }: EventChange,
  order: ChangedOrder,
): Promise<void> {
  const { checkoutId, orderId } = order;
  // The e-mail has the whole message; the reason of a cancellation is shorter.
  const reason = cutText(message, maximumReason);
  const answer = await cancelWholeOrder(context, { checkoutId, orderId, staff, reason });
  const result = resultOf(answer, order);
  await context.database.transaction(async (transaction) => {
    if (!(await saveOrderResult(transaction, order, result))) return;
    // Everyone learns at once that the session is cancelled; a refund may take weeks, or need staff.
    if (result.state === 'requested')
      await enqueueEmail(transaction, { checkoutId, kind: 'cancelled', again: true, tellsGift: true });
    if (result.state === 'attention')
      await enqueueEmail(transaction, { checkoutId, kind: 'event_changed', again: true, tellsGift: true });
  });
}

function resultOf(answer: WholeOrderAnswer, { tries }: ChangedOrder): Parameters<typeof saveOrderResult>[2] {
  switch (answer.kind) {
    case 'requested':
    case 'already':
      return { state: 'requested', cancellationId: answer.id };
    case 'nothing':
      return { state: 'nothing' };
    case 'not_ordered':
    case 'changed':
      // The payment is being captured, or some of the tickets are just being cancelled: it is tried again.
      return tries + 1 < mostTries ? {} : { state: 'attention', problem: answer.kind };
    case 'disputed':
    case 'too_much':
    case 'unsupported':
      return { state: 'attention', problem: answer.kind };
  }
}

async function notifyHolder(
  { database }: CheckoutContext,
  change: EventChange,
  order: ChangedOrder,
): Promise<void> {
  const { changeId, checkoutId } = order;
  await database.transaction(async (transaction) => {
    if (!(await saveOrderResult(transaction, order, { state: 'notified' }))) return;
    await moveStoredSession(transaction, checkoutId, change);
    await note(transaction, checkoutId, 'event_change_told', { change: changeId });
    await enqueueEmail(transaction, { checkoutId, kind: 'event_changed', again: true, tellsGift: true });
  });
}
