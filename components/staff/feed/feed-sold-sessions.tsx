import { useLocale, useTranslations } from 'next-intl';
import type { FeedImport } from '@/lib/contract/feed-import';
import { lastSegment } from '@/lib/contract/iri';
import { paths } from '@/lib/locale/paths';
import { formatDay } from '@/lib/locale/venue-time';
import { Notice } from '../../ui/notice';
import { DataTable } from '../ui/data-table';
import { RowLink } from '../ui/row-link';
import { useStamp } from '../ui/stamp';

/** Writes when a session is, by the shop's clock; an offer has only a day. */
export function useMoment() {
  const language = useLocale();
  const stamp = useStamp();
  return ({ date, occursAt }: { date: string | null; occursAt: string | null }): string => {
    if (occursAt !== null) return stamp(new Date(occursAt));
    return date === null ? '' : formatDay(date, language, 'short');
  };
}

/** Sessions that change although tickets of them were sold. */
export function FeedSoldSessions({
  report: { catalog, difference },
}: {
  report: Pick<FeedImport, 'catalog' | 'difference'>;
}) {
  const t = useTranslations('catalogAdmin');
  const holders = useTranslations('eventChange');
  const language = useLocale();
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
        columns={(['session', 'what', 'from', 'to', 'tickets', 'actions'] as const).map((name) =>
          t(`columns.${name}`),
        )}
        rows={soldSessions.map((one) => ({
          key: `${one.session} ${one.what}`,
          cells: [
            one.name,
            t(`difference.sold.${one.what}`),
            when(one.from),
            one.to === null ? '–' : when(one.to),
            one.tickets,
            <RowLink
              key="holders"
              href={paths.staffStartEventChange(language, {
                catalog: lastSegment(catalog),
                session: lastSegment(one.session),
              })}
              label={holders('link')}
              about={one.name}
            />,
          ],
        }))}
      />
    </>
  );
}
