import { useTranslations } from 'next-intl';
import type { Scan, ScansOfBooking } from '@/lib/storefront/staff/order/scans';
import { useStamp } from '../ui/stamp';

/** From when on a scan was reported late: its device had no connection. */
const lateMilliseconds = 60_000;

/** What a scan at an entrance did, and where, with which ticket, and who scanned. */
export function useScanTexts(): (scan: Scan) => { what: string; details: string } {
  const t = useTranslations('staff.scans');
  const by = useTranslations('staff.by');
  const stamp = useStamp();
  return (scan) => {
    const { result, conflict, entrance, event, name, reference, staff, at, receivedAt, isUndone } = scan;
    const isLate = receivedAt.getTime() - at.getTime() > lateMilliseconds;
    const isRefusal = result !== 'admitted' && result !== 'undone' && result !== 'not_undone';
    const plain = isRefusal ? t('refused') : t(result);
    const details = [
      ...new Set([entrance, event ?? '', name ?? '', reference ?? '']),
      isRefusal ? t(`why.${result}`) : '',
      isUndone ? t('laterUndone') : '',
      isLate ? t('received', { moment: stamp(receivedAt) }) : '',
      staff === null ? '' : by('member', { name: staff }),
    ];
    return {
      what: conflict ? t('conflict') : plain,
      details: details.filter((one) => one !== '').join(' · '),
    };
  };
}

/** Says that scans are missing in the timeline, and why. */
export function MissingScans({ scans }: { scans: ScansOfBooking }) {
  const t = useTranslations('staff.scans');
  if (scans.kind === 'scans' && scans.more === 0) return null;
  return (
    <p className="pb-3 text-small text-ink-soft">
      {scans.kind === 'scans' ? t('more', { count: scans.more }) : t(`missing.${scans.kind}`)}
    </p>
  );
}
