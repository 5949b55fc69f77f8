import { useLocale, useTranslations } from 'next-intl';
import { isClosed, sessionWords } from '@/lib/locale/availability';
import { paths } from '@/lib/locale/paths';
import type { EventPage } from '@/lib/storefront/shop/event/events';
import type { EventTickets } from '@/lib/storefront/shop/event/event-tickets';
import { OfferOption } from '../offer/offer-option';

interface OtherOffersProps {
  readonly catalog: EventPage['catalog'];
  readonly tickets: EventTickets;
}

/** Offers that have a form on their own page: those over several events; or all, to wait for one, if nothing is left. */
export function OtherOffers({ catalog, tickets }: OtherOffersProps) {
  const t = useTranslations('shop.event');
  const wait = useTranslations('shop.waitingList');
  const language = useLocale();
  const { session, types, others, waitable } = tickets;
  const isOut = session !== null && isClosed(sessionWords(session));
  const shown = isOut ? others.filter(({ id }) => waitable.has(id)) : others;
  if (shown.length === 0) return null;
  const chosen = session === null ? {} : { session: session.id };
  return (
    <>
      {types.length > 0 ? (
        <p className="mt-6 border-t border-rule pt-4 font-bold">{t('otherOffers')}</p>
      ) : null}
      {isOut ? <p className="pt-3 pb-2">{wait('text')}</p> : null}
      <ul>
        {shown.map((offer) => (
          <OfferOption
            key={offer.id}
            offer={offer}
            hrefOf={(query) => paths.offer(language, catalog.id, offer.id, { ...chosen, ...query })}
            lang={catalog.lang}
            timezone={catalog.timezone}
            {...(session === null ? {} : { session })}
            next={t('chooseOffer')}
            waitHref={
              waitable.has(offer.id) ? paths.waitingList(language, catalog.id, offer.id, chosen) : null
            }
          />
        ))}
      </ul>
    </>
  );
}

/** Why nothing can be held: a sentence, or null if something can. */
export function useClosedText({ chosen, tickets, selected }: EventPage): string | null {
  const t = useTranslations('shop.event');
  const product = useTranslations('shop.product');
  if (chosen === 'not_found') return t('sessionNotFound');
  if (tickets === null) return t('soldOutDay');
  const { session, types, others } = tickets;
  if (session !== null) {
    const words = sessionWords(session);
    if (isClosed(words)) return t(`${words.kind}Session`);
    return types.length > 0 || others.length > 0 ? null : t('noOffers');
  }
  return types.length > 0 || others.length > 0 || selected === null ? null : product('noDay');
}
