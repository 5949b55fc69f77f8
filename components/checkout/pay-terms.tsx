import { useLocale, useTranslations } from 'next-intl';
import type { Line } from '@/lib/shop/values/checkout-values';
import type { AboutLink } from '../layout/site-frame';
import { compareAmounts, formatAmount } from '@/lib/money/money';
import { ReturnTerms } from './return-terms';

interface PayTermsProps {
  total: string;
  lines: readonly Line[];
  /** The pages about the shop that apply. */
  texts: readonly AboutLink[];
}

export function PayTerms({ total, lines, texts }: PayTermsProps) {
  const names = useTranslations('shop.site.about');
  const t = useTranslations('checkout.pay');
  const language = useLocale();
  const isFree = compareAmounts(total, '0.00') === 0;
  return (
    <section aria-labelledby="pay-terms" className="border-t border-rule pt-5">
      <h2 id="pay-terms" className="text-heading">
        {isFree ? t('titleFree') : t('title')}
      </h2>
      <div className="max-w-text space-y-2 pt-2">
        <p>{isFree ? t('chargedFree') : t('charged', { total: formatAmount(total, language) })}</p>
        <ReturnTerms lines={lines} />
        {texts.length === 0 ? null : (
          <>
            <p className="pt-2 text-small">{t('applies')}</p>
            <ul className="flex flex-wrap gap-x-6">
              {texts.map(({ name, href }) => (
                <li key={name}>
                  {/* In another tab, so that a customer without scripts loses nothing that was typed. */}
                  <a
                    href={href}
                    target="_blank"
                    rel="noopener"
                    className="inline-flex min-h-target items-center underline"
                  >
                    {names(name)}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}
