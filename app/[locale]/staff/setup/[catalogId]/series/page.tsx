import { getLocale, getTranslations } from 'next-intl/server';
import { SetupForm } from '@/components/staff/setup/setup-form';
import { Section } from '@/components/staff/ui/section';
import { TextLink } from '@/components/ui/link';
import { paths } from '@/lib/locale/paths';
import type { EventView } from '@/lib/setup/event-view';
import { todayOf } from '@/lib/storefront/staff/setup/save-sessions';
import type { OpenDraft } from '@/lib/storefront/staff/setup/setup-reads';
import { fieldMaker } from '../../field-texts';
import { previewButtons, seriesDays, sessionTerms } from '../../session-groups';
import { WithEvent } from '../with-event';
import { addHours, addOneSession, addSeriesOfSessions } from './actions';

export default async function SeriesPage({
  params,
  searchParams,
}: PageProps<'/[locale]/staff/setup/[catalogId]/series'>) {
  const { catalogId } = await params;
  return (
    <WithEvent catalogId={catalogId} parameters={await searchParams} part="series">
      {(open, event) => <AddSessions open={open} event={event} />}
    </WithEvent>
  );
}

async function AddSessions({ open, event }: { open: OpenDraft; event: EventView }) {
  const t = await getTranslations('setup.series');
  const language = await getLocale();
  const field = await fieldMaker();
  const shared = { about: { catalogId: open.catalogId, thing: event.key }, version: open.version };
  const from = [todayOf(open.draft)];
  const buttons = await previewButtons();
  const [days, terms] = [await seriesDays(), await sessionTerms()];
  return (
    <div className="space-y-12">
      <p className="max-w-text">
        {t('text')}{' '}
        <TextLink href={paths.staffSetupPart(language, open.catalogId, 'sessions', { key: event.key })}>
          {t('list')}
        </TextLink>
      </p>
      <Section id="fixed" title={t('fixed')}>
        <SetupForm
          {...shared}
          action={addSeriesOfSessions}
          values={{ from }}
          groups={[{ fields: [field('times', { most: 1000 }), ...days, ...terms] }]}
          buttons={buttons}
        />
      </Section>
      <SetupForm
        {...shared}
        folded={t('hours')}
        prefix="hours-"
        action={addHours}
        values={{ from, window: ['30'], lateSale: ['yes'] }}
        groups={[
          {
            hint: t('hoursText'),
            fields: [
              field('open', { type: 'time' }),
              field('close', { type: 'time' }),
              field('window', { inputMode: 'numeric', most: 4 }),
              ...days,
              ...terms.filter(({ name }) => ['capacity', 'counterPlaces', 'releaseMinutes'].includes(name)),
              field('lateSale', { kind: 'tick' }),
            ],
          },
        ]}
        buttons={buttons}
      />
      <SetupForm
        {...shared}
        folded={t('one')}
        prefix="one-"
        action={addOneSession}
        values={{}}
        groups={[{ fields: [field('day', { type: 'date' }), field('time', { type: 'time' }), ...terms] }]}
        buttons={[{ intent: 'save', label: t('addOne') }]}
      />
    </div>
  );
}
