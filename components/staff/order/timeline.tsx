import { useTranslations } from 'next-intl';
import type { TimelineEntry } from '@/lib/shop/data/timeline-store';
import type { Scan, ScansOfBooking } from '@/lib/storefront/staff/order/scans';
import { MissingScans, useScanTexts } from './scan-entry';
import { useStamp } from '../ui/stamp';
import { useDetails } from './timeline-details';

interface EntryProps {
  readonly at: Date;
  readonly what: string;
  readonly details: string;
}

function Entry({ at, what, details }: EntryProps) {
  const stamp = useStamp();
  return (
    <li className="grid gap-x-6 border-t border-rule py-2 sm:grid-cols-[12rem_1fr]">
      <time dateTime={at.toISOString()} className="text-small text-ink-soft">
        {stamp(at)}
      </time>
      <p>
        {what}
        {details === '' ? null : <span className="tabular text-small text-ink-soft"> {details}</span>}
      </p>
    </li>
  );
}

function OfBooking({ entry }: { entry: TimelineEntry }) {
  const t = useTranslations('staff.happened');
  const order = useTranslations('staff.order');
  const details = useDetails(entry);
  const { at, what, detail } = entry;
  // Nothing has failed: no provider has the money.
  if (what.endsWith('_stuck') && detail['reason'] === 'pay_back_at_counter')
    return <Entry at={at} what={order('stuckAtCounter')} details={details} />;
  // A newer release may have stored an event that this one does not know.
  return <Entry at={at} what={t.has(what) ? t(what) : t('other', { what })} details={details} />;
}

function OfScan({ scan }: { scan: Scan }) {
  const textsOf = useScanTexts();
  return <Entry at={scan.at} {...textsOf(scan)} />;
}

interface TimelineProps {
  readonly entries: readonly TimelineEntry[];
  readonly scans: ScansOfBooking;
}

/** What happened to a booking, and to its tickets at the entrances, in the order of time. */
export function Timeline({ entries, scans }: TimelineProps) {
  const t = useTranslations('staff.order');
  const rows = [
    ...entries.map((entry) => ({ at: entry.at, row: <OfBooking key={entry.id} entry={entry} /> })),
    ...(scans.kind === 'scans' ? scans.scans : []).map((scan) => ({
      at: scan.at,
      row: <OfScan key={scan.id} scan={scan} />,
    })),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime());
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="pb-3 text-lead">
        {t('timeline')}
      </h2>
      <MissingScans scans={scans} />
      <ol>{rows.map(({ row }) => row)}</ol>
    </section>
  );
}
