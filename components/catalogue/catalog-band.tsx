import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { CatalogView } from '@/lib/storefront/common/catalogue/views';
import { Link } from '../ui/link';
import { Poster } from '../ui/poster';

export function CatalogBand({ catalog }: { catalog: Pick<CatalogView, 'id' | 'name' | 'lang'> }) {
  const t = useTranslations('shop');
  const language = useLocale();
  return (
    <div className="bg-accent text-on-accent">
      <div className="mx-auto grid max-w-content gap-x-8 px-4 sm:px-8 md:grid-cols-[1fr_20rem]">
        <div className="flex flex-col justify-between gap-12 pt-4 pb-8 md:gap-24 md:pb-10">
          <nav aria-label={t('site.breadcrumb')} className="text-small">
            <Link href={paths.home(language)} className="inline-flex min-h-8 items-center underline">
              {t('home.title')}
            </Link>
          </nav>
          <h1 className="text-title font-extrabold" lang={catalog.lang}>
            {catalog.name}
          </h1>
        </div>
        <div className="relative hidden overflow-hidden md:block">
          <div className="absolute inset-0">
            <Poster seed={catalog.id} />
          </div>
        </div>
      </div>
    </div>
  );
}
