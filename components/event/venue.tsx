import { useTranslations } from 'next-intl';

/** Where it is. */
export function Venue({ venue }: { venue: { readonly name: string; readonly address: string } | null }) {
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
