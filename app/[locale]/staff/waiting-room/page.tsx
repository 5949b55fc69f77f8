import { getLocale, getTranslations } from 'next-intl/server';
import { OpenRoomForm } from '@/components/staff/waiting-room/open-room-form';
import { WaitingRoom } from '@/components/staff/waiting-room/waiting-room';
import { Empty } from '@/components/ui/empty';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/staff/ui/page-title';
import { paths } from '@/lib/locale/paths';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { may } from '@/lib/storefront/common/account/staff-access';
import { readWaitingRooms } from '@/lib/storefront/staff/waiting-room/waiting-room';
import { StaffFrame } from '../frame';
import { StaffGate } from '../gate';
import { changeWaitingRoom, openWaitingRoom } from './actions';

export default async function WaitingRoomPage({ searchParams }: PageProps<'/[locale]/staff/waiting-room'>) {
  const language = await getLocale();
  const answer = await readWaitingRooms(language);
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffWaitingRoom(language)} />;
  const { member, value } = answer;
  const t = await getTranslations('staff.waitingRoom');
  const mayChange = may(member, 'rooms:change');
  const problem = firstText((await searchParams)['problem']);
  return (
    <StaffFrame member={member}>
      <PageTitle title={t('title')} />
      <div className="space-y-10">
        {problem === 'opening' ? <Notice tone="problem" title={t('wrongOpening')} /> : null}
        {problem === 'shop' ? <Notice tone="problem" title={t('wrongShop')} /> : null}
        {problem === 'unchanged' ? <Notice tone="problem" title={t('unchanged')} /> : null}
        {value.isOff ? (
          <Notice title={t('off')}>
            <p>{t('offText')}</p>
          </Notice>
        ) : null}
        {mayChange ? null : <Notice title={t('notAdmin')} />}
        {value.rooms.length === 0 ? <Empty title={t('none')} /> : null}
        {value.rooms.map((room) => (
          <WaitingRoom
            key={room.id}
            room={room}
            timezones={value.timezones}
            change={mayChange ? changeWaitingRoom : null}
          />
        ))}
        {mayChange && !value.isOff ? <OpenRoomForm {...value} open={openWaitingRoom} /> : null}
      </div>
    </StaffFrame>
  );
}
