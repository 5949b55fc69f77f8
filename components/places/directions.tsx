import { useTranslations } from 'next-intl';
import type { LineTicket } from '@/lib/shop/values/checkout-values';
import type { Position } from '@/lib/contract/event';
import { mapLinks } from '@/lib/locale/map-links';

const link = 'inline-flex min-h-target items-center underline wrap-anywhere';

interface DirectionLinksProps {
  readonly name: string;
  readonly address: string;
  readonly position?: Position | null | undefined;
  /** Of the name, if it is not the page's. */
  readonly lang?: string | undefined;
}

/** How to get to a place: by a map in the browser, or by an app. */
export function DirectionLinks({ name, address, position = null, lang }: DirectionLinksProps) {
  const t = useTranslations('checkout.order');
  const addresses = mapLinks({ name, address, position });
  if (addresses === null) return null;
  // In a list of places, each link says which one it is about.
  const to = (
    <span className="sr-only" lang={lang}>
      {name}
    </span>
  );
  return (
    <p className="flex flex-wrap gap-x-5 text-small print:hidden">
      <a href={addresses.map} rel="noreferrer" className={link}>
        {t('directions')} {to}
      </a>
      {addresses.app === null ? null : (
        <a href={addresses.app} className={link}>
          {t('openMap')} {to}
        </a>
      )}
    </p>
  );
}

/** Where a ticket is valid: name, address, where one meets, and how to get there. */
export function Directions({ event, lang }: Pick<LineTicket, 'event'> & Pick<DirectionLinksProps, 'lang'>) {
  const t = useTranslations('checkout.items');
  const { venue = null, address = '', position, meetingPoint } = event ?? {};
  if (venue === null && meetingPoint === undefined) return null;
  return (
    <div>
      <p lang={lang}>
        {venue === null ? null : <strong>{venue}</strong>}
        {venue === null || address === '' ? null : <span className="block">{address}</span>}
        {meetingPoint === undefined ? null : (
          <span className="block">{t('meetingPoint', { place: meetingPoint })}</span>
        )}
      </p>
      {venue === null ? null : (
        <DirectionLinks name={venue} address={address} position={position} lang={lang} />
      )}
    </div>
  );
}
