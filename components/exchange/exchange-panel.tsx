import { useLocale, useTranslations } from 'next-intl';
import { compareAmounts, formatAmount } from '@/lib/money/money';
import type { ExchangeView } from '@/lib/storefront/common/exchange/exchange';
import { Button } from '../ui/button';
import { ofDetails } from '../ui/of-details';

interface ExchangePanelProps {
  readonly exchange: ExchangeView;
  readonly total: string;
  /** What this booking must cost at least. */
  readonly leastTotal: string;
  /** A code makes it cheaper. */
  readonly hasVoucher: boolean;
}

const texts = { offered: 'offerText', used: 'used', of_others: 'ofOthers' } as const;

/** Tickets of an earlier booking that can pay for this one, or do. Its buttons send what was typed, too. */
export function ExchangePanel({ exchange, total, leastTotal, hasVoucher }: ExchangePanelProps) {
  const t = useTranslations('rebooking');
  const language = useLocale();
  const { kind, reference, tickets, seller, card } = exchange;
  const isTooCheap = compareAmounts(total, leastTotal) < 0;
  const button = (value: 'use' | 'drop', variant: 'primary' | 'secondary') => (
    <Button {...ofDetails} type="submit" name="rebook" value={value} variant={variant}>
      {t(value)}
    </Button>
  );
  return (
    <section aria-labelledby="exchange" className="mt-4 space-y-3 rounded border border-ink px-4 py-4">
      <h3 id="exchange" className="font-bold">
        {t(kind === 'offered' ? 'offer' : 'title')}
      </h3>
      <p>{t(texts[kind], { count: tickets, reference })}</p>
      {seller === null ? null : <p>{t('onlyFor', { seller })}</p>}
      {card === null ? null : <p>{t('card', { ...card, amount: formatAmount(card.amount, language) })}</p>}
      {isTooCheap ? (
        <p className="font-bold">
          {t('least', { least: formatAmount(leastTotal, language) })}
          {hasVoucher ? ` ${t('leastVoucher')}` : ''}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {kind === 'offered' ? button('use', 'primary') : null}
        {button('drop', 'secondary')}
      </div>
    </section>
  );
}
