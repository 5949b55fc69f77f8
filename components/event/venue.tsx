import { useTranslations } from 'next-intl';
import type { EventView } from '@/lib/storefront/views';

export function Venue({ venue }: Pick<EventView, 'venue'>) {
  const t = useTranslations('shop.event');
  if (venue === null) return null;
  return (
    <p className="text-small">
      <span className="sr-only">{t('venue')}: </span>
      <strong>{venue.name}</strong>
      {venue.address === '' ? null : <span className="text-ink-soft"> · {venue.address}</span>}
    </p>
  );
}
