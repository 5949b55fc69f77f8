import { useLocale, useTranslations } from 'next-intl';
import { listFormat } from '@/lib/locale/formats';
import { formatAmount, multiplyAmount, sumAmounts } from '@/lib/money/money';
import type { TicketType } from '@/lib/storefront/common/offer/ticket-types';

interface TicketsForSeatsProps {
  readonly types: readonly TicketType[];
  /** How many of each offer. */
  readonly fitting: ReadonlyMap<string, number>;
}

/** What the marked seats need instead of what was asked for. */
export function TicketsForSeats({ types, fitting }: TicketsForSeatsProps) {
  const t = useTranslations('shop.seats');
  const language = useLocale();
  const needed = types.flatMap(({ offer, price }) => {
    const count = fitting.get(offer.id) ?? 0;
    const amount = multiplyAmount(price.amountInclTax, count);
    return count === 0 ? [] : [{ text: `${count} × ${offer.product.name}`, amount }];
  });
  return (
    <p>
      {t('fits', {
        tickets: listFormat(language).format(needed.map(({ text }) => text)),
        total: formatAmount(sumAmounts(needed.map(({ amount }) => amount)), language),
      })}
    </p>
  );
}
