import { useLocale, useTranslations } from 'next-intl';
import { lastSegment } from '@/lib/contract/iri';
import { languages, type Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { buttonClass } from '../ui/button';
import { isPreparing, type PlacedOrderView } from './order-view';

const otherLanguage = 'inline-flex min-h-target min-w-target items-center text-small font-semibold underline';

export interface DocumentName {
  readonly name: string;
  /** The language of the name, if it is not the page's. */
  readonly lang: string | undefined;
  /** The days and times of the tickets, in the page's language; empty where there is only one order. */
  readonly moment: string;
}

/** The name with the days and times. */
export const fullName = ({ name, moment }: DocumentName): string =>
  moment === '' ? name : `${name}, ${moment}`;

interface DocumentsProps {
  checkoutId: string;
  orders: readonly PlacedOrderView[];
  /** What tells the documents of several orders apart. */
  nameOf: (order: PlacedOrderView) => DocumentName;
  /** No ticket is left: the document is a record only. */
  isOver?: boolean;
  /** On a narrow screen, the documents in the reader's language are above the tickets already. */
  isBelow?: boolean;
}

interface DownloadProps extends Omit<DocumentsProps, 'orders'> {
  order: PlacedOrderView;
  path: string;
  language: Language;
}

function GroupName({
  orders,
  order,
  nameOf,
}: Omit<DocumentsProps, 'checkoutId'> & { order: PlacedOrderView }) {
  if (orders.length < 2) return null;
  const { name, lang, moment } = nameOf(order);
  return (
    <p className="font-bold">
      <span lang={lang}>{name}</span>
      {moment === '' ? '' : `, ${moment}`}
    </p>
  );
}

function Download({
  checkoutId,
  order,
  path,
  nameOf,
  language,
  isOver = false,
  isBelow = false,
}: DownloadProps) {
  const t = useTranslations('checkout.order');
  const own = useLocale();
  const inLanguage = t(`languages.${language}`);
  const button = buttonClass(
    isOver ? 'secondary' : 'primary',
    `mb-2 w-full ${isBelow ? 'max-md:hidden' : ''}`,
  );
  return (
    <a
      href={paths.document(checkoutId, lastSegment(path), language)}
      hrefLang={language}
      aria-label={t('downloadLabel', { language: inLanguage, name: fullName(nameOf(order)) })}
      className={language === own ? button : otherLanguage}
    >
      {language === own ? t('download', { language: inLanguage }) : inLanguage}
    </a>
  );
}

/** On a narrow screen the documents come after all tickets, so those in the reader's language are above them. */
export function DocumentsFirst({ checkoutId, orders, nameOf }: DocumentsProps) {
  const language = useLocale();
  return (
    <ul className="space-y-4 pb-6 md:hidden print:hidden">
      {orders.map((order) =>
        order.data.documents.map((path) => (
          <li key={path}>
            <GroupName orders={orders} order={order} nameOf={nameOf} />
            <Download checkoutId={checkoutId} order={order} path={path} nameOf={nameOf} language={language} />
          </li>
        )),
      )}
    </ul>
  );
}

function DocumentsHead({ isOver, isBelow }: Required<Pick<DocumentsProps, 'isOver' | 'isBelow'>>) {
  const t = useTranslations('checkout.order');
  const shown = isBelow ? 'max-md:hidden' : '';
  return (
    <>
      <h2 id="documents" className="text-[1.375rem] leading-7">
        <span className={shown}>{t(isOver ? 'over.documents' : 'documents')}</span>
        {isBelow ? <span className="md:hidden">{t('documentsInOthers')}</span> : null}
      </h2>
      <p className={`pt-1 pb-4 text-small ${shown}`}>{t(isOver ? 'over.documentsText' : 'documentsText')}</p>
    </>
  );
}

export function Documents({ checkoutId, orders, nameOf, isOver = false, isBelow = false }: DocumentsProps) {
  const t = useTranslations('checkout.order');
  const language = useLocale();
  // The reader's own language comes first.
  const sorted = [...languages].sort((a, b) => Number(b === language) - Number(a === language));
  return (
    <section aria-labelledby="documents" className="border-t-8 border-accent bg-paper-deep px-5 py-5">
      <DocumentsHead isOver={isOver} isBelow={isBelow} />
      <ul className="space-y-4">
        {orders.map((order) =>
          order.data.documents.map((path) => (
            <li key={path} className="space-y-2">
              <GroupName orders={orders} order={order} nameOf={nameOf} />
              <div className="flex flex-wrap gap-x-4">
                {sorted.map((each) => (
                  <Download
                    key={each}
                    checkoutId={checkoutId}
                    order={order}
                    path={path}
                    nameOf={nameOf}
                    isOver={isOver}
                    isBelow={isBelow}
                    language={each}
                  />
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
