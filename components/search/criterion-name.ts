import { languageName } from '@/lib/locale/formats';
import { useLocale, useTranslations } from 'next-intl';
import {
  accessibilityFeatures,
  eventCategories,
  type AccessibilityFeature,
  type EventCategory,
} from '@/lib/contract/event';
import type { CriteriaName } from '@/lib/discovery/criteria';
import type { NamedDay } from '@/lib/discovery/days';
import type { ShownMeaning } from '@/lib/storefront/shop/search/discovery';
import { isDay } from '@/lib/locale/calendar';
import { formatDay } from '@/lib/locale/venue-time';
import { compactPrice } from '../price/compact-price';

/** Names what words of a search mean: "Today · Evening". */
export function useMeaningName(): (meanings: readonly ShownMeaning[]) => string {
  const [t, offer] = [useTranslations('search'), useTranslations('shop.offer')];
  const nameOf = useCriterionName();
  const named = (meaning: ShownMeaning) => {
    switch (meaning.kind) {
      case 'day':
        return nameOf('day', meaning.value);
      case 'named':
        return meaning.value;
      case 'part':
        return t(`parts.${meaning.value}`);
      case 'price':
      case 'accessibility':
        return nameOf(meaning.kind, meaning.value);
      case 'giftCard':
        return offer('giftCard');
      case 'audience':
        return t(`audiences.${meaning.value}`);
    }
  };
  return (meanings) => meanings.map(named).join(' · ');
}

/** Names the value of a criterion for customers: "Today", "Up to €10", "French". */
export function useCriterionName(): (name: CriteriaName, value: string) => string {
  const t = useTranslations('search');
  const language = useLocale();
  return (name, value) => {
    switch (name) {
      case 'day':
      case 'from':
      case 'until':
        return isDay(value) ? formatDay(value, language, 'short') : t(`days.${value as NamedDay}`);
      case 'category':
        return eventCategories.some((one) => one === value)
          ? t(`categories.${value as EventCategory}`)
          : value;
      case 'accessibility':
        return accessibilityFeatures.some((one) => one === value)
          ? t(`features.${value as AccessibilityFeature}`)
          : value;
      case 'price':
        return value === '0'
          ? t('free')
          : t('atMost', { price: compactPrice(value.includes('.') ? value : `${value}.00`, language) });
      case 'language':
        return languageName(value, language);
      case 'tickets':
        return t('withTickets');
      case 'q':
      case 'catalog':
      case 'place':
      case 'sort':
        return value;
    }
  };
}
