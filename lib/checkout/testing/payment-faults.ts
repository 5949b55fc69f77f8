import { refusal } from './payment-answers';
import type { WireAnswer, WireRequest } from './wire';

/** `cut_after`: carried out, the answer kept under its key, and the connection broken. `failed`: refused for good. */
export type IntentFault = 'cut_after' | 'failed';

/**
 * `error_before`, `error_after`: a 500, not carried out or carried out, which is kept under its key for a day, as Stripe
 * does. `busy`: a 429, which is not kept. `other_form`: the key was used with other parameters before. `refused`: a 400,
 * not kept either.
 */
const answerFaults = ['error_before', 'error_after', 'busy', 'other_form', 'refused'] as const;
export type AnswerFault = (typeof answerFaults)[number];

/** How the next requests go. */
export interface FaultQueues {
  openFaults: (AnswerFault | null)[];
  refundFaults: (AnswerFault | 'cut_after' | 'pending' | 'failed' | null)[];
  captureFaults: IntentFault[];
  voidFaults: IntentFault[];
}

/** What was answered under which idempotency key. */
export type StoredAnswers = Map<string, { form: string; answer: WireAnswer }>;

export function takeIntentFault(
  server: Pick<FaultQueues, 'captureFaults' | 'voidFaults'>,
  { method, path }: WireRequest,
): IntentFault | undefined {
  if (method !== 'POST') return undefined;
  if (path.endsWith('/capture')) return server.captureFaults.shift();
  return path.endsWith('/cancel') ? server.voidFaults.shift() : undefined;
}

/** Takes the fault of this request only when it is one that changes the answer; others are left to the operation. */
export function takeAnswerFault(
  server: Pick<FaultQueues, 'openFaults' | 'refundFaults'>,
  { method, path }: WireRequest,
): AnswerFault | null {
  if (method !== 'POST') return null;
  const faults =
    path === '/v1/checkout/sessions' ? server.openFaults : path === '/v1/refunds' ? server.refundFaults : [];
  const fault = faults[0] === null ? null : answerFaults.find((one) => one === faults[0]);
  if (fault === undefined) return null;
  faults.shift();
  return fault;
}

/** Carries a request out once under its key. The first answer is kept, an error of the server too. */
export function answerOnce(
  answers: StoredAnswers,
  request: WireRequest,
  fault: AnswerFault | null,
  run: () => WireAnswer,
): WireAnswer {
  if (fault === 'busy') return refusal('rate_limit_error', 'rate_limit', 'too many requests', 429);
  if (fault === 'refused') return refusal('invalid_request_error', 'parameter_invalid_string', 'no');
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || request.method !== 'POST') return run();
  const form = `${request.path}?${request.body}`;
  if (fault === 'other_form') answers.set(key, { form: '', answer: 'cut' });
  const earlier = answers.get(key);
  if (earlier !== undefined) {
    return earlier.form === form
      ? earlier.answer
      : refusal('idempotency_error', undefined, 'another request under the same key');
  }
  const answer = fault === null ? run() : failing(fault, run);
  // A cut connection: carried out, and the answer lost.
  if (answer !== 'cut') answers.set(key, { form, answer });
  return answer;
}

function failing(fault: AnswerFault, run: () => WireAnswer): WireAnswer {
  if (fault === 'error_after') run();
  const headers = { 'stripe-should-retry': 'false' };
  return { status: 500, body: { error: { type: 'api_error', message: 'something went wrong' } }, headers };
}
