import { useTranslations } from 'next-intl';
import type { EventView } from '@/lib/storefront/common/catalogue/views';
import { addressAfterName } from '@/lib/locale/venue-address';
import { DirectionLinks } from '../places/directions';

interface VenueProps extends Pick<EventView, 'venue'> {
  /** The language of its name and address, if it is not the page's. */
  readonly lang: string | undefined;
}

/** Where an event takes place: the whole address, and how to get there. */
export function Venue({ venue, lang }: VenueProps) {
  const t = useTranslations('shop.event');
  if (venue === null) return null;
  const address = addressAfterName(venue);
  return (
    <div className="text-small">
      <p>
        <span className="sr-only">{t('venue')} </span>
        <span lang={lang}>
          <strong>{venue.name}</strong>
          {address === '' ? null : <span className="text-ink-soft"> · {address}</span>}
        </span>
      </p>
      <DirectionLinks {...venue} lang={lang} />
    </div>
  );
}
