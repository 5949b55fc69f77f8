import type { NotCompletedReason } from './messages';

/** The text of why there is no order if nothing was paid: a refusal by the issuer reads the same as after a payment. */
export function notCompletedKey(reason: NotCompletedReason) {
  return reason === 'order_refused'
    ? ('checkout.order.reasons.order_refused' as const)
    : (`outcome.notCompleted.reasons.${reason}` as const);
}
