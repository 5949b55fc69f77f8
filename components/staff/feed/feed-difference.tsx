import { useLocale, useTranslations } from 'next-intl';
import { type FeedImport, feedKinds } from '@/lib/contract/feed-import';
import { formatDay } from '@/lib/locale/venue-time';
import { formatAmount } from '@/lib/money/money';
import { Notice } from '../../ui/notice';
import { DataTable } from '../ui/data-table';
import { FeedSoldSessions, useMoment } from './feed-sold-sessions';
import { FeedThings } from './feed-things';
import { Section } from '../ui/section';

/** What of an import, or of the check of a draft, tells what would change. */
export type DifferenceReport = Omit<FeedImport, '@id' | '@type' | 'dryRun' | 'hash'>;

interface FeedDifferenceProps {
  readonly report: DifferenceReport;
  /** False: the page names them itself. */
  readonly withSoldSessions?: boolean;
}

/** What a feed would change, most important first. */
export function FeedDifference({ report, withSoldSessions = true }: FeedDifferenceProps) {
  const t = useTranslations('catalogAdmin');
  const isSame = feedKinds.every((kind) => {
    const { added, changed, retired } = report[kind];
    return added + changed + retired === 0;
  });
  const { difference } = report;
  return (
    <div className="space-y-10">
      {isSame && difference.capacityCount === 0 ? <Notice title={t('difference.none')} /> : null}
      {withSoldSessions ? <FeedSoldSessions report={report} /> : null}
      <Counts report={report} />
      <Prices difference={difference} />
      <Capacities difference={difference} />
      <FeedThings report={report} />
      <Warnings report={report} />
    </div>
  );
}

function Counts({ report }: { report: DifferenceReport }) {
  const t = useTranslations('catalogAdmin');
  const columns = ['added', 'changed', 'retired', 'unchanged'] as const;
  return (
    <Section id="counts" title={t('difference.counts')}>
      <DataTable
        caption={t('difference.nothingYet')}
        columns={[t('difference.kindColumn'), ...columns.map((column) => t(`counts.${column}`))]}
        rows={feedKinds.map((kind) => ({
          key: kind,
          cells: [t(`kinds.${kind}`), ...columns.map((column) => report[kind][column])],
        }))}
      />
    </Section>
  );
}

type DifferenceProps = Pick<FeedImport, 'difference'>;

function Prices({ difference: { prices, priceCount } }: DifferenceProps) {
  const t = useTranslations('catalogAdmin');
  const language = useLocale();
  if (priceCount === 0) return null;
  return (
    <Section id="prices" title={t('difference.prices', { count: priceCount })}>
      <DataTable
        caption={priceCount > prices.length ? t('difference.more', { shown: prices.length }) : ''}
        columns={(['name', 'date', 'from', 'to'] as const).map((name) => t(`columns.${name}`))}
        rows={prices.map((one) => ({
          key: one.offer,
          cells: [
            one.product,
            formatDay(one.date, language, 'short'),
            formatAmount(one.from, language),
            <span key="to">
              {formatAmount(one.to, language)}
              {one.overridden ? <span className="block text-small">{t('difference.overridden')}</span> : null}
            </span>,
          ],
        }))}
      />
    </Section>
  );
}

function Capacities({ difference: { capacities, capacityCount } }: DifferenceProps) {
  const t = useTranslations('catalogAdmin');
  const moment = useMoment();
  const units = (count: number | null) => (count === null ? t('unlimited') : count);
  if (capacityCount === 0) return null;
  return (
    <Section id="capacities" title={t('difference.capacities', { count: capacityCount })}>
      <DataTable
        caption={capacityCount > capacities.length ? t('difference.more', { shown: capacities.length }) : ''}
        columns={(['name', 'date', 'from', 'to', 'held', 'sold'] as const).map((name) =>
          t(`columns.${name}`),
        )}
        rows={capacities.map((one) => ({
          key: one.id,
          cells: [one.name, moment(one), units(one.from), units(one.to), one.held, one.sold],
        }))}
      />
    </Section>
  );
}

function Warnings({ report: { warnings, warningCount } }: { report: DifferenceReport }) {
  const t = useTranslations('catalogAdmin.difference');
  if (warningCount === 0) return null;
  return (
    <Section id="warnings" title={t('warnings', { count: warningCount })}>
      <ul className="max-w-text list-disc space-y-2 pl-5">
        {warnings.map(({ message, count, propertyPaths }) => (
          <li key={message} className="wrap-anywhere">
            {count} × {message}
            <span className="block text-small text-ink-soft">{propertyPaths.slice(0, 3).join(', ')}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
