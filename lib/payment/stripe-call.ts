import Stripe from 'stripe';
import { PaymentError } from './payment';

/** Converts the SDK's errors into ours. The messages are left out, because they may quote what was sent. */
export async function callStripe<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw toPaymentError(error);
  }
}

/** Reads a list in pages, and each of its items (null: left out); converts errors into ours. */
export async function* listAll<Item, Read>(
  pages: () => AsyncIterable<Item>,
  read: (item: Item) => Read | null,
): AsyncGenerator<Read> {
  try {
    for await (const item of pages()) {
      const one = read(item);
      if (one !== null) yield one;
    }
  } catch (error) {
    throw toPaymentError(error);
  }
}

function toPaymentError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const what = [error.type, error.code, error.statusCode].filter((part) => part !== undefined).join(' ');
  const idempotencyKeySpent = isKeySpent(error);
  return new PaymentError(`the payment provider answered: ${what}`, {
    retry: idempotencyKeySpent || !isPermanent(error),
    cause: error,
    idempotencyKeySpent,
    idempotencyKeyMayBeSpent: idempotencyKeySpent || (error.statusCode ?? 0) >= 500,
    code: error.code ?? null,
  });
}

/**
 * Stripe stores the answer to a request that began to run, a 500 included, for 24 hours under its idempotency key, marks
 * it when it gives it again, and refuses another request under the same key
 * (https://docs.stripe.com/api/idempotent_requests). A 5xx that is not marked proves nothing: it may come from a gateway,
 * while the request is still on its way to Stripe. A 409 means that the first request is still running: the key can
 * still be used, and the SDK does not make an idempotency error of it.
 */
function isKeySpent(error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true;
  return (error.statusCode ?? 0) >= 500 && error.headers?.['idempotent-replayed'] === 'true';
}

/** A refusal that would be the same every time. */
export function isPermanent(error: Error): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeIdempotencyError
  );
}
