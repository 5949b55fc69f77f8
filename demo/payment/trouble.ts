import { ApiError } from './api-error';
import type { PaymentStore } from './payment-store';
import type { PaymentState, Trouble } from './records';

export type TroubleKind = Trouble['id'];
export const troubleKinds = ['capture', 'cancel', 'refund'] as const satisfies readonly TroubleKind[];

export function isWanted(state: PaymentState, kind: TroubleKind): boolean {
  return state.troubles.get(kind)?.wanted === true;
}

/** Whether this call is to fail because the operator wants it; the next one is not. */
export function takeTrouble(store: PaymentStore, kind: TroubleKind): boolean {
  if (!isWanted(store.state, kind)) return false;
  store.apply({ troubles: [{ id: kind, wanted: false }] });
  return true;
}

/** The bank has taken the authorization back, as it may after some days. */
export function captureRefused(): ApiError {
  return new ApiError(400, 'The authorization has expired; the charge can no longer be captured.', {
    code: 'capture_charge_authorization_expired',
  });
}

export function cancelRefused(): ApiError {
  return new ApiError(400, 'This PaymentIntent cannot be canceled right now.', {
    code: 'payment_intent_unexpected_state',
  });
}
