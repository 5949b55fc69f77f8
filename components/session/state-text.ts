import type { useTranslations } from 'next-intl';
import { availabilityWords } from '@/lib/locale/availability';

type StateWords = ReturnType<typeof useTranslations<'shop.state'>>;

/** How much is left, in words: "12 left", "Last 3", "Sold out", "Available". */
export function stateText(t: StateWords, availableQuantity: number | null): string {
  const words = availabilityWords(availableQuantity);
  switch (words.kind) {
    case 'available':
      return t('available');
    case 'left':
      return t('left', { count: words.count });
    case 'last':
      return t('last', { count: words.count });
    case 'soldOut':
      return t('soldOut');
  }
}
