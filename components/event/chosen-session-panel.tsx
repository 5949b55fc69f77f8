import { useLocale, useTranslations } from 'next-intl';
import { isClosed, sessionWords } from '@/lib/locale/availability';
import { paths } from '@/lib/locale/paths';
import { formatDay } from '@/lib/locale/venue-time';
import type { ChosenSession } from '@/lib/storefront/shop/event/event-reading';
import type { CatalogView } from '@/lib/storefront/common/catalogue/views';
import { OfferOption } from '../offer/offer-option';
import { useSessionTime } from '../session/use-session-time';
import { Panel } from '../ui/panel';

interface ChosenSessionPanelProps {
  readonly catalog: Pick<CatalogView, 'id' | 'timezone' | 'lang'>;
  readonly chosen: ChosenSession;
}

export function ChosenSessionPanel({ catalog, chosen }: ChosenSessionPanelProps) {
  const t = useTranslations('shop.event');
  const wait = useTranslations('shop.waitingList');
  const language = useLocale();
  const { session, day, description, offers, waitable } = chosen;
  const title = t('ticketsFor', {
    day: formatDay(day, language),
    time: useSessionTime()(session, catalog.timezone),
  });
  const about =
    description === '' ? null : (
      <p lang={catalog.lang} className="pb-4 font-serif text-reading whitespace-pre-line">
        {description}
      </p>
    );
  const words = sessionWords(session);
  const waitHrefOf = (offerId: string) =>
    paths.waitingList(language, catalog.id, offerId, { session: session.id });
  const isOut = isClosed(words);
  const shown = isOut ? offers.filter(({ id }) => waitable.has(id)) : offers;
  const sentence = isOut ? t(`${words.kind}Session`) : shown.length === 0 ? t('noOffers') : null;
  return (
    <Panel id="tickets" title={title}>
      {about}
      {sentence === null ? null : <p className="font-serif text-reading">{sentence}</p>}
      {isOut && shown.length > 0 ? <p className="pt-3 pb-2">{wait('text')}</p> : null}
      <ul>
        {shown.map((offer) => (
          <OfferOption
            key={offer.id}
            offer={offer}
            hrefOf={(query) => paths.offer(language, catalog.id, offer.id, { session: session.id, ...query })}
            lang={catalog.lang}
            timezone={catalog.timezone}
            session={session}
            next={t('chooseOffer')}
            waitHref={waitable.has(offer.id) ? waitHrefOf(offer.id) : null}
          />
        ))}
      </ul>
    </Panel>
  );
}
