import { useTranslations } from 'next-intl';
import type { LineTicket } from '@/lib/checkout/queries';
import { mapLinks } from '@/lib/locale/map-links';

const link = 'inline-flex min-h-target items-center underline';

/** Where a ticket is valid: name, address, and how to get there. */
export function Directions({ event }: Pick<LineTicket, 'event'>) {
  const t = useTranslations('checkout.order');
  if (event === null || event.venue === null) return null;
  const { venue, address = '', position = null } = event;
  const addresses = mapLinks({ name: venue, address, position });
  return (
    <div>
      <p>
        <strong>{venue}</strong>
        {address === '' ? null : <span className="block">{address}</span>}
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
