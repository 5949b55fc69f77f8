import { useLocale, useTranslations } from 'next-intl';
import type { FeedDifference } from '@/lib/contract/feed-import';
import { formatDay } from '@/lib/locale/venue-time';
import { Notice } from '../ui/notice';
import { DataTable } from './data-table';
import { stamp } from './order-view';

/** Writes when a session is, in UTC; an offer has only a day. */
export function useMoment() {
  const language = useLocale();
  return ({ date, occursAt }: { date: string | null; occursAt: string | null }): string => {
    if (occursAt !== null) return `${stamp(new Date(occursAt), language)} UTC`;
    return date === null ? '' : formatDay(date, language, 'short');
  };
}

/** Sessions that change although tickets of them were sold. */
export function FeedSoldSessions({ difference }: { difference: FeedDifference }) {
  const t = useTranslations('catalogAdmin');
  const moment = useMoment();
  const { soldSessions, soldSessionCount, soldTickets } = difference;
  if (soldSessionCount === 0) return null;
  const when = (occursAt: string) => moment({ date: null, occursAt });
  return (
    <>
      <Notice title={t('difference.soldTitle', { count: soldSessionCount })}>
        <p>{t('difference.soldText', { tickets: soldTickets })}</p>
      </Notice>
      <DataTable
        caption={
          soldSessionCount > soldSessions.length ? t('difference.more', { shown: soldSessions.length }) : ''
        }
        columns={(['session', 'what', 'from', 'to', 'tickets'] as const).map((name) => t(`columns.${name}`))}
        rows={soldSessions.map((one) => ({
          key: one.session,
          cells: [
            one.name,
            t(`difference.sold.${one.what}`),
            when(one.from),
            one.to === null ? '–' : when(one.to),
            one.tickets,
          ],
        }))}
      />
    </>
  );
}
