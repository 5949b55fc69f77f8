import { getLocale } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { VisitorList } from '@/components/staff/visitors/visitor-list';
import { VisitorSheet } from '@/components/staff/visitors/visitor-sheet';
import { paths } from '@/lib/locale/paths';
import { may } from '@/lib/storefront/common/account/staff-access';
import { isSignInFresh } from '@/lib/storefront/common/account/sign-in';
import { firstText, parseCount } from '@/lib/storefront/common/request/parameters';
import { readVisitorList } from '@/lib/storefront/staff/visitors/visitors';
import { signInAgain } from '../../../../actions';
import { NoCatalogs } from '../../../../catalogs/no-catalogs';
import { StaffFrame } from '../../../../frame';
import { StaffGate } from '../../../../gate';

type Props = PageProps<'/[locale]/staff/today/[catalogId]/[eventId]/[visit]'>;

/** Who comes to a session, or to an event at any time of a day. */
export default async function VisitorsPage({ params, searchParams }: Props) {
  const language = await getLocale();
  const { catalogId, eventId, visit } = await params;
  const address = { catalogId, eventId, visit };
  const { page, print, problem } = await searchParams;
  const answer = await readVisitorList(address, language);
  if (answer.kind !== 'staff')
    return <StaffGate access={answer} back={paths.staffVisitors(language, address)} />;
  const { member, value } = answer;
  if (value.kind === 'missing') notFound();
  if (value.kind !== 'loaded') return <NoCatalogs member={member} why={value.kind} page="today" />;
  return (
    <StaffFrame member={member}>
      {print === undefined ? (
        <VisitorList
          list={value.value}
          address={address}
          page={Math.max(1, parseCount(page, 5) ?? 1)}
          file={
            may(member, 'customers:export')
              ? { isFresh: await isSignInFresh(), signInAgain, back: paths.staffVisitors(language, address) }
              : null
          }
          problem={firstText(problem)}
        />
      ) : (
        <VisitorSheet list={value.value} address={address} printedAt={new Date()} />
      )}
    </StaffFrame>
  );
}
