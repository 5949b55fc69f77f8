import { PaymentError, type ListedRefund, type Refund, type RefundRequest } from '../../../payment/payment';
import type { CheckoutContext } from '../../context';

export interface AskedRefund extends Required<Omit<RefundRequest, 'isPart'>> {
  isPart: boolean;
  /** The provider's id of the refund, if it is known. */
  refundId: string | null;
  /** An earlier request may have been sent. */
  wasAsked: boolean;
}

/** The provider forgets a key after a day; within an hour the same key is enough, also after a crash. */
const keyIsSureSeconds = 3600;

/** Whether a step that began then, and was tried so often, may have asked the provider. */
export function mayHaveAsked(step: { tries: number; attempts: number; secondsInState: number }): boolean {
  return step.tries > 0 || step.attempts > 0 || step.secondsInState > keyIsSureSeconds;
}

/**
 * Asks the provider for a refund, or what became of it. It is the only place that does, and refunds are known by the
 * request that made them: one that an earlier request made is found before another one is sent, and after a refusal,
 * which proves nothing about the requests before it. `failed`: the provider refuses, and has no such refund. `countAttempt`
 * is called when the key can't be used any more. Throws PaymentError when the provider has to be asked again.
 */
export async function askRefund(
  context: Pick<CheckoutContext, 'payments'>,
  { refundId, wasAsked, ...request }: AskedRefund,
  countAttempt: () => Promise<void>,
): Promise<Refund> {
  const { payments } = context;
  if (refundId !== null) return payments.getRefund(refundId);
  const made = wasAsked ? await findMade(context, request) : null;
  if (made !== null) return made;
  try {
    return await payments.refund(request);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    if (error.idempotencyKeySpent) await countAttempt();
    if (error.retry) throw error;
    return (await findMade(context, request)) ?? { id: null, status: 'failed' };
  }
}

/** The refund that this request has made and that has not failed; null if there is none (yet). */
export async function findMade(
  context: Pick<CheckoutContext, 'payments'>,
  { id, intent }: Pick<RefundRequest, 'id' | 'intent'>,
): Promise<ListedRefund | null> {
  const refunds = await listRefunds(context, intent);
  return refunds.find(({ requestId, status }) => requestId === id && status !== 'failed') ?? null;
}

/** Every refund of a payment at the provider, the newest first. */
export async function listRefunds(
  { payments }: Pick<CheckoutContext, 'payments'>,
  intent: string,
): Promise<ListedRefund[]> {
  const refunds: ListedRefund[] = [];
  for await (const refund of payments.listRefundsOf(intent)) refunds.push(refund);
  return refunds;
}
