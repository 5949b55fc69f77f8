import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { Accent } from '@/lib/storefront/shop/catalogue/accent';
import type { CatalogView } from '@/lib/storefront/common/catalogue/views';
import { Link } from '../ui/link';
import { Poster } from '../ui/poster';

interface CatalogCardProps {
  catalog: Pick<CatalogView, 'id' | 'name' | 'lang'> & { accent: Accent };
}

export function CatalogCard({ catalog }: CatalogCardProps) {
  const t = useTranslations('shop.home');
  const language = useLocale();
  return (
    <li data-accent={catalog.accent}>
      <Link
        href={paths.catalog(language, catalog.id)}
        className="group flex h-full flex-col bg-accent text-on-accent no-underline"
      >
        <div className="aspect-[8/5] overflow-hidden sm:aspect-[4/5]">
          <Poster seed={catalog.id} />
        </div>
        <div className="flex flex-1 flex-col justify-between gap-6 border-t-2 border-on-accent p-5">
          <h2
            className="text-[2.125rem] leading-[0.98] font-extrabold tracking-[-0.03em]"
            lang={catalog.lang}
          >
            {catalog.name}
          </h2>
          <p className="flex items-center justify-between font-bold underline-offset-4 group-hover:underline">
            {t('open')}
            <span aria-hidden="true" className="text-heading">
              →
            </span>
          </p>
        </div>
      </Link>
    </li>
  );
}
