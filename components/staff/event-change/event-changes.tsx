import { useLocale, useTranslations } from 'next-intl';
import type { EventChange } from '@/lib/shop/tables/event-change-table';
import { paths } from '@/lib/locale/paths';
import { formatDay, venueDay, venueTime } from '@/lib/locale/venue-time';
import { Empty } from '../../ui/empty';
import { TextLink } from '../../ui/link';
import { DataTable } from '../ui/data-table';
import { useStamp } from '../ui/stamp';

/** "Harbour walk, Sat 21 Nov, 14:30", at the venue. */
export function useSessionName() {
  const language = useLocale();
  return ({ eventName, occursAt, timezone }: Pick<EventChange, 'eventName' | 'occursAt' | 'timezone'>) => {
    const at = occursAt.toISOString();
    return `${eventName}, ${formatDay(venueDay(at, timezone), language, 'short')}, ${venueTime(at, timezone)}`;
  };
}

/** What was started for sessions that were cancelled or moved. */
export function EventChangeList({ changes }: { changes: readonly EventChange[] }) {
  const t = useTranslations('eventChange');
  const language = useLocale();
  const nameOf = useSessionName();
  const stamp = useStamp();
  if (changes.length === 0) return <Empty title={t('none')} />;
  return (
    <DataTable
      caption={t('caption')}
      columns={(['event', 'action', 'state', 'started'] as const).map((name) => t(`columns.${name}`))}
      rows={changes.map((change) => ({
        key: change.id,
        cells: [
          <TextLink key="event" href={paths.staffEventChange(language, change.id)}>
            {nameOf(change)}
          </TextLink>,
          t(`actions.${change.action}`),
          t(`states.${change.state}`),
          stamp(change.createdAt),
        ],
      }))}
    />
  );
}
