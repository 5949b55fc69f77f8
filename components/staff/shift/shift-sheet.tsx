import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { CashMove, NamedShift } from '@/lib/shop/flows/shift/read-shifts';
import type { ShiftKind, ShiftMethod } from '@/lib/shop/values/shift-values';
import { paths } from '@/lib/locale/paths';
import { formatAmount, subtractAmounts, sumAmounts } from '@/lib/money/money';
import { PrintButton } from '../counter/print-button';
import { BackLink } from '../ui/back-link';
import { DataTable } from '../ui/data-table';
import { PageTitle } from '../ui/page-title';
import { useStamp } from '../ui/stamp';
import { CashMoves } from './own-shift';

interface ShiftSheetProps {
  readonly shift: NamedShift;
  readonly moves: readonly CashMove[];
  readonly isOwn: boolean;
  /** What the person may do with it. */
  readonly children: ReactNode;
}

/** One shift, on paper too, with a line for the signature. Its amounts are shown once it is counted. */
export function ShiftSheet({ shift, moves, isOwn, children }: ShiftSheetProps) {
  const t = useTranslations('shift');
  const language = useLocale();
  const stamp = useStamp();
  const { till, name, staff, openedAt, countedAt } = shift;
  return (
    <>
      <div className="print:hidden">
        <BackLink href={paths.staffShifts(language)} label={t('list')} />
      </div>
      <PageTitle title={t('sheet.title', { till })} className="pb-4" />
      <div className="space-y-8">
        <Facts shift={shift} />
        {countedAt === null ? (
          <p>{t('sheet.openText', { moment: stamp(openedAt) })}</p>
        ) : (
          <>
            <Amounts shift={shift} />
            {moves.length === 0 ? null : <CashMoves moves={moves} />}
            <SignatureLine label={t('sheet.signature')} />
            <div className="print:hidden">
              <PrintButton label={t('sheet.print')} />
            </div>
          </>
        )}
        {isOwn || shift.closedAt !== null ? null : (
          <p className="print:hidden">{t('sheet.others', { person: name ?? staff })}</p>
        )}
        {children}
      </div>
    </>
  );
}

function Facts({ shift }: Pick<ShiftSheetProps, 'shift'>) {
  const t = useTranslations('shift');
  const stamp = useStamp();
  const { till, name, staff, openedAt, countedAt, countedBy, countedByName } = shift;
  const { closedAt, closedBy, closedByName, note } = shift;
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t('open.till'), till],
    [t('facts.person'), name ?? staff],
    [t('facts.openedAt'), stamp(openedAt)],
    ...(countedAt === null ? [] : [[t('facts.countedAt'), stamp(countedAt)] as const]),
    ...(countedBy === null || countedBy === staff
      ? []
      : [[t('facts.countedBy'), countedByName ?? countedBy] as const]),
    ...(closedAt === null ? [] : [[t('facts.closedAt'), stamp(closedAt)] as const]),
    ...(closedBy === null || closedBy === staff
      ? []
      : [[t('facts.closedBy'), closedByName ?? closedBy] as const]),
    ...(note === null || note === '' ? [] : [[t('facts.note'), note] as const]),
  ];
  return (
    <DataTable
      caption={t('facts.caption')}
      columns={[t('facts.what'), t('facts.value')]}
      rows={rows.map(([key, value]) => ({ key, cells: [key, value] }))}
    />
  );
}

const methods = ['cash', 'terminal'] as const;
const kinds = ['sale', 'refund', 'in', 'out'] as const;

/** By tender: what it began with, what came and went, what was expected, and what was counted. */
function Amounts({ shift }: Pick<ShiftSheetProps, 'shift'>) {
  const t = useTranslations('shift.sheet');
  const language = useLocale();
  const money = (amount: string | null) => (amount === null ? '' : formatAmount(amount, language));
  const of = (kind: ShiftKind, method?: ShiftMethod) =>
    (shift.figures ?? []).filter(
      (one) => one.kind === kind && (method === undefined || one.method === method),
    );
  const amountOf = (kind: ShiftKind, method: ShiftMethod) =>
    sumAmounts(of(kind, method).map(({ amount }) => amount));
  const { countedCash, countedTerminal, expectedCash, expectedTerminal } = shift;
  const difference = (counted: string | null, expected: string | null) =>
    counted === null || expected === null ? '' : money(subtractAmounts(counted, expected));
  const rows: readonly (readonly [string, string, string, string])[] = [
    [t('opening'), '', money(shift.opening), ''],
    ...kinds.map((kind) => {
      const number = of(kind).reduce((sum, { count }) => sum + count, 0);
      const [cash = '', card = ''] = methods.map((method) => money(amountOf(kind, method)));
      const isCash = kind === 'in' || kind === 'out';
      return [t(kind), number.toLocaleString(language), cash, isCash ? '' : card] as const;
    }),
    [t('expected'), '', money(expectedCash), money(expectedTerminal)],
    [t('counted'), '', money(countedCash), money(countedTerminal)],
    [
      t('difference'),
      '',
      difference(countedCash, expectedCash),
      difference(countedTerminal, expectedTerminal),
    ],
  ];
  return (
    <DataTable
      caption={t('caption')}
      columns={[t('row'), t('number'), t('cash'), t('terminal')]}
      rows={rows.map((cells) => ({ key: cells[0], cells }))}
    />
  );
}

function SignatureLine({ label }: { readonly label: string }) {
  return (
    <p className="hidden pt-16 print:block">
      <span className="block max-w-text border-t border-ink pt-1 text-small">{label}</span>
    </p>
  );
}
