import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { formatDay } from '@/lib/locale/venue-time';
import { formatAmount } from '@/lib/money/money';
import type { SetPrice } from '@/lib/storefront/staff/setup/set-prices';
import { Notice } from '../../ui/notice';
import { RowLink } from '../ui/row-link';

interface SetPricesProps {
  readonly catalogId: string;
  /** Of the tariff. */
  readonly name: string;
  readonly prices: readonly SetPrice[] | null;
}

/** The prices that staff have set, which the shop takes whatever is published, each with the way to end it. */
export function SetPrices({ catalogId, name, prices }: SetPricesProps) {
  const t = useTranslations();
  const language = useLocale();
  if (prices === null) return <Notice title={t('setup.prices.setUnknown')} />;
  if (prices.length === 0) return null;
  return (
    <Notice title={t('setup.prices.set')}>
      {prices.map(({ productId, override: { id, amountInclTax, from, reason, actor } }) => {
        const price = amountInclTax === null ? '' : formatAmount(amountInclTax, language);
        const date = formatDay(from ?? '', language, 'short');
        return (
          <p key={id}>
            {t('catalogAdmin.setPrice', { price, date, reason, actor })}{' '}
            <RowLink
              href={paths.staffChange(language, catalogId, {
                what: 'remove',
                product: productId,
                override: id,
              })}
              label={t('setup.prices.endSet')}
              about={`${name}, ${price}`}
            />
          </p>
        );
      })}
    </Notice>
  );
}
