import { useLocale, useTranslations } from 'next-intl';
import type { ShiftsOfDay as Shifts } from '@/lib/shop/flows/shift/read-shifts';
import { paths } from '@/lib/locale/paths';
import { formatAmount, sumAmounts } from '@/lib/money/money';
import { TextLink } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { DataTable } from '../ui/data-table';
import { Section } from '../ui/section';
import { useStamp } from '../ui/stamp';
import { stateOf, useDifferences } from './shift-list';

const methods = ['cash', 'terminal'] as const;

interface ShiftsOfDayProps {
  /** The day, as people read it. */
  readonly name: string;
  readonly of: Shifts;
  /** Whoever looks at it has to count a till first. */
  readonly isBlind?: boolean;
}

/** The shifts of a day, and what was paid at the counter outside of them; together the day's cash and card payments. */
export function ShiftsOfDay({ name, of: { shifts, amounts }, isBlind = false }: ShiftsOfDayProps) {
  const t = useTranslations('shift');
  const language = useLocale();
  const stamp = useStamp();
  const differencesOf = useDifferences();
  const hidden = t('day.hidden');
  const columns = useColumns();
  const amountsOf = (isIt: (shift: string | null) => boolean) =>
    methods.map((method) => {
      if (isBlind) return hidden;
      const found = amounts.filter((one) => one.method === method && isIt(one.shift));
      return formatAmount(sumAmounts(found.map(({ amount }) => amount)), language);
    });
  const open = shifts.filter(({ countedAt }) => countedAt === null).length;
  return (
    <Section id="shifts" title={t('day.title')} className="space-y-4">
      {open === 0 ? null : <Notice title={t('day.stillOpen', { count: open })} />}
      {shifts.length === 0 ? (
        <p>{t('day.none')}</p>
      ) : (
        <DataTable
          caption={t('day.caption', { day: name })}
          columns={columns}
          rows={[
            ...shifts.map((shift) => ({
              key: shift.id,
              cells: [
                <TextLink key="open" href={paths.staffShift(language, shift.id)}>
                  {shift.till}
                </TextLink>,
                shift.name ?? shift.staff,
                stamp(shift.openedAt),
                t(`shifts.states.${stateOf(shift)}`),
                // Nobody should know what is in a till before it is counted.
                ...(shift.countedAt === null ? [hidden, hidden] : amountsOf((id) => id === shift.id)),
                ...differencesOf(shift),
              ],
            })),
            {
              key: 'outside',
              cells: [t('day.outside'), '', '', '', ...amountsOf((id) => id === null), '', ''],
            },
            { key: 'total', cells: [t('day.total'), '', '', '', ...amountsOf(() => true), '', ''] },
          ]}
        />
      )}
      <p>
        <TextLink href={paths.staffShifts(language)}>{t('list')}</TextLink>
      </p>
    </Section>
  );
}

function useColumns() {
  const t = useTranslations('shift');
  return [
    t('open.till'),
    t('facts.person'),
    t('facts.openedAt'),
    t('shifts.state'),
    t('sheet.cash'),
    t('sheet.terminal'),
    `${t('sheet.difference')}: ${t('sheet.cash')}`,
    `${t('sheet.difference')}: ${t('sheet.terminal')}`,
  ];
}
