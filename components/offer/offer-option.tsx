import { useTranslations } from 'next-intl';
import type { Offer } from '@/lib/contract/offer';
import type { Session } from '@/lib/contract/session';
import { availabilityText, sessionWords } from '@/lib/locale/availability';
import { usePriceText } from '../price/use-price-text';
import { LiveState } from '../session/live-availability';
import { ButtonLink } from '../ui/button-link';
import { Price } from '../price/price';
import { SaleEnd } from './sale-end';

interface OfferOptionProps {
  offer: Offer;
  /** `query`: what the page of the offer has to know. */
  hrefOf: (query: Readonly<Record<string, string>>) => string;
  lang: string | undefined;
  timezone: string | undefined;
  /** The chosen one; missing: none is. */
  session?: Pick<Session, 'occursAt' | 'saleEndsAt'>;
  next: string;
  /** The form for its waiting list, if it or the chosen session is sold out; null: there is no waiting list. */
  waitHref: string | null;
}

export function OfferOption(props: OfferOptionProps) {
  const { offer, hrefOf, lang, timezone, session = null, next, waitHref } = props;
  const t = useTranslations('shop');
  const price = usePriceText()(offer.price.amountInclTax);
  const state = availabilityText(useTranslations('shop.state'), sessionWords(offer));
  // What the day has left says nothing about a session without places.
  const isLeftElsewhere = waitHref !== null && !state.isSoldOut;
  return (
    <li className="border-t border-rule py-4 first:border-t-0">
      <h4 className="text-[1.1875rem] leading-6 font-bold" lang={lang}>
        {offer.product.name}
      </h4>
      {offer.tickets.length > 1 ? (
        <p className="pt-1 text-small">
          {t('product.includes')}{' '}
          <span lang={lang}>{offer.tickets.map((ticket) => ticket.name).join(' + ')}</span>
        </p>
      ) : null}
      <div className="flex items-center justify-between gap-4 pt-2">
        <div className="flex flex-col">
          <Price price={offer.price} className="text-lead" />
          {state.isSoldOut ? null : <SaleEnd offer={offer} session={session} timezone={timezone} />}
          <span className="text-small text-ink-soft">
            {isLeftElsewhere ? null : <LiveState id={offer.id} initial={state} />}
          </span>
        </div>
        {state.isSoldOut || waitHref !== null ? null : (
          <ButtonLink
            href={hrefOf(offer.realtimePriceRequired ? { price: offer.price.amountInclTax } : {})}
            aria-label={t('event.chooseOfferLabel', { name: offer.product.name, price })}
          >
            {next}
          </ButtonLink>
        )}
      </div>
      {waitHref === null ? null : (
        <ButtonLink href={waitHref} variant="secondary" className="mt-3 w-full">
          {t('waitingList.button')}{' '}
          <span className="sr-only" lang={lang}>
            {offer.product.name}
          </span>
        </ButtonLink>
      )}
      {offer.realtimePriceRequired ? (
        <p className="pt-2 text-small text-ink-soft">{t('product.realtime')}</p>
      ) : null}
    </li>
  );
}
