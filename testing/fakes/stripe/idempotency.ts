import { createHash } from 'node:crypto';
import { ApiError } from './api-error';
import type { StoredAnswer } from './records';
import { ANSWER_LIFE_MS, type PaymentStore } from './store';

/** A fingerprint of a request: its address and its parameters, in any order. */
export function fingerprintOf(form: string): string {
  const pairs = [...new URLSearchParams(form)].map(([name, value]) => JSON.stringify([name, value]));
  return createHash('sha256').update(pairs.sort().join('\n')).digest('hex');
}

export interface KeyedRequest {
  readonly key: string;
  readonly endpoint: string;
  readonly fingerprint: string;
}

/**
 * The earlier answer under this key, or null (https://docs.stripe.com/api/idempotent_requests). Throws an {@link
 * ApiError} if the key was used for another request.
 */
export function storedAnswer(store: PaymentStore, request: KeyedRequest, now: number): StoredAnswer | null {
  if (request.key.length > 255) {
    throw new ApiError(400, 'Idempotency-Key must be at most 255 characters.', {}, 'idempotency_error');
  }
  const stored = store.state.answers.get(request.key);
  if (stored === undefined || stored.created * 1000 < now - ANSWER_LIFE_MS) return null;
  const hint = `Try using a key other than '${request.key}' if you meant to execute a different request.`;
  if (stored.endpoint !== request.endpoint) {
    const message =
      'Keys for idempotent requests can only be used for the same endpoint they were first used for ' +
      `('${stored.endpoint}' vs '${request.endpoint}'). ${hint}`;
    throw new ApiError(400, message, {}, 'idempotency_error');
  }
  if (stored.fingerprint !== request.fingerprint) {
    const message =
      'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
      hint;
    throw new ApiError(400, message, {}, 'idempotency_error');
  }
  return stored;
}
