import { Decimal } from 'decimal.js';

// Half up, as tax is rounded in the euro area; wide enough for any sum that the database can hold.
const Money = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });

/** Amounts are EUR decimals with two places, as strings in all interfaces ("18.00"). Throws for anything else. */
function read(amount: string): Decimal {
  if (!/^-?\d+\.\d{2}$/.test(amount)) throw new Error(`not an amount: ${JSON.stringify(amount)}`);
  return new Money(amount);
}

/** unit × quantity. */
export function multiplyAmount(unit: string, quantity: number): string {
  return read(unit).times(quantity).toFixed(2);
}

/** The sum of amounts; "0.00" of none. */
export function sumAmounts(amounts: Iterable<string>): string {
  let sum = new Money(0);
  for (const amount of amounts) sum = sum.plus(read(amount));
  return sum.toFixed(2);
}

/** A fraction of an amount, rounded half up to the cent; 0.8 is 80 %. */
export function shareOfAmount(amount: string, share: number): string {
  return read(amount).times(share).toFixed(2);
}

/** amount × part ÷ whole, rounded half up to the cent; "0.00" if the whole is 0. */
export function proportionOfAmount(amount: string, part: string, whole: string): string {
  if (read(whole).isZero()) return '0.00';
  return read(amount).times(read(part)).dividedBy(read(whole)).toFixed(2);
}

/** a − b. */
export function subtractAmounts(a: string, b: string): string {
  return read(a).minus(read(b)).toFixed(2);
}

/** What `a` is more than `b`; "0.00" if it is not. */
export function amountAbove(a: string, b: string): string {
  return compareAmounts(a, b) > 0 ? subtractAmounts(a, b) : '0.00';
}

/** The smaller of two amounts. */
export function leastOf(a: string, b: string): string {
  return compareAmounts(a, b) < 0 ? a : b;
}

/** The amount without tax, rounded half up to the cent. `vatRate` is a fraction: "0.2" is 20 %. */
export function amountExclTax(amountInclTax: string, vatRate: string): string {
  return read(amountInclTax).dividedBy(new Money(1).plus(vatRate)).toFixed(2);
}

/** Below 0 when a < b, 0 when equal, above 0 when a > b. */
export function compareAmounts(a: string, b: string): number {
  return read(a).comparedTo(read(b));
}

/** What an amount in addition to the items of an order is: a fee above 0, a discount below; null: neither. */
export function feeKind(amount: string): 'fee' | 'discount' | null {
  const sign = compareAmounts(amount, '0.00');
  if (sign === 0) return null;
  return sign > 0 ? 'fee' : 'discount';
}

/** Whole cents, as payment providers count. */
export function toCents(amount: string): number {
  return read(amount).times(100).toNumber();
}

/** The amount of so many whole cents. */
export function fromCents(cents: number): string {
  return new Money(cents).dividedBy(100).toFixed(2);
}

const formats = new Map<string, Intl.NumberFormat>();

/** The amount as usual in the language: "€18.00", "18,00 €". */
export function formatAmount(amount: string, language: string): string {
  // One for each language, as in lib/locale/formats.ts.
  const format =
    formats.get(language) ?? new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' });
  formats.set(language, format);
  return format.format(read(amount).toNumber());
}
