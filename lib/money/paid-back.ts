import { sumAmounts } from './money';

type Way = 'cash' | 'terminal' | 'transfer' | 'other';

/**
 * How staff have paid back the payments of a purchase, and how much. `other`: at the provider's pages, or in ways that
 * differ; then the amount is null.
 */
export function paidBackOf(
  payments: readonly {
    readonly amount: string;
    readonly paidBack: 'cash' | 'terminal' | 'provider' | 'other' | null;
  }[],
): { way: Way; amount: string | null } {
  const back = payments.filter(({ paidBack }) => paidBack !== null);
  const [way, ...others] = new Set(back.map(({ paidBack }) => paidBack));
  if (way === undefined || way === null || way === 'provider' || others.length > 0)
    return { way: 'other', amount: null };
  const amount = sumAmounts(back.map((one) => one.amount));
  return { way: way === 'other' ? 'transfer' : way, amount };
}
