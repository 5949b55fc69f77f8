import { lastSegment } from '../../contract/iri';
import type { ItemTicket } from '../../contract/item-ticket';
import { sumAmounts } from '../../money/money';
import type { Cancellation } from '../tables/cancellation-table';
import type { Refund } from '../tables/refund-table';
import {
  type CancellationStage,
  isEnded,
  type RefundSettlement,
  refundSettlement,
  refundStage,
} from './refund';

/** `unknown`: the service does not return single tickets now. */
type Tickets = readonly { status: ItemTicket['status'] | 'unknown' }[];
type Counted = Pick<Cancellation, 'tickets'> & Staged;
interface Staged {
  state: CancellationStage;
}
/** `isEnded`: the money was given back. `cameBack`: it was, and came back. */
type Refunded = Pick<Cancellation, 'amount'> &
  Staged & { settledAs: RefundSettlement | null; isEnded: boolean; cameBack: boolean };
/** Whether the service has cancelled the tickets: the money may still be on its way. */
export const hasCancelled = ({ state }: Staged) =>
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
export type TicketEnd = 'cancelled' | 'exchanged' | 'both';

type Ended = Pick<Cancellation, 'tickets' | 'rebookedTo'> & Staged;

/** A part of another booking's refund is about no tickets. */
export function ticketEnd(cancellations: readonly Ended[]): TicketEnd {
  const own = cancellations.filter(({ state, tickets }) => state !== 'refused' && tickets.length > 0);
  const exchanged = own.filter(({ rebookedTo }) => rebookedTo !== null);
  if (exchanged.length === 0) return 'cancelled';
  return exchanged.length === own.length ? 'exchanged' : 'both';
}

/** How a ticket, by its identifier, was exchanged for another one; undefined: it was not. */
export const exchangeOf = <One extends Pick<Ended, 'tickets' | 'rebookedTo'>>(
  id: string | null,
  cancellations: readonly One[],
): One | undefined =>
  cancellations.find(
    ({ tickets, rebookedTo }) =>
      rebookedTo !== null && tickets.some((path) => lastSegment(path).toLowerCase() === id),
  );

/** Whether it was. */
export const isExchanged = (...of: Parameters<typeof exchangeOf>): boolean => exchangeOf(...of) !== undefined;

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
export function refundsOf(cancellations: readonly Refunded[]): Refunds {
  const owed = cancellations.filter((one) => hasCancelled(one) && one.settledAs !== 'nothing');
  const sum = (some: readonly Refunded[]) => sumAmounts(some.map(({ amount }) => amount));
  return {
    refunded: sum(owed.filter(({ isEnded }) => isEnded)),
    open: sum(owed.filter(({ isEnded }) => !isEnded)),
    undelivered: sum(owed.filter(({ cameBack }) => cameBack)),
  };
}

interface OwnRefund {
  /** From a payment of this purchase. */
  refund: Pick<Refund, 'amount' | 'state'> | null;
  cameBack: boolean;
}

/** What was refunded, and is still to be, of the payments of this purchase alone. */
export function ownRefundsOf(cancellations: readonly OwnRefund[]): Refunds {
  return refundsOf(
    cancellations.flatMap(({ refund, cameBack }) =>
      refund === null
        ? []
        : {
            amount: refund.amount,
            cameBack,
            isEnded: isEnded(refund) && !cameBack,
            state: refundStage(refund),
            settledAs: refundSettlement(refund.state),
          },
    ),
  );
}
