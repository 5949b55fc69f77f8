import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { FrontPage } from '@/lib/storefront/shop/search/front-page';
import { PageFrame } from '../layout/page-frame';
import { QuickFilters } from '../search/quick-filters';
import { SearchBar } from '../search/search-bar';
import { Unread } from '../search/unread';
import { Empty } from '../ui/empty';
import { TextLink } from '../ui/link';
import { Notice } from '../ui/notice';
import { Organisers } from './organisers';
import { ProgrammeSection } from './programme-section';

/** What is on, and who sells it; of one catalogue alone its programme. */
export function FrontContents({ catalogs, quick, programme }: FrontPage) {
  const t = useTranslations('shop.home');
  const language = useLocale();
  const own = catalogs.length === 1 ? catalogs[0] : undefined;
  const hrefOf = (parameters?: Readonly<Record<string, string>>) =>
    own === undefined ? paths.search(language, parameters) : paths.catalog(language, own.id, parameters);
  if (catalogs.length === 0) {
    return (
      <PageFrame>
        <h1 className="pt-10 pb-8 text-title font-extrabold">{t('title')}</h1>
        <Empty title={t('empty')}>
          <p>{t('emptyText')}</p>
        </Empty>
      </PageFrame>
    );
  }
  return (
    <PageFrame accent={own?.accent}>
      <div className="grid grid-cols-1 items-end gap-x-12 gap-y-5 pt-8 pb-8 md:pt-12 md:pb-10 lg:grid-cols-[1fr_40rem]">
        <h1 className="text-title font-extrabold" lang={own?.lang}>
          {own?.name ?? t('title')}
        </h1>
        <div>
          <SearchBar action={hrefOf()} />
          <QuickFilters filters={quick} action={hrefOf()} isHere={false} />
        </div>
      </div>
      {programme === null ? (
        <div className="pb-10">
          <Notice title={t('unread')}>{t('unreadText')}</Notice>
        </div>
      ) : (
        <>
          {programme.sections.map((section, index) => (
            <ProgrammeSection
              key={section.kind}
              section={section}
              href={hrefOf(section.parameters)}
              hasHouses={own === undefined}
              isFirst={index === 0}
            />
          ))}
          <Unread names={programme.unread} />
        </>
      )}
      {own === undefined ? (
        <Organisers catalogs={catalogs} />
      ) : (
        <p className="border-t-2 border-ink pt-4">
          <TextLink href={hrefOf()}>{t('open')}</TextLink>
        </p>
      )}
    </PageFrame>
  );
}
