import { useLocale, useTranslations } from 'next-intl';
import type { ReturnRule } from '@/lib/storefront/shop/checkout/return-rules';
import { numberFormat } from '@/lib/locale/formats';

/** Whether the tickets can be cancelled, as their issuer says it, and what the law says. `rules` null: not known. */
export function ReturnTerms({ rules }: { rules: readonly ReturnRule[] | null }) {
  const t = useTranslations('checkout.pay');
  const textOf = useRuleText();
  const terms = (rules ?? []).map((rule) => ({ ...rule, text: textOf(rule) }));
  const [first] = terms;
  const isSame = terms.every(({ text }) => text === first?.text);
  return (
    <>
      {first === undefined ? null : isSame ? (
        <p>{first.text}</p>
      ) : (
        <ul className="space-y-1">
          {terms.map(({ productName, lang, text }) => (
            <li key={productName}>
              <span lang={lang} className="font-bold">
                {productName}
              </span>{' '}
              · {text}
            </li>
          ))}
        </ul>
      )}
      <p className="text-small text-ink-soft">{t('withdrawal')}</p>
    </>
  );
}

const minutesOfDay = 24 * 60;

/** "2 days": in the largest unit that gives a whole number. */
function spoken(minutes: number, language: string): string {
  const [value, unit] =
    minutes >= 2 * minutesOfDay && minutes % minutesOfDay === 0
      ? [minutes / minutesOfDay, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  return numberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

function useRuleText(): (rule: ReturnRule) => string {
  const t = useTranslations('checkout.pay.returns');
  const language = useLocale();
  return ({ rule, isFree }) => {
    if (rule === null) return t('none');
    const { minutes, share } = rule;
    const values = {
      when: minutes === 0 ? 'beginning' : 'before',
      duration: spoken(minutes, language),
      share: numberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(share),
    } as const;
    if (isFree) return t('free', values);
    if (share === 0) return t('nothing', values);
    return t(share === 1 ? 'all' : 'part', values);
  };
}
