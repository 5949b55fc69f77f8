import { getLocale } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { MessagePageView } from '@/components/staff/message/message-page';
import { paths } from '@/lib/locale/paths';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { readMessagePage } from '@/lib/storefront/staff/message/message';
import { StaffFrame } from '../../frame';
import { StaffGate } from '../../gate';
import { sendToEveryone } from './actions';

type Props = PageProps<'/[locale]/staff/messages/[messageId]'>;

export default async function MessagePage({ params, searchParams }: Props) {
  const language = await getLocale();
  const { messageId } = await params;
  const answer = await readMessagePage(messageId, language);
  if (answer.kind !== 'staff') {
    const back = paths.staffMessage(language, encodeURIComponent(messageId));
    return <StaffGate access={answer} back={back} />;
  }
  const { member, value } = answer;
  if (value === null) notFound();
  const problem = firstText((await searchParams)['problem']);
  return (
    <StaffFrame member={member}>
      <MessagePageView page={value} send={sendToEveryone} problem={problem} />
    </StaffFrame>
  );
}
