import { useLocale, useTranslations } from 'next-intl';
import { isClosed, sessionWords } from '@/lib/locale/availability';
import { paths } from '@/lib/locale/paths';
import { formatDay, venueTime } from '@/lib/locale/venue-time';
import type { ChosenSession } from '@/lib/storefront/event-reading';
import type { CatalogView } from '@/lib/storefront/views';
import { OfferOption } from '../offer/offer-option';
import { Panel } from '../ui/panel';

interface ChosenSessionPanelProps {
  readonly catalog: Pick<CatalogView, 'id' | 'timezone' | 'lang'>;
  readonly chosen: ChosenSession;
}

export function ChosenSessionPanel({ catalog, chosen }: ChosenSessionPanelProps) {
  const t = useTranslations('shop.event');
  const language = useLocale();
  const { session, day, description, offers } = chosen;
  const title = t('ticketsFor', {
    day: formatDay(day, language),
    time: venueTime(session.occursAt, catalog.timezone),
  });
  const about =
    description === '' ? null : (
      <p lang={catalog.lang} className="pb-4 font-serif text-reading whitespace-pre-line">
        {description}
      </p>
    );
  const words = sessionWords(session);
  if (isClosed(words) || offers.length === 0) {
    return (
      <Panel id="tickets" title={title}>
        {about}
        <p className="font-serif text-reading">{t(isClosed(words) ? `${words.kind}Session` : 'noOffers')}</p>
      </Panel>
    );
  }
  return (
    <Panel id="tickets" title={title}>
      {about}
      <ul>
        {offers.map((offer) => (
          <OfferOption
            key={offer.id}
            offer={offer}
            hrefOf={(query) => paths.offer(language, catalog.id, offer.id, { session: session.id, ...query })}
            lang={catalog.lang}
            next={t('chooseOffer')}
          />
        ))}
      </ul>
    </Panel>
  );
}
