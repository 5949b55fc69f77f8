import { useLocale, useTranslations } from 'next-intl';
import type { NamedShift } from '@/lib/shop/flows/shift/read-shifts';
import { paths } from '@/lib/locale/paths';
import { formatAmount, subtractAmounts } from '@/lib/money/money';
import { TextLink } from '../../ui/link';
import { DataTable } from '../ui/data-table';
import { BackLink } from '../ui/back-link';
import { PageTitle } from '../ui/page-title';
import { useStamp } from '../ui/stamp';

interface ShiftListProps {
  readonly shifts: readonly NamedShift[];
  /** The shift after which the next page begins; null: this is the last one. */
  readonly next: string | null;
}

/** What a shift is at now. */
export const stateOf = ({ countedAt, closedAt }: NamedShift) =>
  closedAt !== null ? 'closed' : countedAt !== null ? 'counted' : 'open';

/** How much more was counted than expected, in cash and by the terminal; empty: it is open. */
export function useDifferences(): (shift: NamedShift) => readonly [string, string] {
  const language = useLocale();
  const difference = (counted: string | null, expected: string | null) =>
    counted === null || expected === null ? '' : formatAmount(subtractAmounts(counted, expected), language);
  return ({ countedCash, expectedCash, countedTerminal, expectedTerminal }) => [
    difference(countedCash, expectedCash),
    difference(countedTerminal, expectedTerminal),
  ];
}

/** All shifts, and which of them are still open. */
export function ShiftList({ shifts, next }: ShiftListProps) {
  const t = useTranslations('shift');
  const closing = useTranslations('closing');
  const language = useLocale();
  const stamp = useStamp();
  const differencesOf = useDifferences();
  return (
    <>
      <BackLink href={paths.staffClosing(language)} label={closing('title')} />
      <PageTitle title={t('shifts.title')} className="pb-4" />
      {shifts.length === 0 ? (
        <p>{t('shifts.none')}</p>
      ) : (
        <DataTable
          caption={t('shifts.caption')}
          columns={[
            t('facts.openedAt'),
            t('open.till'),
            t('facts.person'),
            t('shifts.state'),
            t('facts.countedAt'),
            `${t('sheet.difference')}: ${t('sheet.cash')}`,
            `${t('sheet.difference')}: ${t('sheet.terminal')}`,
          ]}
          rows={shifts.map((shift) => ({
            key: shift.id,
            cells: [
              <TextLink key="open" href={paths.staffShift(language, shift.id)}>
                {stamp(shift.openedAt)}
              </TextLink>,
              shift.till,
              shift.name ?? shift.staff,
              t(`shifts.states.${stateOf(shift)}`),
              shift.countedAt === null ? '' : stamp(shift.countedAt),
              ...differencesOf(shift),
            ],
          }))}
        />
      )}
      {next === null ? null : (
        <p className="pt-4">
          <TextLink href={paths.staffShifts(language, { before: next })}>{t('shifts.older')}</TextLink>
        </p>
      )}
    </>
  );
}
