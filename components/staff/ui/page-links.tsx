import { useTranslations } from 'next-intl';
import { Link } from '../../ui/link';

interface PageLinksProps {
  /** What is listed, where a page has several lists. */
  readonly of?: string;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly hrefOf: (page: number) => string;
}

/** The links to the pages before and after this one; nothing for a list of one page. */
export function PageLinks({ of, page, pages, hrefOf }: PageLinksProps) {
  const t = useTranslations('catalogAdmin.pages');
  if (pages === 1) return null;
  const link = (to: number, rel: 'prev' | 'next', label: string) => (
    <Link href={hrefOf(to)} rel={rel} className="inline-flex min-h-target items-center underline">
      {label}
    </Link>
  );
  return (
    <nav
      aria-label={of === undefined ? t('label') : `${t('label')}: ${of}`}
      className="flex flex-wrap items-center gap-x-6 pt-3"
    >
      {page > 1 ? link(page - 1, 'prev', t('previous')) : null}
      <span className="tabular">{t('page', { page, pages })}</span>
      {page < pages ? link(page + 1, 'next', t('next')) : null}
    </nav>
  );
}
