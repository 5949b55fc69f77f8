import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { DayView } from '@/lib/shop/flows/closing/read-day';
import type { DayFigure } from '@/lib/shop/values/closing-values';
import { addDays } from '@/lib/locale/calendar';
import { paths } from '@/lib/locale/paths';
import { formatDay } from '@/lib/locale/venue-time';
import { formatAmount, subtractAmounts, sumAmounts } from '@/lib/money/money';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { TextLink } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { ClosingForm, type ClosingState } from './closing-form';
import { DataTable } from '../ui/data-table';
import { NotPaidOut } from './not-paid-out';
import { Payouts } from './payouts';
import { Section } from '../ui/section';
import { ShiftsOfDay } from '../shift/shifts-of-day';
import { useStamp } from '../ui/stamp';
import { PageTitle } from '../ui/page-title';

interface DailyClosingProps {
  readonly day: string;
  readonly today: string;
  readonly timeZone: string;
  /** The address had a day that is none. */
  readonly isWrong: boolean;
  readonly view: DayView;
  /** The person has to count a till first: the view is without what was paid at the counter. */
  readonly isBlind: boolean;
  /** The most characters of the note. */
  readonly longestNote: number;
  /** Null: the person may only look. */
  readonly actions: {
    readonly close: (state: ClosingState, form: FormData) => Promise<ClosingState>;
    readonly readPayouts: (form: FormData) => Promise<void>;
  } | null;
  readonly done: string | undefined;
  readonly problem: string | undefined;
}

/** Payments, cash and payouts of one day. */
export function DailyClosing(props: DailyClosingProps) {
  const { day, today, timeZone, view, isBlind, actions, longestNote } = props;
  const t = useTranslations('closing');
  const shift = useTranslations('shift.day');
  const language = useLocale();
  const name = formatDay(day, language, 'long');
  return (
    <>
      <PageTitle title={t('title')} />
      <Answer {...props} />
      <DayForm day={day} today={today} timeZone={view.closing?.timezone ?? timeZone} />
      <div className="space-y-12">
        <Section id="figures" title={t('figures.title')}>
          {isBlind ? <p className="pb-4">{shift('blind')}</p> : null}
          {view.figures.length === 0 && !isBlind ? (
            <p>{t('figures.none')}</p>
          ) : (
            <Figures caption={t('figures.caption', { day: name })} figures={view.figures} />
          )}
        </Section>
        <ShiftsOfDay name={name} of={view.shifts} isBlind={isBlind} />
        <Section id="cash" title={t('cash.title')} className="space-y-4">
          {isBlind ? (
            <p>{shift('blind')}</p>
          ) : view.closing === null ? (
            <OpenDay
              day={day}
              cash={view.cash}
              close={day > today ? null : (actions?.close ?? null)}
              longestNote={longestNote}
            />
          ) : (
            <ClosedDay view={view} closing={view.closing} caption={t('cash.caption', { day: name })} />
          )}
        </Section>
        <Payouts day={day} name={name} payouts={view.payouts} read={actions?.readPayouts ?? null} />
        {view.notPaidOut === null ? null : <NotPaidOut missing={view.notPaidOut} />}
      </div>
    </>
  );
}

const dones = ['closed', 'read'] as const;
const problems = ['unavailable', 'busy', 'day'] as const;

function Answer({ isWrong, done, problem }: Pick<DailyClosingProps, 'isWrong' | 'done' | 'problem'>) {
  const t = useTranslations('closing');
  const known = problems.find((one) => one === problem);
  const what = dones.find((one) => one === done);
  if (isWrong) return <Notice tone="problem" title={t('wrongDay')} />;
  if (known !== undefined)
    return (
      <Notice tone="problem" title={t('failed.unread')}>
        <p>{t(`failed.${known}`)}</p>
      </Notice>
    );
  return what === undefined ? null : <Notice tone="result" title={t(`done.${what}`)} />;
}

function DayForm({ day, today, timeZone }: Pick<DailyClosingProps, 'day' | 'today' | 'timeZone'>) {
  const t = useTranslations('closing');
  const language = useLocale();
  const to = (other: string) => paths.staffClosing(language, { day: other });
  return (
    <div className="space-y-3 pt-4 pb-8">
      <form action={paths.staffClosing(language)} className="grid items-end gap-4 sm:grid-cols-2 lg:max-w-xl">
        <Field name="day" type="date" label={t('day')} defaultValue={day} max={today} required />
        <Button type="submit">{t('show')}</Button>
      </form>
      <p className="flex flex-wrap gap-x-6">
        <TextLink href={to(addDays(day, -1))}>{t('previous')}</TextLink>
        {day < today ? <TextLink href={to(addDays(day, 1))}>{t('next')}</TextLink> : null}
      </p>
      <p className="text-small text-ink-soft">{t('zone', { zone: timeZone })}</p>
    </div>
  );
}

function Figures({ caption, figures }: { readonly caption: string; readonly figures: readonly DayFigure[] }) {
  const t = useTranslations('closing.figures');
  const names = useTranslations('reports.exports');
  const language = useLocale();
  const total = sumAmounts(figures.map(({ amount }) => amount));
  return (
    <DataTable
      caption={caption}
      columns={[t('method'), t('kind'), t('count'), t('amount')]}
      rows={[
        ...figures.map(({ method, kind, count, amount }) => ({
          key: `${method} ${kind}`,
          cells: [
            names(`methods.${method}`),
            names(`paymentKinds.${kind}`),
            count.toLocaleString(language),
            formatAmount(amount, language),
          ],
        })),
        { key: 'total', cells: [t('total'), '', '', formatAmount(total, language)] },
      ]}
    />
  );
}

interface OpenDayProps {
  readonly day: string;
  readonly cash: string;
  readonly close: ((state: ClosingState, form: FormData) => Promise<ClosingState>) | null;
  readonly longestNote: number;
}

function OpenDay({ day, cash, close, longestNote }: OpenDayProps) {
  const t = useTranslations('closing.cash');
  const language = useLocale();
  return (
    <>
      <p>{t('open')}</p>
      <p className="font-bold tabular">{t('expected', { amount: formatAmount(cash, language) })}</p>
      {close === null ? null : (
        <>
          <p>{t('about')}</p>
          <ClosingForm
            close={close}
            about={{ day, expected: cash }}
            words={{
              counted: t('counted'),
              countedHint: t('countedHint'),
              note: t('note'),
              button: t('button'),
              noteHint: t('noteHint', { most: longestNote }),
            }}
          />
        </>
      )}
    </>
  );
}

interface ClosedDayProps {
  readonly view: DayView;
  readonly closing: NonNullable<DayView['closing']>;
  readonly caption: string;
}

function ClosedDay({ view, closing, caption }: ClosedDayProps) {
  const t = useTranslations('closing');
  const language = useLocale();
  const stamp = useStamp();
  const { expected, counted, note, staff, name, closedAt } = closing;
  const difference = subtractAmounts(counted, expected);
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t('cash.expectedRow'), formatAmount(expected, language)],
    [t('cash.countedRow'), formatAmount(counted, language)],
    [t('cash.difference'), formatAmount(difference, language)],
    ...(note === '' ? [] : [[t('cash.note'), note] as const]),
    [t('cash.by'), name ?? staff],
    [t('cash.at'), stamp(closedAt)],
  ];
  return (
    <>
      <DataTable
        caption={caption}
        columns={[t('cash.what'), t('cash.value')]}
        rows={rows.map(([key, value]) => ({ key, cells: [key, value] }))}
      />
      <h3 className="pt-4 font-bold">{t('corrections.title')}</h3>
      {view.corrections.length === 0 ? (
        <p>{t('corrections.none')}</p>
      ) : (
        <Figures caption={t('corrections.caption')} figures={view.corrections} />
      )}
    </>
  );
}
