import { useLocale, useTranslations } from 'next-intl';
import { languages } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import type { BookingKind } from '@/lib/shop/rules/booking-kind';
import { buttonClass } from '../ui/button';
import { isPreparing, type PlacedOrderView } from './order-view';

const small = 'inline-flex min-h-target min-w-target items-center text-small font-semibold underline';

interface DocumentsProps {
  checkoutId: string;
  orders: readonly PlacedOrderView[];
  of: BookingKind;
}

/** On a narrow screen the PDF comes after all tickets, so a link above them leads to it. */
export function ToDocuments({ of }: Pick<DocumentsProps, 'of'>) {
  const t = useTranslations('checkout.order');
  return (
    <p className="pb-2 md:hidden print:hidden">
      <a href="#documents" className={small}>
        {t('toDocuments', { of })}
      </a>
    </p>
  );
}

/** All valid tickets of the booking as one PDF: in the reader's language, and behind it in the others. */
export function Documents({ checkoutId, orders, of }: DocumentsProps) {
  const t = useTranslations('checkout.order');
  const own = useLocale();
  return (
    <section aria-labelledby="documents" className="border-t-8 border-accent bg-paper-deep px-5 py-5">
      <h2 id="documents" className="scroll-mt-24 text-[1.375rem] leading-7">
        {t('documents')}
      </h2>
      <p className="pt-1 pb-4 text-small">{t('documentsText', { of })}</p>
      {isPreparing(orders) ? (
        <p role="status">{t('preparing')}</p>
      ) : (
        <>
          <a
            href={paths.tickets(checkoutId, own)}
            hrefLang={own}
            className={buttonClass('primary', 'w-full')}
          >
            {t('downloadAll', { of })}
          </a>
          <details className="pt-2">
            <summary className={`${small} cursor-pointer`}>{t('otherLanguages')}</summary>
            <div className="flex flex-wrap gap-x-4">
              {languages
                .filter((language) => language !== own)
                .map((language) => (
                  <a
                    key={language}
                    href={paths.tickets(checkoutId, language)}
                    hrefLang={language}
                    aria-label={t('download', { language: t(`languages.${language}`) })}
                    className={small}
                  >
                    {t(`languages.${language}`)}
                  </a>
                ))}
            </div>
          </details>
        </>
      )}
    </section>
  );
}
