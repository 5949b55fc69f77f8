import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { availabilityText, sessionWords } from '@/lib/locale/availability';
import type { OfferTicket } from '@/lib/contract/offer';
import type { Session } from '@/lib/contract/session';
import { formatAmount } from '@/lib/money/money';
import { commonName, nameAfter } from '@/lib/locale/short-name';
import type { TicketType } from '@/lib/storefront/common/offer/ticket-types';
import { leastOfProduct, mostOfProduct } from '@/lib/shop/rules/quantity-limits';
import { Price } from '../price/price';
import { SaleEnd, saleEndOf } from './sale-end';
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
  /** What the page is about: a name that begins with it is shown without it. */
  readonly about?: string;
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

/** How many of it can be booked, if it is not what the form says of all types. */
function ProductLimits({ product, perHold }: { product: TicketType['offer']['product']; perHold: number }) {
  const t = useTranslations('shop.offer');
  const [least, most] = [leastOfProduct(product), mostOfProduct(product)];
  const texts = [
    ...(least > 1 ? [t('atLeast', { least })] : []),
    ...(most < perHold ? [t('atMost', { most })] : []),
  ];
  return texts.length === 0 ? null : <span className="block">{texts.join(' · ')}</span>;
}

/** What a type of ticket costs, until when, and how much of it is left. */
function About({
  type,
  saleEnd,
  perHold,
  priceBefore,
}: Pick<TypeRowsProps, 'perHold' | 'priceBefore'> & { type: TicketType; saleEnd: ReactNode }) {
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
      {saleEnd}
      <ProductLimits product={offer.product} perHold={perHold} />
      <Left type={type} perHold={perHold} />
    </>
  );
}

/** The beginning of a name, with the separator, that says nothing new. */
function knownOf(name: string, about: string): string {
  return name.slice(0, name.length - (nameAfter(name, about) ?? name).length);
}

/** A line for each type of ticket: its name, its price, and how many. */
export function TypeRows(props: TypeRowsProps) {
  const { types, fieldsOf, lang, perHold, refusedOffer, error } = props;
  const t = useTranslations('shop.offer');
  const isOnly = types.length === 1;
  const left = isOnly ? 'quantityLeft' : 'typesLeft';
  const names = types.map(({ offer }) => offer.product.name);
  const about = props.about ?? commonName(names) ?? '';
  const isAbout = names.every((name) => nameAfter(name, about) !== null);
  const chosen = {
    ...(props.tickets === undefined ? {} : { tickets: props.tickets }),
    session: props.session ?? null,
    timezone: props.timezone,
  };
  const saleEnds = types.map(({ offer }) => <SaleEnd key={offer.id} offer={offer} {...chosen} />);
  const isSameEnd = !isOnly && new Set(types.map(({ offer }) => saleEndOf({ offer, ...chosen }))).size === 1;
  const hints = Array.from({ length: perHold - 1 }, (_, index) => t(left, { max: index + 1 }));
  return (
    <fieldset aria-describedby="types-hint">
      <legend className="font-bold">{t('quantity')}</legend>
      <p id="types-hint" className="pb-2 text-small text-ink-soft">
        <TypesHint hints={hints} usual={t(isOnly ? 'quantityHint' : 'typesHint', { max: perHold })} />
      </p>
      {types.map((type, index) => {
        const { offer, price } = type;
        const fields = fieldsOf(offer.id);
        return (
          <div key={offer.id}>
            <input type="hidden" name={fields.price} value={price.amountInclTax} />
            <TypeField
              field={fields.quantity}
              min={isOnly ? leastOfProduct(offer.product) : 0}
              name={offer.product.name}
              known={isAbout ? knownOf(offer.product.name, about) : ''}
              lang={lang}
              fewer={t('fewer')}
              more={t('more')}
              isRefused={refusedOffer === offer.id}
              error={isOnly ? error : undefined}
              about={<About {...props} type={type} saleEnd={isSameEnd ? null : saleEnds[index]} />}
            />
          </div>
        );
      })}
      {isSameEnd ? saleEnds[0] : null}
    </fieldset>
  );
}
