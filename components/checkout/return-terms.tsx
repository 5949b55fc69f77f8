import { useTranslations } from 'next-intl';
import { rightsOf } from '@/lib/locale/return-sentence';
import { returnTermsOf } from '@/lib/shop/rules/return-terms';
import type { Line } from '@/lib/shop/values/checkout-values';
import { ReturnRules } from '../returns/return-rules';

/** How the tickets can be cancelled and exchanged, as their issuer says it, and what the law says beyond that. */
export function ReturnTerms({ lines }: { lines: readonly Line[] }) {
  const t = useTranslations('checkout.pay');
  const of = lines.map((line) => ({
    productName: line.productName,
    lang: line.lang,
    terms: returnTermsOf(line),
  }));
  // The law lets customers withdraw from buying a gift card: it is for no given date.
  const areGiftCards = lines.map(({ giftCard }) => giftCard === true);
  const isOpen = of.some(({ terms }) => Object.values(rightsOf(terms)).includes('open'));
  return (
    <>
      <ReturnRules of={of} />
      {areGiftCards.includes(true) ? <p>{t('giftCard')}</p> : null}
      {areGiftCards.includes(false) ? (
        <p className="text-small text-ink-soft">{t('withdrawal', { rule: isOpen ? 'known' : 'none' })}</p>
      ) : null}
    </>
  );
}
