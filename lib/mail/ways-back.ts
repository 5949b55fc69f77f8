import type { EmailTranslate } from '../locale/email-messages';
import type { Language } from '../locale/languages';
import { compareAmounts, formatAmount } from '../money/money';

/** How money is paid back: by the payment provider, or by staff; `counter`: staff will. */
export type WayBack = 'provider' | 'cash' | 'terminal' | 'other' | 'counter';

export interface AmountBack {
  way: WayBack;
  amount: string;
}

export const isSome = (amount: string) => compareAmounts(amount, '0.00') > 0;

/** What the provider returns alone is in a paragraph of its own; several ways have each its amount. */
export function waysBackTexts(ways: readonly AmountBack[], language: Language, t: EmailTranslate): string[] {
  const textOf = (way: WayBack) => {
    if (way === 'provider') return t('email.cancelled.money');
    return way === 'counter' ? t('email.cancelled.atCounter') : t(`cancellation.staff.paidBack.${way}`);
  };
  if (ways.length > 1)
    return ways.map(({ way, amount }) => `${formatAmount(amount, language)}: ${textOf(way)}`);
  return ways.flatMap(({ way }) => (way === 'provider' ? [] : [textOf(way)]));
}
