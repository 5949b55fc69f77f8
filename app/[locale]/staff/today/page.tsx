import { getLocale } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { RefreshEvery } from '@/components/basket/watches';
import { SessionsOfDay } from '@/components/staff/today/sessions-of-day';
import { paths } from '@/lib/locale/paths';
import { dayQuery, readSessionsOfDay } from '@/lib/storefront/staff/today/today';
import { NoCatalogs } from '../catalogs/no-catalogs';
import { StaffFrame } from '../frame';
import { StaffGate } from '../gate';

export default async function TodayPage({ searchParams }: PageProps<'/[locale]/staff/today'>) {
  const language = await getLocale();
  const query = dayQuery(await searchParams);
  const answer = await readSessionsOfDay(query, language);
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffToday(language)} />;
  const { member, value } = answer;
  if (value.kind === 'missing') notFound();
  if (value.kind !== 'loaded') return <NoCatalogs member={member} why={value.kind} page="today" />;
  return (
    <StaffFrame member={member}>
      <SessionsOfDay query={query} catalogs={value.value} />
      <RefreshEvery seconds={30} />
    </StaffFrame>
  );
}
