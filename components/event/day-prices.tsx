import { useTranslations } from 'next-intl';
import type { Offer } from '@/lib/contract/offer';
import { Price } from '../price/price';

interface DayPricesProps {
  readonly offers: readonly Offer[];
  readonly lang: string | undefined;
  /** None of the day's times has places, but people may wait for one. */
  readonly isOut: boolean;
}

/** What the tickets of a day cost, before a time is chosen. */
export function DayPrices({ offers, lang, isOut }: DayPricesProps) {
  const t = useTranslations('shop.event');
  if (isOut) return <p className="font-serif text-reading">{t('soldOutDay')}</p>;
  if (offers.length === 0) return <p className="font-serif text-reading">{t('noSession')}</p>;
  return (
    <>
      <ul className="pb-3">
        {offers.map(({ id, product, price }) => (
          <li
            key={id}
            className="flex flex-wrap justify-between gap-x-4 border-t border-rule py-2 first:border-t-0"
          >
            <span lang={lang} className="min-w-0">
              {product.name}
            </span>
            <Price price={price} />
          </li>
        ))}
      </ul>
      <p className="font-serif text-reading">{t('chooseTime')}</p>
    </>
  );
}
