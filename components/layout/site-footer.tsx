import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { Link } from '../ui/link';

/** The imprint. */
export function SiteFooter() {
  const t = useTranslations('shop.site');
  const language = useLocale();
  return (
    <footer className="mt-24 border-t-2 border-ink">
      <div className="mx-auto flex max-w-content flex-wrap items-center justify-between gap-x-16 gap-y-4 px-4 py-8 text-small sm:px-8">
        <p className="max-w-text text-ink-soft">
          {t('prices')} {t('times')}
        </p>
        <nav aria-label={t('footer')} className="flex flex-wrap gap-x-6">
          <Link href={paths.orders(language)} className="inline-flex min-h-target items-center underline">
            {t('orders')}
          </Link>
          <Link href={paths.staff(language)} className="inline-flex min-h-target items-center underline">
            {t('staff')}
          </Link>
        </nav>
      </div>
    </footer>
  );
}
