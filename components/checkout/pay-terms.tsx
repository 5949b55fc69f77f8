import { useLocale, useTranslations } from 'next-intl';
import { compareAmounts, formatAmount } from '@/lib/money/money';

export function PayTerms({ total }: { total: string }) {
  const t = useTranslations('checkout.pay');
  const language = useLocale();
  const isFree = compareAmounts(total, '0.00') === 0;
  return (
    <section aria-labelledby="pay-terms" className="border-t border-rule pt-5">
      <h2 id="pay-terms" className="text-heading">
        {isFree ? t('buttonFree') : t('title')}
      </h2>
      <div className="max-w-text space-y-2 pt-2">
        <p>{isFree ? t('chargedFree') : t('charged', { total: formatAmount(total, language) })}</p>
        <p className="text-small text-ink-soft">{t('withdrawal')}</p>
      </div>
    </section>
  );
}
