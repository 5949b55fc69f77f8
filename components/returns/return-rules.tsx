import { useLocale, useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { returnSentence, type ReturnTerms } from '@/lib/locale/return-sentence';

interface TermsOfProduct {
  readonly productName: string;
  /** The language of the name, if it is not the page's. */
  readonly lang: string | undefined;
  readonly terms: ReturnTerms;
}

/** The products by the sentence that is true for them, each once. */
function bySentence(told: readonly { productName: string; lang: string | undefined; text: string }[]) {
  const groups = new Map<string, Map<string, string | undefined>>();
  for (const { productName, lang, text } of told)
    groups.set(text, (groups.get(text) ?? new Map<string, string | undefined>()).set(productName, lang));
  return [...groups];
}

/** How tickets can be cancelled and exchanged: one sentence, or one for some of the products if they differ. */
export function ReturnRules({ of, className }: { of: readonly TermsOfProduct[]; className?: string }) {
  const t = useTranslations('cancellation.rule');
  const language = useLocale();
  const told = of.flatMap(({ productName, lang, terms }) => {
    const text = returnSentence(t, terms, language);
    return text === null ? [] : [{ productName, lang, text }];
  });
  const groups = bySentence(told);
  const [first] = groups;
  if (first === undefined) return null;
  if (told.length === of.length && groups.length === 1) return <p className={className}>{first[0]}</p>;
  return (
    <ul className={className}>
      {groups.map(([text, products]) => (
        <li key={text}>
          {[...products].map(([productName, lang], index) => (
            <Fragment key={productName}>
              {index === 0 ? '' : ', '}
              <span lang={lang} className="font-bold">
                {productName}
              </span>
            </Fragment>
          ))}{' '}
          · {text}
        </li>
      ))}
    </ul>
  );
}
