import { getLocale, getMessages, getTranslations } from 'next-intl/server';
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

/** The same for sessions that are changed: what is left empty stays as it is, so that “unlimited” is a box. */
export async function changedTerms(): Promise<SetupField[]> {
  const { fields } = (await getMessages()).setup;
  const example = (await getTranslations('setup.sessions'))('changeExample');
  const terms = await sessionTerms();
  return [
    ...terms.map((one) => (one.name === 'minutes' ? one : { ...one, hint: example })),
    { name: 'unlimited', label: fields.unlimited, kind: 'tick' },
  ];
}

/** How long each session takes, how many places it has, also for the counter, and how long it is sold after its beginning. */
export async function sessionTerms(): Promise<SetupField[]> {
  const field = await fieldMaker();
  const optional = true;
  return [
    field('minutes', { optional, inputMode: 'numeric', most: 5 }),
    field('capacity', { optional, inputMode: 'numeric', most: 10 }),
    field('counterPlaces', { optional, inputMode: 'numeric', most: 10 }),
    field('releaseMinutes', { optional, inputMode: 'numeric', most: 6 }),
    field('lateMinutes', { optional, inputMode: 'numeric', most: 4 }),
  ];
}
