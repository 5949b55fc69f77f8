import { useTranslations } from 'next-intl';
import { availabilityText, sessionWords } from '@/lib/locale/availability';
import type { OfferTicket } from '@/lib/contract/offer';
import type { TicketType } from '@/lib/storefront/common/offer/ticket-types';
import { Price } from '../price/price';
import { SaleEnd } from './sale-end';
import { TypeField, TypesHint } from './type-quantities';

interface TypeRowsProps {
  readonly types: readonly TicketType[];
  readonly tickets: readonly OfferTicket[];
  readonly fieldsOf: (offerId: string) => { readonly quantity: string; readonly price: string };
  readonly lang: string | undefined;
  readonly timezone: string | undefined;
  /** The most of one type. */
  readonly perHold: number;
  /** The offer that could not be held. */
  readonly refusedOffer: string | undefined;
}

/** How much of it is left, if that is worth saying: a form that accepts any of them needs no words. */
function Left({ type: { offer, maximum }, perHold }: { type: TicketType; perHold: number }) {
  const state = useTranslations('shop.state');
  const left = maximum < perHold ? maximum : offer.availableQuantity;
  const words = sessionWords({ ...offer, availableQuantity: left });
  if (words.kind === 'available') return null;
  return <span className="block text-ink-soft">{availabilityText(state, words).text}</span>;
}

/** One number field for each type of ticket, and the price with each number field. */
export function TypeRows({ types, tickets, fieldsOf, lang, timezone, perHold, refusedOffer }: TypeRowsProps) {
  const t = useTranslations('shop.offer');
  const hints = Array.from({ length: perHold - 1 }, (_, index) => t('typesLeft', { max: index + 1 }));
  return (
    <fieldset aria-describedby="types-hint">
      <legend className="font-bold">{t('quantity')}</legend>
      <p id="types-hint" className="pb-2 text-small text-ink-soft">
        <TypesHint hints={hints} usual={t('typesHint', { max: perHold })} />
      </p>
      {types.map((type) => {
        const { offer, price } = type;
        const fields = fieldsOf(offer.id);
        return (
          <div key={offer.id}>
            <input type="hidden" name={fields.price} value={price.amountInclTax} />
            <TypeField
              field={fields.quantity}
              name={offer.product.name}
              lang={lang}
              fewer={t('fewer')}
              more={t('more')}
              isWrong={refusedOffer === offer.id}
              about={
                <>
                  <Price price={price} />
                  <SaleEnd offer={offer} tickets={tickets} timezone={timezone} />
                  <Left type={type} perHold={perHold} />
                </>
              }
            />
          </div>
        );
      })}
    </fieldset>
  );
}
