import type { Language } from '@/lib/locale/languages';
import { compareAmounts, formatAmount } from '@/lib/money/money';

/** A price for little room: "€18", and "€18.50" if there are cents. */
export function compactPrice(amount: string, language: Language): string {
  const full = formatAmount(amount, language);
  const isWhole = amount.endsWith('.00') && compareAmounts(amount, '0.00') >= 0;
  return isWhole ? full.replace(/[.,]00(?!\d)/, '') : full;
}
