import { refundsOf } from './api-views';
import { disputeResource } from './dispute-resource';
import { chargeResource, refundResource } from './payment-resource';
import type { BalanceEntry, PaymentState, Payout } from './records';

/** https://docs.stripe.com/api/payouts/object */
export function payoutResource({ id, amount, arrivalDate, automatic, created, currency, status }: Payout) {
  return {
    id,
    object: 'payout' as const,
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: arrivalDate,
    automatic,
    balance_transaction: `txn_${id}`,
    created,
    currency,
    description: 'STRIPE PAYOUT',
    destination: 'ba_1',
    failure_balance_transaction: null,
    failure_code: status === 'failed' ? 'account_closed' : null,
    failure_message: status === 'failed' ? 'The bank account has been closed.' : null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: automatic ? ('completed' as const) : ('not_applicable' as const),
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status,
    trace_id: null,
    type: 'bank_account' as const,
  };
}

type Listed = Omit<BalanceEntry, 'type'> & { readonly type: BalanceEntry['type'] | 'payout' };

/** The movements in a payout, and the payout itself, as Stripe lists them. */
export function entriesOf({ id, created, amount, currency, entries }: Payout): Listed[] {
  const itself = {
    id: `txn_${id}`,
    created,
    type: 'payout',
    amount: -amount,
    fee: 0,
    currency,
    sourceId: id,
  } as const;
  return [...entries, itself];
}

/** https://docs.stripe.com/api/balance_transactions/object */
export function balanceResource(state: PaymentState, entry: Listed, isExpanded: boolean) {
  const { id, amount, created, currency, fee, type, sourceId } = entry;
  return {
    id,
    object: 'balance_transaction' as const,
    amount,
    available_on: created,
    balance_type: 'payments' as const,
    created,
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: [],
    net: amount - fee,
    reporting_category: type,
    source: isExpanded ? (sourceOf(state, sourceId) ?? sourceId) : sourceId,
    status: 'available',
    type,
  };
}

function sourceOf(state: PaymentState, id: string | null): object | null {
  const intent = [...state.intents.values()].find(({ charge }) => charge !== null && charge.id === id);
  if (intent?.charge) return chargeResource(intent, intent.charge, refundsOf(state, intent.id));
  const [refund, dispute] = [state.refunds.get(id ?? ''), state.disputes.get(id ?? '')];
  const payout = state.payouts.get(id ?? '');
  if (refund !== undefined) return refundResource(refund);
  if (dispute !== undefined) return disputeResource(dispute);
  return payout === undefined ? null : payoutResource(payout);
}
