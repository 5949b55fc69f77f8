import { goodwillEmail, type OrderEmail } from '../../../mail/order-emails';
import type { CheckoutContext } from '../../context';
import { readRefunds } from '../../data/refund-store';
import type { Checkout } from '../../rules/checkout';
import type { Written } from './written';

/** Of the last goodwill that was given back: the customer is told of each when it has ended. `begin` makes the link. */
export async function writeGoodwill(
  { database }: Pick<CheckoutContext, 'database'>,
  { id, customer }: Checkout,
  begin: () => Promise<OrderEmail>,
): Promise<Written> {
  const ended = (await readRefunds(database, id))
    .filter(({ cause, state }) => cause === 'goodwill' && (state === 'done' || state === 'settled'))
    .toSorted((one, other) => other.enteredAt.getTime() - one.enteredAt.getTime());
  const [last] = ended;
  if (customer === null || last === undefined) return { kind: 'needless' };
  const { amount, paidBack } = last;
  return {
    kind: 'email',
    to: customer.email,
    email: goodwillEmail({ ...(await begin()), amount, way: paidBack ?? 'provider' }),
  };
}
