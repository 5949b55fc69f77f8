import { getLocale } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { WriteMessage } from '@/components/staff/message/write-message';
import { paths } from '@/lib/locale/paths';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { readWriteMessage } from '@/lib/storefront/staff/message/message';
import { NoCatalogs } from '../../../../../catalogs/no-catalogs';
import { StaffFrame } from '../../../../../frame';
import { StaffGate } from '../../../../../gate';
import { testMessage } from './actions';

type Props = PageProps<'/[locale]/staff/today/[catalogId]/[eventId]/[visit]/message'>;

export default async function WriteMessagePage({ params, searchParams }: Props) {
  const language = await getLocale();
  const { catalogId, eventId, visit } = await params;
  const address = { catalogId, eventId, visit };
  const from = firstText((await searchParams)['from']);
  const answer = await readWriteMessage(address, from, language);
  if (answer.kind !== 'staff')
    return <StaffGate access={answer} back={paths.staffWriteMessage(language, address, { from })} />;
  const { member, value } = answer;
  if (value.kind === 'missing') notFound();
  if (value.kind !== 'loaded') return <NoCatalogs member={member} why={value.kind} page="today" />;
  return (
    <StaffFrame member={member}>
      <WriteMessage page={value.value} address={address} test={testMessage} />
    </StaffFrame>
  );
}
