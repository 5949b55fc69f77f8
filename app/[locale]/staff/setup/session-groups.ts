import { getLocale, getTranslations } from 'next-intl/server';
import type { SetupField } from '@/components/staff/setup/setup-control';
import { weekdayNames } from '@/lib/locale/venue-time';
import { fieldMaker } from './field-texts';

/** The buttons of a form that shows first what it would do. */
export async function previewButtons() {
  const t = await getTranslations('setup.would');
  return [
    { intent: 'preview', label: t('show'), variant: 'secondary' },
    { intent: 'save', label: t('do'), afterPreview: true },
  ] as const;
}

export async function weekdaysField(optional = false): Promise<SetupField> {
  const field = await fieldMaker();
  const names = weekdayNames(await getLocale(), 'long');
  return field('weekdays', {
    kind: 'ticks',
    optional,
    choices: names.map((label, index) => ({ value: String(index), label })),
  });
}

/** The days of a series: of the week, from, until, except. */
export async function seriesDays(): Promise<SetupField[]> {
  const field = await fieldMaker();
  return [
    await weekdaysField(),
    field('from', { type: 'date' }),
    field('until', { type: 'date' }),
    field('except', { optional: true, kind: 'area', most: 5000 }),
  ];
}

/** How long each session takes, how many places it has, and how long it is sold after its beginning. */
export async function sessionTerms(): Promise<SetupField[]> {
  const field = await fieldMaker();
  const optional = true;
  return [
    field('minutes', { optional, inputMode: 'numeric', most: 5 }),
    field('capacity', { optional, inputMode: 'numeric', most: 10 }),
    field('lateMinutes', { optional, inputMode: 'numeric', most: 4 }),
  ];
}
