import { goodwillEmail, type OrderEmail } from '../../../mail/order-emails';
import { sumAmounts } from '../../../money/money';
import type { CheckoutContext } from '../../context';
import { readRefunds } from '../../data/refund-store';
import type { Checkout } from '../../rules/checkout';
import type { Written } from './written';

/**
 * What staff have given back in all without cancelling tickets: one e-mail may tell of several refunds that have ended at the same
 * time. `begin` makes the link.
 */
export async function writeGoodwill(
  { database }: Pick<CheckoutContext, 'database'>,
  { id, customer }: Checkout,
  begin: () => Promise<OrderEmail>,
): Promise<Written> {
  const ended = (await readRefunds(database, id)).filter(
    ({ cause, state }) => cause === 'goodwill' && (state === 'done' || state === 'settled'),
  );
  if (customer === null || ended.length === 0) return { kind: 'needless' };
  const ways = [...new Set(ended.map(({ paidBack }) => paidBack ?? 'provider'))].map((way) => ({
    way,
    amount: sumAmounts(
      ended.filter(({ paidBack }) => (paidBack ?? 'provider') === way).map(({ amount }) => amount),
    ),
  }));
  return { kind: 'email', to: customer.email, email: goodwillEmail({ ...(await begin()), ways }) };
}
