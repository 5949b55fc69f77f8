import { useTranslations } from 'next-intl';
import { Link } from '../ui/link';

export interface Crumb {
  readonly href: string;
  readonly name: string;
  readonly lang?: string | undefined;
}

/** The pages above this one. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useTranslations('shop.site');
  return (
    <nav aria-label={t('breadcrumb')} className="text-small">
      <ol className="flex flex-wrap items-center">
        {crumbs.map((crumb, index) => (
          <li key={crumb.href} className="flex items-center">
            <Link href={crumb.href} lang={crumb.lang} className="inline-flex min-h-8 items-center underline">
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
