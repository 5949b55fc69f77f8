import { useLocale, useTranslations } from 'next-intl';
import type { EventChange } from '@/lib/shop/tables/event-change-table';
import { paths } from '@/lib/locale/paths';
import { Empty } from '../../ui/empty';
import { TextLink } from '../../ui/link';
import { DataTable } from '../ui/data-table';
import { useStamp } from '../ui/stamp';
import { useSessionName } from './use-session-name';

/** Table of the runs that inform, refund or rebook customers of a cancelled or moved session. */
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
