import { subtractAmounts, sumAmounts } from '../money/money';
import type { InvoiceLine } from './invoice-document';

/** What lines with the same rate of tax add up to. */
export interface TaxGroup {
  readonly rate: string | null;
  readonly amount: string;
  readonly amountExclTax: string;
  readonly tax: string;
}

/** The rates of some lines, the highest first; what has no known rate is last. */
export function taxGroups(lines: readonly InvoiceLine[]): TaxGroup[] {
  const key = ({ rate }: Pick<InvoiceLine, 'rate'>) => (rate === null ? null : Number(rate));
  const rates = [...new Set(lines.map(key))].sort((a, b) => (b ?? -1) - (a ?? -1));
  return rates.map((rate) => {
    const same = lines.filter((line) => key(line) === rate);
    const amount = sumAmounts(same.map((line) => line.amount));
    const amountExclTax = sumAmounts(same.map((line) => line.amountExclTax));
    const tax = subtractAmounts(amount, amountExclTax);
    return { rate: same[0]?.rate ?? null, amount, amountExclTax, tax };
  });
}

export const totalOfLines = (lines: readonly InvoiceLine[]): string =>
  sumAmounts(lines.map(({ amount }) => amount));
