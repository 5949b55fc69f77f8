import { useLocale, useTranslations } from 'next-intl';
import { languages, type Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { buttonClass } from '../ui/button';
import { isPreparing, type PlacedOrderView } from './order-view';

const otherLanguage = 'inline-flex min-h-target min-w-target items-center text-small font-semibold underline';

interface DocumentsProps {
  checkoutId: string;
  orders: readonly PlacedOrderView[];
  /** On a narrow screen, the PDF in the reader's language is above the tickets already. */
  isBelow?: boolean;
}

function Download({
  checkoutId,
  language,
  isBelow = false,
}: Pick<DocumentsProps, 'checkoutId' | 'isBelow'> & { language: Language }) {
  const t = useTranslations('checkout.order');
  const own = useLocale();
  const inLanguage = t(`languages.${language}`);
  const href = paths.tickets(checkoutId, language);
  return language === own ? (
    <a
      href={href}
      hrefLang={language}
      className={buttonClass('primary', `mb-2 w-full ${isBelow ? 'max-md:hidden' : ''}`)}
    >
      {t('downloadAll')}
    </a>
  ) : (
    <a
      href={href}
      hrefLang={language}
      aria-label={t('download', { language: inLanguage })}
      className={otherLanguage}
    >
      {inLanguage}
    </a>
  );
}

/** On a narrow screen the PDF comes after all tickets, so that in the reader's language is above them. */
export function DocumentsFirst({ checkoutId }: Pick<DocumentsProps, 'checkoutId'>) {
  return (
    <p className="pb-6 md:hidden print:hidden">
      <Download checkoutId={checkoutId} language={useLocale()} />
    </p>
  );
}

/** All valid tickets of the booking as one PDF, in each language. */
export function Documents({ checkoutId, orders, isBelow = false }: DocumentsProps) {
  const t = useTranslations('checkout.order');
  const language = useLocale();
  const shown = isBelow ? 'max-md:hidden' : '';
  // The reader's own language comes first.
  const sorted = [...languages].sort((a, b) => Number(b === language) - Number(a === language));
  return (
    <section aria-labelledby="documents" className="border-t-8 border-accent bg-paper-deep px-5 py-5">
      <h2 id="documents" className="text-[1.375rem] leading-7">
        <span className={shown}>{t('documents')}</span>
        {isBelow ? <span className="md:hidden">{t('documentsInOthers')}</span> : null}
      </h2>
      <p className={`pt-1 pb-4 text-small ${shown}`}>{t('documentsText')}</p>
      {isPreparing(orders) ? (
        <p role="status">{t('preparing')}</p>
      ) : (
        <div className="flex flex-wrap gap-x-4">
          {sorted.map((each) => (
            <Download key={each} checkoutId={checkoutId} isBelow={isBelow} language={each} />
          ))}
        </div>
      )}
    </section>
  );
}
