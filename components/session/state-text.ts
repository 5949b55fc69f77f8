import type { useTranslations } from 'next-intl';
import { availabilityWords, type SessionWords } from '@/lib/locale/availability';

type StateWords = ReturnType<typeof useTranslations<'shop.state'>>;

/** How much is left, in words: "12 left", "Last 3", "Sold out", "Available". */
export function stateText(t: StateWords, availableQuantity: number | null): string {
  return wordsText(t, availabilityWords(availableQuantity));
}

/** The same of a session, which may not be sold at all: "Cancelled". */
export function wordsText(t: StateWords, words: SessionWords): string {
  return 'count' in words ? t(words.kind, { count: words.count }) : t(words.kind);
}
