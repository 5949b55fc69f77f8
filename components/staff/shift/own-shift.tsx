import { useLocale, useTranslations } from 'next-intl';
import type { CashMove } from '@/lib/shop/flows/shift/read-shifts';
import { paths } from '@/lib/locale/paths';
import { formatAmount } from '@/lib/money/money';
import { TextLink } from '../../ui/link';
import type { FormAction } from '../../ui/typed-form';
import { DataTable } from '../ui/data-table';
import { Section } from '../ui/section';
import { useStamp } from '../ui/stamp';
import {
  CountShiftForm,
  type CountShiftState,
  ExplainShiftForm,
  type ExplainShiftState,
  MoveCashForm,
  type MoveCashState,
  OpenShiftForm,
  type OpenShiftState,
} from './shift-forms';

/** The most characters of what is typed. */
type ShiftLimits = Readonly<Record<'till' | 'reason' | 'note', number>>;

interface NewShiftProps {
  readonly formId: string;
  readonly tills: readonly string[];
  readonly last: string | null;
  readonly limits: ShiftLimits;
  readonly open: FormAction<OpenShiftState>;
}

/** The form that opens a shift. */
export function NewShift({ formId, tills, last, limits, open }: NewShiftProps) {
  const t = useTranslations('shift.open');
  return (
    <Section id="open" title={t('title')} className="space-y-4">
      <p className="max-w-text">{t('about')}</p>
      <OpenShiftForm
        action={open}
        about={{ id: formId }}
        till={last ?? ''}
        tills={tills}
        words={{
          till: t('till'),
          tillHint: t('tillHint', { most: limits.till }),
          opening: t('opening'),
          openingHint: t('openingHint'),
          button: t('button'),
        }}
      />
    </Section>
  );
}

interface OpenShiftProps {
  readonly shift: {
    readonly id: string;
    readonly till: string;
    readonly opening: string;
    readonly openedAt: Date;
  };
  readonly moves: readonly CashMove[];
  readonly formId: string;
  readonly limits: ShiftLimits;
  readonly move: FormAction<MoveCashState>;
  readonly count: FormAction<CountShiftState>;
}

/** The person's open shift, without what was sold in it: it is counted first. */
export function OpenShift({ shift, moves, formId, limits, move, count }: OpenShiftProps) {
  const t = useTranslations('shift');
  const language = useLocale();
  const stamp = useStamp();
  const facts = [
    [t('open.till'), shift.till],
    [t('facts.openedAt'), stamp(shift.openedAt)],
    [t('open.opening'), formatAmount(shift.opening, language)],
  ] as const;
  const cash = (name: 'kind' | 'in' | 'out' | 'amount' | 'amountHint' | 'reason' | 'sure' | 'button') =>
    t(`cash.${name}`);
  return (
    <div className="space-y-12">
      <DataTable
        caption={t('facts.caption')}
        columns={[t('facts.what'), t('facts.value')]}
        rows={facts.map(([key, value]) => ({ key, cells: [key, value] }))}
      />
      <Section id="cash-moved" title={t('cash.title')} className="space-y-4">
        <CashMoves moves={moves} />
        <MoveCashForm
          key={formId}
          action={move}
          about={{ id: formId }}
          words={{
            kind: cash('kind'),
            in: cash('in'),
            out: cash('out'),
            amount: cash('amount'),
            amountHint: cash('amountHint'),
            reason: cash('reason'),
            reasonHint: t('cash.reasonHint', { most: limits.reason }),
            sure: cash('sure'),
            button: cash('button'),
          }}
        />
      </Section>
      <CountSection shiftId={shift.id} count={count} />
    </div>
  );
}

/** The cash that was put in and taken out. */
export function CashMoves({ moves }: { readonly moves: readonly CashMove[] }) {
  const t = useTranslations('shift.cash');
  const language = useLocale();
  const stamp = useStamp();
  if (moves.length === 0) return <p>{t('none')}</p>;
  return (
    <DataTable
      caption={t('title')}
      columns={[t('at'), t('kind'), t('amount'), t('reason')]}
      long={[t('reason')]}
      rows={moves.map(({ id, at, amount, reason }) => ({
        key: id,
        cells: [
          stamp(at),
          t(amount.startsWith('-') ? 'out' : 'in'),
          formatAmount(amount, language),
          reason ?? '',
        ],
      }))}
    />
  );
}

interface CountSectionProps {
  readonly shiftId: string;
  /** Whose shift it is; left out: one's own. */
  readonly person?: string;
  readonly count: FormAction<CountShiftState>;
}

export function CountSection({ shiftId, person, count }: CountSectionProps) {
  const t = useTranslations('shift.count');
  return (
    <Section id="count" title={t('title')} className="space-y-4">
      <p className="max-w-text">{t('about')}</p>
      <CountShiftForm
        action={count}
        others={person === undefined ? null : t('others', { person })}
        about={{ shiftId }}
        words={{
          cash: t('cash'),
          cashHint: t('cashHint'),
          terminal: t('terminal'),
          terminalHint: t('terminalHint'),
          button: t('button'),
        }}
      />
    </Section>
  );
}

interface ExplainSectionProps {
  readonly shiftId: string;
  readonly limits: ShiftLimits;
  readonly explain: FormAction<ExplainShiftState>;
}

/** The note that a difference needs. */
export function ExplainSection({ shiftId, limits, explain }: ExplainSectionProps) {
  const t = useTranslations('shift.explain');
  return (
    <Section id="explain" title={t('title')} className="space-y-4 print:hidden">
      <p className="max-w-text">{t('about')}</p>
      <ExplainShiftForm
        action={explain}
        about={{ shiftId }}
        words={{ note: t('note'), noteHint: t('noteHint', { most: limits.note }), button: t('button') }}
      />
    </Section>
  );
}

/** The ways from the page of one's shift. */
export function ShiftLinks() {
  const t = useTranslations('shift');
  const language = useLocale();
  return (
    <p className="flex flex-wrap gap-x-6 pb-4">
      <TextLink href={paths.staffCounter(language)}>{t('toCounter')}</TextLink>
      <TextLink href={paths.staffShifts(language)}>{t('list')}</TextLink>
    </p>
  );
}
