import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { AttentionList } from '@/components/staff/attention/attention-list';
import { acknowledgedChanges, ChangedSessions } from '@/components/staff/attention/changed-sessions';
import { LiveSearchBox, LiveSearchResults } from '@/components/staff/lookup/live-search';
import { StaffSearch } from '@/components/staff/lookup/staff-search';
import { PageTitle } from '@/components/staff/ui/page-title';
import { typedText } from '@/lib/contract/typed-text';
import { paths } from '@/lib/locale/paths';
import { acknowledgedIn, attentionPlace } from '@/lib/storefront/staff/attention/attention-place';
import { oneOfParameter, firstText } from '@/lib/storefront/common/request/parameters';
import { may } from '@/lib/storefront/common/account/staff-access';
import { longestQuery, searchOrders } from '@/lib/storefront/staff/lookup/search-orders';
import { acknowledgeTicked, dismissChangedSession } from './actions';
import { StaffFrame } from './frame';
import { StaffGate } from './gate';

type Props = PageProps<'/[locale]/staff'>;

export default async function StaffPage({ searchParams }: Props) {
  const parameters = await searchParams;
  const language = await getLocale();
  const query = typedText(firstText(parameters['q']) ?? '');
  const place = attentionPlace(parameters);
  const answer = await searchOrders(query, language, place);
  const home = paths.staff(language);
  // Who only admits visitors starts at the entrance.
  if (answer.kind === 'not_allowed' && may(answer.member, 'tickets:admit by catalog'))
    redirect(paths.staffDoor(language));
  if (answer.kind !== 'staff') {
    const back =
      query === '' ? home : `${home}?${new URLSearchParams({ q: query.slice(0, longestQuery) }).toString()}`;
    return <StaffGate access={answer} back={back} failed={firstText(parameters['error']) !== undefined} />;
  }
  const { member, value: result } = answer;
  const t = await getTranslations('staff');
  const acknowledged = oneOfParameter(acknowledgedChanges, parameters['session']);
  const showsChanged = place.group === null && (acknowledged !== null || result.changedSessions.count > 0);
  // The beginning of every kind of task has the number of all of them.
  const tasks =
    place.group === null
      ? result.attention.reduce((sum, { count }) => sum + count, result.changedSessions.count)
      : undefined;
  return (
    <StaffSearch search={result.search}>
      <StaffFrame member={member} search={<LiveSearchBox />} tasks={tasks}>
        <PageTitle title={t('title')} />
        <LiveSearchResults />
        <AttentionList
          parts={result.attention}
          changedSessions={
            showsChanged ? (
              <ChangedSessions
                changes={result.changedSessions}
                acknowledged={acknowledged}
                acknowledge={may(member, 'orders:override') ? dismissChangedSession : null}
              />
            ) : null
          }
          isOneGroup={place.group !== null}
          acknowledged={acknowledgedIn(parameters)}
          acknowledge={may(member, 'orders:change') ? acknowledgeTicked : null}
        />
      </StaffFrame>
    </StaffSearch>
  );
}
