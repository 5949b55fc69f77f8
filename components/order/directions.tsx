import { useTranslations } from 'next-intl';
import type { LineTicket } from '@/lib/checkout/queries';

const link = 'inline-flex min-h-target items-center underline';

/** Links of a place on a map, which no one else learns of until they are followed. */
function addressesOf({
  venue,
  address = '',
  position,
}: NonNullable<LineTicket['event']>): { map: string; app: string | null } | null {
  const name = venue ?? '';
  if (position) {
    const { latitude, longitude } = position;
    const at = `${latitude},${longitude}`;
    return {
      map: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`,
      app: `geo:${at}?q=${at}(${encodeURIComponent(name)})`,
    };
  }
  if (address === '') return null;
  const query = new URLSearchParams({ query: address });
  return { map: `https://www.openstreetmap.org/search?${query.toString()}`, app: null };
}

/** Where a ticket is valid: name, address, and how to get there. */
export function Directions({ event }: Pick<LineTicket, 'event'>) {
  const t = useTranslations('checkout.order');
  if (event === null || event.venue === null) return null;
  const addresses = addressesOf(event);
  return (
    <div>
      <p>
        <strong>{event.venue}</strong>
        {event.address ? <span className="block">{event.address}</span> : null}
      </p>
      {addresses === null ? null : (
        <p className="flex flex-wrap gap-x-5 text-small print:hidden">
          <a href={addresses.map} rel="noreferrer" className={link}>
            {t('directions')}
          </a>
          {addresses.app === null ? null : (
            <a href={addresses.app} className={link}>
              {t('openMap')}
            </a>
          )}
        </p>
      )}
    </div>
  );
}
