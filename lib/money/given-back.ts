import { amountAbove, sumAmounts } from './money';

/** What happened to a payment at the provider after the purchase. */
export interface PaymentIncident {
  /** Of a refund: its identifier at the provider. */
  readonly id: string;
  readonly kind: 'refund_failed' | 'refunded_at_provider' | 'dispute' | 'fraud_warning';
  readonly status: 'open' | 'won' | 'lost' | 'closed' | 'settled';
  readonly amount: string;
  readonly currency: string;
  /** Of a failed refund: when staff said how they gave the money back instead. */
  readonly acknowledgedAt: Date | null;
}

/** The refund of cancelled tickets: what of it is from the payment, and how staff have made it. */
interface TicketRefund {
  readonly amount: string;
  readonly refundId: string | null;
  readonly paidBack: string | null;
}

interface GivenBack {
  /** By staff, at the provider's pages or instead of a refund there that came back; also what they have said of tickets. */
  readonly besides: string;
  /** The bank has returned it to the cardholder. */
  readonly byBank: string;
  /** Staff refunded it at the provider's pages, it came back, and it was not given back in another way yet. */
  readonly cameBack: string;
}

const sumOf = (some: readonly { readonly amount: string }[]) => sumAmounts(some.map(({ amount }) => amount));

/**
 * What was given back of a payment besides the refunds of cancelled tickets, in EUR. What staff have said to be the refund of
 * cancelled tickets (`paidBack`) counts with these.
 */
export function givenBackBesides(
  incidents: readonly PaymentIncident[],
  refunds: readonly TicketRefund[],
): GivenBack {
  const inEuros = incidents.filter(({ currency }) => currency === 'EUR');
  const returned = inEuros.filter(
    ({ id, kind, status }) =>
      kind === 'refund_failed' && status === 'open' && !refunds.some(({ refundId }) => refundId === id),
  );
  const there = inEuros.filter(({ kind }) => kind === 'refunded_at_provider');
  const replaced = returned.filter(({ acknowledgedAt }) => acknowledgedAt !== null);
  const ofTickets = refunds.filter(({ paidBack }) => paidBack === 'provider');
  return {
    besides: sumAmounts([amountAbove(sumOf(there), sumOf(ofTickets)), sumOf(replaced)]),
    byBank: sumOf(inEuros.filter(({ kind, status }) => kind === 'dispute' && status === 'lost')),
    cameBack: sumOf(returned.filter(({ acknowledgedAt }) => acknowledgedAt === null)),
  };
}
