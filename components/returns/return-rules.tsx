import { useLocale, useTranslations } from 'next-intl';
import { returnSentence, type ReturnTerms } from '@/lib/locale/return-sentence';

interface TermsOfProduct {
  readonly productName: string;
  /** The language of the name, if it is not the page's. */
  readonly lang: string | undefined;
  readonly terms: ReturnTerms;
}

/** How tickets can be cancelled and exchanged: one sentence, or one for each product if they differ. */
export function ReturnRules({ of, className }: { of: readonly TermsOfProduct[]; className?: string }) {
  const t = useTranslations('cancellation.rule');
  const language = useLocale();
  const all = of.flatMap(({ productName, lang, terms }) => {
    const text = returnSentence(t, terms, language);
    return text === null ? [] : [{ productName, lang, text }];
  });
  const told = all.filter(
    (one, index) =>
      all.findIndex(({ productName, text }) => productName === one.productName && text === one.text) ===
      index,
  );
  const [first] = told;
  if (first === undefined) return null;
  if (all.length === of.length && told.every(({ text }) => text === first.text))
    return <p className={className}>{first.text}</p>;
  return (
    <ul className={className}>
      {told.map(({ productName, lang, text }) => (
        <li key={`${productName} ${text}`}>
          <span lang={lang} className="font-bold">
            {productName}
          </span>{' '}
          · {text}
        </li>
      ))}
    </ul>
  );
}
