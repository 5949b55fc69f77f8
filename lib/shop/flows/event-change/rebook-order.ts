import { v7 as newId } from 'uuid';
import type { CheckoutContext } from '../../context';
import type { RequestedItem } from '../../rules/requested-items';
import { unitsOf } from '../../rules/units-of';
import { bindingCancellations } from '../../data/cancellation-store';
import { isDisputed } from '../../rules/incident';
import { readIncidents } from '../../data/incident-store';
import { type PlacedOrder, readOrders } from '../../data/order-store';
import { totalOf } from '../../rules/fees';
import { placeOrder } from '../checkout/place-order';
import { exchangeTickets } from '../exchange/exchange-tickets';
import { findRebooking } from '../../data/rebooking-store';
import { compareAmounts } from '../../../money/money';
import type { Checkout, Holds } from '../../rules/checkout';
import { findCheckout } from '../../data/checkout-store';
import { readHolds } from '../../data/hold-store';
import { applyVoucher } from '../voucher/apply-voucher';
import { carryAnswers } from './carry-answers';
import { saveOrderResult } from '../../data/event-change-store';
import type { ChangedOrder, ChangedOrderProblem, EventChange } from '../../tables/event-change-table';
import { giveBack, holdNamed } from '../basket/hold-named';
import { lockChangedOrder, nameRebooking } from '../../data/rebooked-order-store';
import { type Move, requestAtTarget } from './target-offer';
import { ticketsToRebook, type TicketsToRebook } from '../../rules/tickets-to-rebook';

/**
 * `placed`: the new booking is being ordered in exchange for the tickets. `busy`: another look is needed, however often.
 * `hold_again`: what was held is of no use any more. A problem: nothing was exchanged.
 */
type Outcome = 'placed' | 'busy' | 'hold_again' | 'nothing' | ChangedOrderProblem;

/** How often an order is tried for which nothing was possible yet. */
const mostTries = 10;
/** What may be over when it is tried again. */
const passing: readonly Outcome[] = ['not_ordered', 'changed', 'not_made', 'hold_again'];

/**
 * Does what is due to exchange the tickets of one order for the same ones of another session. The new checkout is named
 * before anything is requested for it, and each step looks at what exists: a crash at any step leads to one new order and
 * one exchange. Nobody is asked for money: an order that would cost more is left to staff, and keeps its tickets. Throws a
 * ServiceError while the service can't be asked.
 */
export async function rebookOrder(
  context: CheckoutContext,
  change: EventChange,
  order: ChangedOrder,
): Promise<void> {
  const named = await nameOnce(context, order);
  const outcome = named === null ? 'busy' : await outcomeOf(context, change, named);
  // What is held is given back before the outcome is stored, so that a crash in between leads here again.
  const isOver = outcome !== 'placed' && outcome !== 'busy';
  const given = named !== null && isOver ? await giveBack(context, named.rebookedTo) : 'none';
  const result: Result = given === 'placed' ? { state: 'placed' } : resultOf(outcome, order);
  await context.database.transaction(async (transaction) => {
    const isSaved = await saveOrderResult(transaction, order, result);
    if (named === null || !isSaved || given !== 'released') return;
    await nameRebooking(transaction, order, { id: newId(), earlier: named.rebookedTo });
  });
}

type Result = Parameters<typeof saveOrderResult>[2];

/** The row, with the checkout that it names. */
type Named = ChangedOrder & { rebookedTo: string; askedAt: Date };

/** Null: another worker was first. */
async function nameOnce({ database }: CheckoutContext, order: ChangedOrder): Promise<Named | null> {
  const { rebookedTo, askedAt } = order;
  if (rebookedTo !== null && askedAt !== null) return { ...order, rebookedTo, askedAt };
  const id = newId();
  const at = await database.transaction((transaction) =>
    nameRebooking(transaction, order, { id, earlier: null }),
  );
  return at === null ? null : { ...order, rebookedTo: id, askedAt: at };
}

function resultOf(outcome: Outcome, { tries }: ChangedOrder): Result {
  if (outcome === 'busy') return {};
  if (outcome === 'placed' || outcome === 'nothing') return { state: outcome };
  if (passing.includes(outcome) && tries + 1 < mostTries) return {};
  return { state: 'attention', problem: outcome === 'hold_again' ? 'not_made' : outcome };
}

/** What is known before anything is requested for the new booking. */
interface Earlier {
  checkout: Checkout & { customer: NonNullable<Checkout['customer']> };
  placed: PlacedOrder;
  wanted: TicketsToRebook;
}

async function outcomeOf(context: CheckoutContext, change: EventChange, order: Named): Promise<Outcome> {
  const made = await findCheckout(context.database, order.rebookedTo);
  if (made !== null && made.state !== 'held') {
    return made.state === 'expired' || made.state === 'cancelled' ? 'hold_again' : 'placed';
  }
  if (made?.holdAlive === false) return 'hold_again';
  const earlier = await readEarlier(context, change, order);
  return typeof earlier === 'string'
    ? earlier
    : rebook(context, change, order, { earlier, isHeld: made !== null });
}

async function readEarlier(
  { database, client }: CheckoutContext,
  { sessionId }: EventChange,
  { checkoutId, orderId }: ChangedOrder,
): Promise<Earlier | Outcome> {
  const checkout = await findCheckout(database, checkoutId);
  const placed = (await readOrders(database, checkoutId)).find(({ id }) => id === orderId);
  if (checkout?.state !== 'ordered' || placed === undefined) return 'not_ordered';
  if ((await readIncidents(database, checkoutId)).some(isDisputed)) return 'disputed';
  const terms = await client.getCancellationTerms(orderId, checkout);
  if (terms.kind !== 'found') return terms.kind === 'missing' ? 'not_ordered' : 'unsupported';
  const wanted = ticketsToRebook(placed.data, terms.terms, sessionId);
  if (wanted.tickets.length === 0) return 'nothing';
  const bound = (await bindingCancellations(database, checkoutId)).flatMap(({ tickets }) => tickets);
  if (wanted.tickets.some((ticket) => bound.includes(ticket))) return 'changed';
  const { customer } = checkout;
  return customer === null ? 'details_missing' : { checkout: { ...checkout, customer }, placed, wanted };
}

async function rebook(
  context: CheckoutContext,
  change: EventChange,
  order: Named,
  { earlier, isHeld }: { earlier: Earlier; isHeld: boolean },
): Promise<Outcome> {
  const requests = await requestsFor(context, change, earlier);
  if (requests === null) return 'offer_missing';
  if (!isHeld) {
    const held = await holdAtTarget(context, change, order, { earlier, requests });
    if (held !== 'held') return held;
  }
  // Some of the tickets may have been cancelled or used since the others were held.
  const holds = await readHolds(context.database, order.rebookedTo);
  if (unitsHeld(holds) !== unitsOf(requests)) return 'hold_again';
  const credited = await creditTickets(context, change, order, earlier.wanted.tickets);
  return credited === 'credited' ? place(context, order.rebookedTo, { earlier, requests }) : credited;
}

async function holdAtTarget(
  context: CheckoutContext,
  { catalogId }: EventChange,
  order: Named,
  { earlier, requests }: { earlier: Earlier; requests: readonly RequestedItem[] },
): Promise<'held' | Outcome> {
  const { rebookedTo: id, askedAt } = order;
  const { language, channel } = earlier.checkout;
  const held = await holdNamed(context, {
    id,
    askedAt,
    language,
    channel,
    catalogId,
    items: requests,
    purpose: 'rebook',
    detail: { change: order.changeId },
    isWanted: async (transaction) => {
      const row = await lockChangedOrder(transaction, order);
      return row?.rebookedTo === id && row.state === 'waiting';
    },
  });
  if (held === 'held' || held === 'busy' || held === 'sold_out') return held;
  return 'offer_missing';
}

/** The requests for the items in their order; null: the tickets of one are not sold for the other session. */
async function requestsFor(
  { client }: CheckoutContext,
  change: EventChange,
  { checkout, wanted }: Earlier,
): Promise<RequestedItem[] | null> {
  const { targetId } = change;
  if (targetId === null) throw new Error(`the change ${change.id} names no other session`);
  const move: Move = { ...change, targetId };
  const { language } = checkout;
  const requests = await Promise.all(
    wanted.items.map(({ item, units }) =>
      requestAtTarget(client, move, { item, quantity: units.length }, { language }),
    ),
  );
  const known = requests.filter((request) => request !== null);
  return known.length === requests.length ? known : null;
}

const unitsHeld = (holds: Holds): number => unitsOf(holds.flatMap(({ reservation }) => reservation.items));

async function creditTickets(
  context: CheckoutContext,
  { staff }: EventChange,
  { checkoutId: earlierId, rebookedTo }: Named,
  tickets: readonly string[],
): Promise<'credited' | Outcome> {
  const known = await findRebooking(context.database, rebookedTo);
  if (known !== null && known.tickets.join() === tickets.join()) return 'credited';
  const credit = { checkoutId: rebookedTo, earlierId, tickets: [...tickets], staff, override: true };
  const answer = await exchangeTickets(context, credit);
  // With an override no rule is in the way, and no gift card is held for a session.
  if (answer === 'not_possible' || answer === 'gift_card')
    throw new Error(`an exchange with an override was refused: ${answer}`);
  if (answer === 'given_back') return 'too_much';
  return answer === 'not_held' ? 'hold_again' : answer;
}

async function place(
  context: CheckoutContext,
  id: string,
  { earlier, requests }: { earlier: Earlier; requests: readonly RequestedItem[] },
): Promise<Outcome> {
  const { checkout, placed, wanted } = earlier;
  const problem = await priceProblem(context, id, checkout.voucher);
  if (problem !== null) return problem;
  const answers = await carryAnswers(context, {
    earlier: checkout,
    reservationId: placed.reservationId,
    items: wanted.items,
    requests,
    holds: await readHolds(context.database, id),
  });
  if (answers === null) return 'details_missing';
  const { customer, language, entries, invoice, gift, email } = checkout;
  const result = await placeOrder(context, {
    checkoutId: id,
    entries,
    total: '0.00',
    customer: { ...customer, language },
    more: { invoice, gift, keepsGift: true, answers, isReached: email !== null },
  });
  if (result.kind === 'placed') return 'placed';
  if (result.kind === 'expired') return 'hold_again';
  return result.kind === 'service_unavailable' ? 'busy' : 'not_made';
}

/**
 * Null: what is held costs no more than was paid, if need be with the voucher of the earlier purchase. Else why it can't
 * be placed.
 */
async function priceProblem(
  context: CheckoutContext,
  id: string,
  voucher: string | null,
): Promise<'dearer' | 'busy' | null> {
  const isDearer = async () => {
    const credit = (await findCheckout(context.database, id))?.credit ?? '0.00';
    return compareAmounts(totalOf(await readHolds(context.database, id)), credit) > 0;
  };
  if (!(await isDearer())) return null;
  if (voucher === null || voucher === '') return 'dearer';
  if ((await applyVoucher(context, id, voucher)) === 'unavailable') return 'busy';
  return (await isDearer()) ? 'dearer' : null;
}
