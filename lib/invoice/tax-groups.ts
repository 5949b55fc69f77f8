import { amountExclTax, proportionOfAmount, subtractAmounts, sumAmounts } from '../money/money';
import type { InvoiceLine } from './invoice-document';

/** What lines with the same rate of tax add up to. */
export interface TaxGroup {
  readonly rate: string | null;
  readonly amount: string;
  readonly amountExclTax: string;
  readonly tax: string;
}

const rateOf = ({ rate }: Pick<InvoiceLine, 'rate'>) => (rate === null ? null : Number(rate));

/** The rates of some lines, the highest first; what has no known rate is last. */
export function taxGroups(lines: readonly InvoiceLine[]): TaxGroup[] {
  const rates = [...new Set(lines.map(rateOf))].sort((a, b) => (b ?? -1) - (a ?? -1));
  return rates.map((rate) => {
    const same = lines.filter((line) => rateOf(line) === rate);
    const amount = sumAmounts(same.map((line) => line.amount));
    const exclTax = sumAmounts(same.map((line) => line.amountExclTax));
    const tax = subtractAmounts(amount, exclTax);
    return { rate: same[0]?.rate ?? null, amount, amountExclTax: exclTax, tax };
  });
}

export const totalOfLines = (lines: readonly InvoiceLine[]): string =>
  sumAmounts(lines.map(({ amount }) => amount));

/**
 * The lines of an invoice with their amounts without tax. Tax is rounded once for each rate, from the sum of its amounts; so a
 * line has what it adds to the rounded sum of those before it. Without a known rate a line stays as it is.
 */
export function taxedLines(lines: readonly InvoiceLine[]): InvoiceLine[] {
  const sums = new Map<number | null, string>();
  return lines.map((line) => {
    const { rate, amount } = line;
    if (rate === null) return line;
    const before = sums.get(rateOf(line)) ?? '0.00';
    const after = sumAmounts([before, amount]);
    sums.set(rateOf(line), after);
    return {
      ...line,
      amountExclTax: subtractAmounts(amountExclTax(after, rate), amountExclTax(before, rate)),
    };
  });
}

/**
 * The lines of a credit note with their amounts without tax: what is then left of the invoice at each rate is rounded as that of
 * an invoice, and the note has the difference. So nothing is left of the tax when all is credited. `left`: the lines of
 * what is left before it.
 */
export function creditedLines(lines: readonly InvoiceLine[], left: readonly InvoiceLine[]): InvoiceLine[] {
  const open = new Map(taxGroups(left).map((group) => [rateOf(group), group]));
  return lines.map((line) => {
    const { rate } = line;
    const before = open.get(rateOf(line)) ?? { amount: '0.00', amountExclTax: '0.00' };
    const amount = subtractAmounts(before.amount, line.amount);
    const exclTax =
      rate === null
        ? proportionOfAmount(before.amountExclTax, amount, before.amount)
        : amountExclTax(amount, rate);
    const tax = subtractAmounts(amount, exclTax);
    open.set(rateOf(line), { rate, amount, amountExclTax: exclTax, tax });
    return { ...line, amountExclTax: subtractAmounts(before.amountExclTax, exclTax) };
  });
}
