import { getLocale } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { WriteGuests } from '@/components/staff/guest-list/write-guests';
import { paths } from '@/lib/locale/paths';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { readGuestForm } from '@/lib/storefront/staff/guest-list/guest-list';
import { NoCatalogs } from '../../../../../catalogs/no-catalogs';
import { StaffFrame } from '../../../../../frame';
import { StaffGate } from '../../../../../gate';
import { readGuests } from './actions';

type Props = PageProps<'/[locale]/staff/today/[catalogId]/[eventId]/[visit]/guests'>;

export default async function WriteGuestsPage({ params, searchParams }: Props) {
  const language = await getLocale();
  const { catalogId, eventId, visit } = await params;
  const address = { catalogId, eventId, visit };
  const from = firstText((await searchParams)['from']);
  const answer = await readGuestForm(address, from, language);
  if (answer.kind !== 'staff')
    return <StaffGate access={answer} back={paths.staffGuests(language, address, { from })} />;
  const { member, value } = answer;
  if (value.kind === 'missing') notFound();
  if (value.kind !== 'loaded') return <NoCatalogs member={member} why={value.kind} page="today" />;
  return (
    <StaffFrame member={member}>
      <WriteGuests page={value.value} address={address} read={readGuests} />
    </StaffFrame>
  );
}
