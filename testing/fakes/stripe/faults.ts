import { ApiError } from './api-error';
import type { AnswerFault, Fault, FaultKind, OutcomeFault } from './records';
import type { PaymentMaps, PaymentStore } from './store';

/** Takes the fault of this request if it changes the response. */
export function takeAnswerFault(store: PaymentStore, kind: FaultKind): AnswerFault | null {
  const next = nextFault(store, kind);
  if (next === undefined || next === 'failed' || next === 'pending') return null;
  dropNext(store, kind);
  return next;
}

/** Takes the fault of this request, which would succeed otherwise. */
export function takeOutcomeFault(store: PaymentStore, kind: FaultKind): OutcomeFault | null {
  const next = nextFault(store, kind);
  if (next !== 'failed' && next !== 'pending') return null;
  dropNext(store, kind);
  return next;
}

const nextFault = ({ state }: PaymentStore, kind: FaultKind) => state.faults.get(kind)?.next[0];

function dropNext(store: PaymentStore, kind: FaultKind): void {
  const planned = store.state.faults.get(kind);
  if (planned === undefined) return;
  planned.next.shift();
  store.apply({ faults: [planned] });
}

/** The operator lets the next capture, void or refund fail, or changes their mind. */
export function toggleFailure(store: PaymentStore, kind: FaultKind): void {
  store.apply({ faults: [{ id: kind, next: nextFault(store, kind) === 'failed' ? [] : ['failed'] }] });
}

/** The bank has cancelled the authorization, as it may after some days. */
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

export function serverError(): ApiError {
  return new ApiError(500, 'An unknown error occurred', {}, 'api_error');
}

export function tooManyRequests(): ApiError {
  return new ApiError(429, 'Too many requests', { code: 'rate_limit' }, 'rate_limit_error');
}

export function refusedRequest(): ApiError {
  return new ApiError(400, 'This request is refused.', { code: 'parameter_invalid_string' });
}

/** The faults of the next requests of one kind; a test adds those that it wants. */
export function planOf({ faults }: PaymentMaps, kind: FaultKind): (Fault | null)[] {
  const next: (Fault | null)[] = [];
  faults.set(kind, { id: kind, next });
  return next;
}
