import { lastSegment } from '../../contract/iri';
import type { ItemTicket } from '../../contract/item-ticket';
import { subtractAmounts, sumAmounts } from '../../money/money';
import type { Cancellation } from '../tables/cancellation-table';

/** `unknown`: the service does not return single tickets now. */
type Tickets = readonly { status: ItemTicket['status'] | 'unknown' }[];
type Counted = Pick<Cancellation, 'state' | 'tickets'>;
/** `isEnded`: the money was given back. `cameBack`: it was, and came back. */
type Refund = Pick<Cancellation, 'state' | 'amount' | 'settledAs'> & { isEnded: boolean; cameBack: boolean };
/** What other purchases' payments return of it. */
interface WithParts {
  parts: readonly { amount: string }[];
}

/** Whether the service has cancelled the tickets: the money may still be on its way. */
const hasCancelled = ({ state }: Pick<Cancellation, 'state'>) =>
  state === 'refunding' || state === 'done' || state === 'attention';

/**
 * Whether no ticket of a purchase is left, because all were cancelled or exchanged. If the service does not return single
 * tickets now, those of the cancellations are counted.
 */
export function areAllCancelled(tickets: Tickets, cancellations: readonly Counted[]): boolean {
  if (tickets.length === 0) return false;
  if (tickets.every(({ status }) => status === 'cancelled')) return true;
  if (tickets.some(({ status }) => status !== 'unknown' && status !== 'cancelled')) return false;
  const counted = cancellations.filter(hasCancelled).reduce((sum, one) => sum + one.tickets.length, 0);
  return counted >= tickets.length;
}

/** What became of tickets that are not valid any more. */
type TicketEnd = 'cancelled' | 'exchanged' | 'both';

type Ended = Pick<Cancellation, 'state' | 'tickets' | 'rebookedTo'>;

/** A part of another booking's refund is about no tickets. */
export function ticketEnd(cancellations: readonly Ended[]): TicketEnd {
  const own = cancellations.filter(({ state, tickets }) => state !== 'refused' && tickets.length > 0);
  const exchanged = own.filter(({ rebookedTo }) => rebookedTo !== null);
  if (exchanged.length === 0) return 'cancelled';
  return exchanged.length === own.length ? 'exchanged' : 'both';
}

/** Whether a ticket, by its identifier, was exchanged for another one. */
export function isExchanged(
  id: string | null,
  cancellations: readonly Pick<Ended, 'tickets' | 'rebookedTo'>[],
) {
  return cancellations.some(
    ({ tickets, rebookedTo }) =>
      rebookedTo !== null && tickets.some((path) => lastSegment(path).toLowerCase() === id),
  );
}

/** Whether there may be a ticket that can still be cancelled or exchanged. */
export function mayHaveValid(tickets: Tickets, cancellations: readonly Counted[]): boolean {
  if (areAllCancelled(tickets, cancellations)) return false;
  return tickets.length === 0 || tickets.some(({ status }) => status === 'valid' || status === 'unknown');
}

interface Refunds {
  readonly refunded: string;
  /** What is still to be refunded. */
  readonly open: string;
  /** What of it was refunded once, and came back. */
  readonly undelivered: string;
}

/** What was refunded, and what is still to be refunded. */
export function refundsOf(cancellations: readonly Refund[]): Refunds {
  const owed = cancellations.filter((one) => hasCancelled(one) && one.settledAs !== 'nothing');
  const sum = (some: readonly Refund[]) => sumAmounts(some.map(({ amount }) => amount));
  return {
    refunded: sum(owed.filter(({ isEnded }) => isEnded)),
    open: sum(owed.filter(({ isEnded }) => !isEnded)),
    undelivered: sum(owed.filter(({ cameBack }) => cameBack)),
  };
}

/** With what of each refund is from the payments of this purchase alone: other purchases' payments may return parts. */
export function ownRows<Row extends Pick<Cancellation, 'amount'> & WithParts>(
  cancellations: readonly Row[],
): Row[] {
  return cancellations.map((one) => ({
    ...one,
    amount: subtractAmounts(one.amount, sumAmounts(one.parts.map(({ amount }) => amount))),
  }));
}

type OwnRefund = Refund & WithParts;

/** What was refunded, and is still to be, of the payments of this purchase alone. */
export function ownRefundsOf(cancellations: readonly OwnRefund[]): Refunds {
  return refundsOf(
    ownRows(cancellations).map((one) => ({ ...one, isEnded: one.state === 'done' && !one.cameBack })),
  );
}
