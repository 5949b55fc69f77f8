import { useTranslations } from 'next-intl';
import { getLocale, getTranslations } from 'next-intl/server';
import { AttentionList } from '@/components/staff/attention-list';
import { FoundTable } from '@/components/staff/found-table';
import { SearchForm } from '@/components/staff/search-form';
import { Empty } from '@/components/ui/empty';
import { Notice } from '@/components/ui/notice';
import { paths } from '@/lib/locale/paths';
import { acknowledgedIn, attentionPlace } from '@/lib/storefront/attention-place';
import { textOf } from '@/lib/storefront/parameters';
import { mostShown, searchOrders, type SearchResult } from '@/lib/storefront/staff';
import { may } from '@/lib/storefront/staff-access';
import { acknowledgeTicked } from './actions';
import { StaffFrame } from './frame';
import { StaffGate } from './gate';

type Props = PageProps<'/[locale]/staff'>;

function Results({ query, result }: { query: string; result: SearchResult }) {
  const t = useTranslations('staff.search');
  const { found, serviceAway } = result;
  const title = t('results', { count: found.length, query });
  return (
    <section aria-labelledby="results" className="space-y-4">
      {found.length === 0 ? (
        <div id="results" role="status">
          <Empty title={title}>
            <p>{t('none')}</p>
          </Empty>
        </div>
      ) : (
        <>
          <h2 id="results" className="text-heading">
            {title}
          </h2>
          <FoundTable found={found} caption={title} />
          {found.length === mostShown ? <p>{t('most', { count: mostShown })}</p> : null}
        </>
      )}
      {serviceAway ? <Notice title={t('serviceAway')} /> : null}
    </section>
  );
}

export default async function StaffPage({ searchParams }: Props) {
  const parameters = await searchParams;
  const language = await getLocale();
  const query = (textOf(parameters['q']) ?? '').trim().slice(0, 254);
  const place = attentionPlace(parameters);
  const answer = await searchOrders(query, language, place);
  const home = paths.staff(language);
  if (answer.kind !== 'staff') {
    const back = query === '' ? home : `${home}?${new URLSearchParams({ q: query }).toString()}`;
    return <StaffGate access={answer} back={back} failed={textOf(parameters['error']) !== undefined} />;
  }
  const { member, value: result } = answer;
  const t = await getTranslations('staff');
  return (
    <StaffFrame member={member}>
      <h1 className="pt-8 pb-6 text-title">{t('title')}</h1>
      <div className="space-y-12">
        <SearchForm query={query} />
        {query === '' ? null : <Results query={query} result={result} />}
        <AttentionList
          parts={result.attention}
          isOneGroup={place.group !== null}
          acknowledged={acknowledgedIn(parameters)}
          acknowledge={may(member, 'orders:change') ? acknowledgeTicked : null}
        />
      </div>
    </StaffFrame>
  );
}
