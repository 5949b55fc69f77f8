import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { FrontPage } from '@/lib/storefront/shop/search/front-page';
import { Link } from '../ui/link';

/** Whose events these are, each in the colour of its pages. */
export function Organisers({ catalogs }: Pick<FrontPage, 'catalogs'>) {
  const t = useTranslations('shop.home');
  const language = useLocale();
  return (
    <section aria-labelledby="organisers" className="border-t-2 border-ink pt-4">
      <h2 id="organisers" className="pb-4 text-heading font-bold">
        {t('issuers')}
      </h2>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {catalogs.map(({ id, name, lang, accent }) => (
          <li key={id} data-accent={accent}>
            <Link
              href={paths.catalog(language, id)}
              lang={lang}
              className="flex h-full min-h-14 items-center bg-accent px-4 py-3 font-bold text-on-accent no-underline hover:underline"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
