import { getLocale, getTranslations } from 'next-intl/server';
import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { formatDay } from '@/lib/locale/venue-time';
import type { PricesDone } from '@/lib/setup/prices';
import type { Preview } from '@/lib/storefront/staff/setup/setup-problem';
import { seenText } from '../../preview-lines';

/** Prices are saved only when it was shown how many days they are for. */
export async function stopForPrices({ intent, seen }: { intent: string; seen: string }) {
  const t = await getTranslations('setup.prices');
  const language = await getLocale();
  const day = (date: string | null) => (date === null ? '' : formatDay(date, language, 'short'));
  return ({ days, first, last }: PricesDone): Preview | null => {
    const title = t('would', { days, first: day(first), last: day(last) });
    const preview = { kind: 'preview', title, lines: [] } as const;
    return intent === 'save' && seen === seenText(preview) ? null : preview;
  };
}

export const pricesSaved = (language: Language, { catalogId, thing }: { catalogId: string; thing: string }) =>
  paths.staffSetupPart(language, catalogId, 'prices', { key: thing, done: 'saved' });
