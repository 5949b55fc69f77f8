import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { CatalogView } from '@/lib/storefront/common/catalogue/views';
import { Link } from '../ui/link';

interface BreadcrumbProps {
  readonly catalog: Pick<CatalogView, 'id' | 'name' | 'lang'>;
  readonly product?: { readonly href: string; readonly name: string };
}

export function Breadcrumb({ catalog, product }: BreadcrumbProps) {
  const t = useTranslations('shop');
  const language = useLocale();
  const crumbs = [
    { href: paths.home(language), name: t('home.title'), lang: undefined },
    { href: paths.catalog(language, catalog.id), name: catalog.name, lang: catalog.lang },
    ...(product === undefined ? [] : [{ ...product, lang: catalog.lang }]),
  ];
  return (
    <nav aria-label={t('site.breadcrumb')} className="text-small">
      <ol className="flex flex-wrap items-center">
        {crumbs.map((crumb, index) => (
          <li key={crumb.href} className="flex min-w-0 items-center">
            <Link
              href={crumb.href}
              lang={crumb.lang}
              className="inline-flex min-h-8 items-center underline wrap-anywhere"
            >
              {crumb.name}
            </Link>
            {index < crumbs.length - 1 ? (
              <span aria-hidden="true" className="px-2 text-ink-soft">
                /
              </span>
            ) : null}
          </li>
        ))}
      </ol>
    </nav>
  );
}
