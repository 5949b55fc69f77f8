import { getTranslations } from 'next-intl/server';
import type { Language } from '../../../locale/languages';
import { formatDay } from '../../../locale/venue-time';
import {
  addressIn,
  type GiftDays,
  type GiftField,
  longestGiftName,
  longestMessage,
  mostMessageLines,
} from '../../../shop/rules/gift';

export const giftTexts = (language: Language) =>
  getTranslations({ locale: language, namespace: 'checkout.gift' });

/** The limits in words, for hints and errors. */
export function giftLimits(days: GiftDays, language: Language) {
  return {
    longest: longestGiftName,
    most: longestMessage,
    lines: mostMessageLines,
    first: formatDay(days.first, language, 'long'),
    last: formatDay(days.last, language, 'long'),
  };
}

/** What is wrong in a field: of an address in the message, which piece of it. */
export async function giftError(
  field: GiftField,
  typed: { readonly message: string },
  days: GiftDays,
  language: Language,
): Promise<string> {
  const t = await giftTexts(language);
  const piece = field === 'message' ? addressIn(typed.message) : null;
  if (piece !== null) return t('errors.address', { piece });
  return t(`errors.${field}`, giftLimits(days, language));
}

/** Asks once about an address that looks mistyped. Pressing the button again keeps it. */
export async function askAboutGiftAddress(better: string, typed: string, language: Language) {
  const t = await giftTexts(language);
  return { title: t('notChanged'), text: t('suggestion', { better, typed }), field: 'email' as const };
}
