import { idSchema } from '../../../contract/iri';
import { databaseNow } from '../../../database/database-now';
import type { OpenedPayment, PaymentSession } from '../../../payment/payment';
import type { CheckoutContext } from '../../context';
import { paymentsOfSessions } from '../../data/rebuilt-store';
import { isUnsettled, type Payment } from '../../rules/checkout';

/** A page may have been opened before the restored moment, and its answer stored after it; and clocks differ. */
export const marginMilliseconds = 60 * 60_000;
const askedAtOnce = 500;

/** A page of the provider. `payment`: here, which is not known to be paid; null: there is none. */
export interface Unsettled {
  opened: OpenedPayment;
  payment: Payment | null;
}

export type Secured = Extract<PaymentSession['state'], { status: 'paid' | 'authorized' }>;

/** Pages that can be paid or were paid, as far as that is not known here, the one that was opened first before the others. */
export async function readUnsettled(
  { database, payments }: CheckoutContext,
  from: Date,
): Promise<Unsettled[]> {
  const until = new Date((await databaseNow(database)).getTime() + marginMilliseconds);
  const unsettled: Unsettled[] = [];
  let some: OpenedPayment[] = [];
  const compare = async () => {
    const known = await paymentsOfSessions(
      database,
      some.map(({ session }) => session.id),
    );
    for (const opened of some) {
      const payment = known.get(opened.session.id) ?? null;
      if (payment === null || isUnsettled(payment.state)) unsettled.push({ opened, payment });
    }
    some = [];
  };
  for await (const opened of payments.listPayments(from, until)) {
    // It can't be paid any more, or another program at the same account has opened it.
    if (opened.session.state.status === 'closed' || opened.session.checkoutId === null) continue;
    if (some.push(opened) === askedAtOnce) await compare();
  }
  await compare();
  // Of those of one second, the provider names the newest first.
  return unsettled
    .reverse()
    .sort((one, other) => one.opened.createdAt.getTime() - other.opened.createdAt.getTime());
}

/** Another shop may use the provider's account, or the same shop in another environment. */
export function isOurs(
  { storefrontUrl }: Pick<CheckoutContext, 'storefrontUrl'>,
  { session, successUrl, reference }: OpenedPayment,
): boolean {
  const isHere = successUrl?.startsWith(`${storefrontUrl}/`) === true;
  return isHere && reference !== null && idSchema.safeParse(session.checkoutId).success;
}
