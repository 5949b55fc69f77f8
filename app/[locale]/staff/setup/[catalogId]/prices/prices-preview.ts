import { getLocale, getTranslations } from 'next-intl/server';
import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { formatDay } from '@/lib/locale/venue-time';
import { formatAmount } from '@/lib/money/money';
import type { PricesDone } from '@/lib/setup/prices';
import { unlessSeen } from '@/lib/storefront/staff/setup/seen-preview';
import type { Preview } from '@/lib/storefront/staff/setup/setup-problem';
import { typedFields } from '@/lib/storefront/staff/setup/typed';

/** Prices are saved only when it was shown how much they are, and for how many days. */
export async function stopForPrices(seen: { intent: string; seen: string }, form: FormData) {
  const typed = typedFields(form);
  const would = await getTranslations('setup.would');
  const t = await getTranslations('setup.prices');
  const language = await getLocale();
  const day = (date: string | null) => (date === null ? '' : formatDay(date, language, 'short'));
  return ({ days, first, last, price, originalPrice, unused }: PricesDone): Preview | null => {
    const title = t('would', { days, first: day(first), last: day(last) });
    const amount = formatAmount(price, language);
    const lines = [
      originalPrice === null
        ? t('amount', { price: amount })
        : t('reduced', { price: amount, before: formatAmount(originalPrice, language) }),
      ...(unused.length > 0
        ? [would('unused', { count: unused.length, days: unused.slice(0, 10).map(day).join('; ') })]
        : []),
    ];
    return unlessSeen(seen, typed, { kind: 'preview', title, lines });
  };
}

export const pricesSaved = (language: Language, { catalogId, thing }: { catalogId: string; thing: string }) =>
  paths.staffSetupPart(language, catalogId, 'prices', { key: thing, done: 'saved' });
