import type { InvoiceLine } from '../../invoice/invoice-document';
import { taxGroups } from '../../invoice/tax-groups';
import { fromCents, toCents } from '../../money/money';

type Rate = number | null;
const rateOf = ({ rate }: Pick<InvoiceLine, 'rate'>): Rate => (rate === null ? null : Number(rate));

const centsByRate = (lines: readonly InvoiceLine[]) =>
  new Map(taxGroups(lines).map((group) => [rateOf(group), toCents(group.amount)]));

/**
 * The lines of a credit note with no more at any rate than is left at it: what is refunded for tickets is divided among their
 * rates to the cent, and several notes may have rounded in one direction. The last one takes what is left at each
 * rate. The sum stays the same. `left`: the lines of what is left; `text`: of a line for a rate that the note does not have.
 */
export function withinLeft(
  lines: readonly InvoiceLine[],
  left: readonly InvoiceLine[],
  text: string,
): InvoiceLine[] {
  const [own, open] = [centsByRate(lines), centsByRate(left)];
  const total = (of: ReadonlyMap<Rate, number>) => [...of.values()].reduce((sum, cents) => sum + cents, 0);
  const isLast = total(own) === total(open);
  const rates = [...new Set([...own.keys(), ...open.keys()])].filter((rate) => isLast || own.has(rate));
  const excess = rates.map((rate) => [rate, (own.get(rate) ?? 0) - (open.get(rate) ?? 0)] as const);
  const room = [...open].map(([rate, cents]) => [rate, cents - (own.get(rate) ?? 0)] as const);
  const above = (list: readonly (readonly [Rate, number])[]) => list.filter(([, cents]) => cents > 0);
  const [over, under] = [new Map(above(excess)), new Map(above(room))];
  // Where there is no room for it, it stays where it is.
  const moved = Math.min(total(over), total(under));
  let result = [...lines];
  for (const [from, sign] of [
    [over, -1],
    [under, 1],
  ] as const) {
    let still = moved;
    for (const [rate, cents] of from) {
      const part = Math.min(cents, still);
      still -= part;
      if (part > 0) result = withMore(result, { rate, cents: sign * part, left, text });
    }
  }
  return result;
}

interface More {
  readonly rate: Rate;
  readonly cents: number;
  readonly left: readonly InvoiceLine[];
  readonly text: string;
}

/** With so much more in the largest line of the rate, or in a line of its own. */
function withMore(lines: readonly InvoiceLine[], { rate, cents, left, text }: More): InvoiceLine[] {
  const isSame = (line: InvoiceLine) => rateOf(line) === rate;
  const [largest] = lines.filter(isSame).toSorted((a, b) => toCents(b.amount) - toCents(a.amount));
  if (largest !== undefined) {
    const amount = fromCents(toCents(largest.amount) + cents);
    return lines.map((line) => (line === largest ? { ...line, amount } : line));
  }
  const [like] = left.filter(isSame);
  if (like === undefined) return [...lines];
  return [...lines, lineOfRate(like, text, fromCents(cents))];
}

/** A line about the rate of another one that is about none of its units. */
export function lineOfRate(
  { text: details, lang, rate, amountExclTax }: InvoiceLine,
  text: string,
  amount: string,
): InvoiceLine {
  const own = lang === undefined ? {} : { lang };
  return { order: null, item: null, text, details, ...own, quantity: 1, amount, amountExclTax, rate };
}
