import { useLocale, useTranslations } from 'next-intl';
import { lastSegment } from '@/lib/contract/iri';
import { languages } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { buttonClass } from '../ui/button';
import { isPreparing, type PlacedOrderView } from './order-view';

const otherLanguage = 'inline-flex min-h-target min-w-target items-center text-small font-semibold underline';

interface DocumentsProps {
  checkoutId: string;
  orders: readonly PlacedOrderView[];
  /** What tells the documents of several orders apart, and its language if it is not the page's. */
  nameOf: (order: PlacedOrderView) => { readonly name: string; readonly lang: string | undefined };
}

export function Documents({ checkoutId, orders, nameOf }: DocumentsProps) {
  const t = useTranslations('checkout.order');
  const language = useLocale();
  // The reader's own language comes first.
  const sorted = [...languages].sort((a, b) => Number(b === language) - Number(a === language));
  return (
    <section aria-labelledby="documents" className="border-t-8 border-accent bg-paper-deep px-5 py-5">
      <h2 id="documents" className="text-[1.375rem] leading-7">
        {t('documents')}
      </h2>
      <p className="pt-1 pb-4 text-small">{t('documentsText')}</p>
      <ul className="space-y-4">
        {orders.map((order) =>
          order.data.documents.map((path) => (
            <li key={path} className="space-y-2">
              {orders.length > 1 ? (
                <p lang={nameOf(order).lang} className="font-bold">
                  {nameOf(order).name}
                </p>
              ) : null}
              <div className="flex flex-wrap gap-x-4">
                {sorted.map((each) => (
                  <a
                    key={each}
                    href={paths.document(checkoutId, lastSegment(path), each)}
                    hrefLang={each}
                    aria-label={t('downloadLabel', {
                      language: t(`languages.${each}`),
                      name: nameOf(order).name,
                    })}
                    className={each === language ? buttonClass('primary', 'mb-2 w-full') : otherLanguage}
                  >
                    {each === language
                      ? t('download', { language: t(`languages.${each}`) })
                      : t(`languages.${each}`)}
                  </a>
                ))}
              </div>
            </li>
          )),
        )}
      </ul>
      {isPreparing(orders) ? (
        <p role="status" className="pt-4">
          {t('preparing')}
        </p>
      ) : null}
    </section>
  );
}
