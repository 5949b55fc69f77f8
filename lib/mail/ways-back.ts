import type { EmailTranslate } from '../locale/email-messages';
import type { Language } from '../locale/languages';
import { compareAmounts, formatAmount } from '../money/money';

/** How money is paid back: by the payment provider, or by staff; `counter`: staff will. */
export type WayBack = 'provider' | 'cash' | 'terminal' | 'other' | 'counter';

export interface AmountBack {
  way: WayBack;
  amount: string;
}

export interface MoneyBack {
  amount: string;
  /** In which ways it goes back, and how much in each. */
  ways: readonly AmountBack[];
  /** What was given back before the tickets were cancelled. */
  givenBefore: string;
  /** What is back on a gift card. */
  returned: string;
}

export const isSome = (amount: string) => compareAmounts(amount, '0.00') > 0;

export function wayBackText(way: WayBack, t: EmailTranslate): string {
  if (way === 'provider') return t('email.cancelled.money');
  return way === 'counter' ? t('email.cancelled.atCounter') : t(`cancellation.staff.paidBack.${way}`);
}

/**
 * What the provider returns alone is in a paragraph of its own; several ways have each its amount. What was given back
 * before is said last.
 */
export function waysBackTexts(
  { amount, ways, givenBefore, returned }: MoneyBack,
  language: Language,
  t: EmailTranslate,
): string[] {
  const before = isSome(amount)
    ? t('email.cancelled.partGivenBack', { amount: formatAmount(givenBefore, language) })
    : t('email.cancelled.givenBack');
  return [
    ...(ways.length > 1
      ? ways.map((one) => `${formatAmount(one.amount, language)}: ${wayBackText(one.way, t)}`)
      : ways.flatMap(({ way }) => (way === 'provider' ? [] : [wayBackText(way, t)]))),
    ...(isSome(givenBefore) ? [before] : []),
    ...(isSome(returned)
      ? [t('cancellation.terms.returned', { amount: formatAmount(returned, language) })]
      : []),
  ];
}
