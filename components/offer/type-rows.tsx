import { useLocale, useTranslations } from 'next-intl';
import { availabilityText, sessionWords } from '@/lib/locale/availability';
import type { OfferTicket } from '@/lib/contract/offer';
import type { Session } from '@/lib/contract/session';
import { formatAmount } from '@/lib/money/money';
import type { TicketType } from '@/lib/storefront/common/offer/ticket-types';
import { Price } from '../price/price';
import { SaleEnd } from './sale-end';
import { TypeField, TypesHint } from './type-quantities';

export interface TypeRowsProps {
  readonly types: readonly TicketType[];
  /** With the sessions from which the form lets one choose, each of which says its own end of sale. */
  readonly tickets?: readonly OfferTicket[];
  /** The one that was chosen before the form. */
  readonly session?: Session | null;
  readonly fieldsOf: (offerId: string) => { readonly quantity: string; readonly price: string };
  readonly lang: string | undefined;
  readonly timezone: string | undefined;
  /** The most of one type. */
  readonly perHold: number;
  /** The offer that could not be held. */
  readonly refusedOffer?: string | undefined;
  /** What is wrong with the number of the only type. */
  readonly error?: string | undefined;
  /** The price of the only type on the page before, if it was another one. */
  readonly priceBefore?: string | undefined;
}

/** How much of it is left, if that is worth saying: a form that accepts any of them needs no words. */
function Left({ type: { offer, maximum }, perHold }: { type: TicketType; perHold: number }) {
  const state = useTranslations('shop.state');
  const left = maximum < perHold ? maximum : offer.availableQuantity;
  const words = sessionWords({ ...offer, availableQuantity: left });
  if (words.kind === 'available') return null;
  return <span className="block text-ink-soft">{availabilityText(state, words).text}</span>;
}

/** What a type of ticket costs, until when, and how much of it is left. */
function About({
  type,
  tickets,
  session,
  timezone,
  perHold,
  priceBefore,
}: TypeRowsProps & { type: TicketType }) {
  const t = useTranslations('shop.offer');
  const language = useLocale();
  const { offer, price } = type;
  return (
    <>
      <Price price={price} />
      {offer.realtimePriceRequired ? <span className="block text-ink-soft">{t('realtime')}</span> : null}
      {priceBefore === undefined ? null : (
        <strong className="block">
          {t('priceChanged', { before: formatAmount(priceBefore, language) })}
        </strong>
      )}
      <SaleEnd
        offer={offer}
        {...(tickets === undefined ? {} : { tickets })}
        session={session ?? null}
        timezone={timezone}
      />
      <Left type={type} perHold={perHold} />
    </>
  );
}

/** A line for each type of ticket: its name, its price, and how many. */
export function TypeRows(props: TypeRowsProps) {
  const { types, fieldsOf, lang, perHold, refusedOffer, error } = props;
  const t = useTranslations('shop.offer');
  const isOnly = types.length === 1;
  const left = isOnly ? 'quantityLeft' : 'typesLeft';
  const hints = Array.from({ length: perHold - 1 }, (_, index) => t(left, { max: index + 1 }));
  return (
    <fieldset aria-describedby="types-hint">
      <legend className="font-bold">{t('quantity')}</legend>
      <p id="types-hint" className="pb-2 text-small text-ink-soft">
        <TypesHint hints={hints} usual={t(isOnly ? 'quantityHint' : 'typesHint', { max: perHold })} />
      </p>
      {types.map((type) => {
        const { offer, price } = type;
        const fields = fieldsOf(offer.id);
        return (
          <div key={offer.id}>
            <input type="hidden" name={fields.price} value={price.amountInclTax} />
            <TypeField
              field={fields.quantity}
              min={isOnly ? 1 : 0}
              name={offer.product.name}
              lang={lang}
              fewer={t('fewer')}
              more={t('more')}
              isRefused={refusedOffer === offer.id}
              error={isOnly ? error : undefined}
              about={<About {...props} type={type} />}
            />
          </div>
        );
      })}
    </fieldset>
  );
}
