import { getLocale, getTranslations } from 'next-intl/server';
import { nameIn } from '@/components/staff/setup/name-in';
import { SetupForm } from '@/components/staff/setup/setup-form';
import { PageTitle } from '@/components/staff/ui/page-title';
import { Section } from '@/components/staff/ui/section';
import { eventsOf } from '@/lib/setup/event-view';
import type { OpenDraft } from '@/lib/storefront/staff/setup/setup-reads';
import { fieldMaker } from '../../field-texts';
import { previewButtons } from '../../session-groups';
import { WithDraft } from '../../with-draft';
import { blockSomeDays, copySomeDays } from './actions';

export default async function SeasonPage({ params }: PageProps<'/[locale]/staff/setup/[catalogId]/season'>) {
  const { catalogId } = await params;
  return <WithDraft catalogId={catalogId}>{(open) => <Season open={open} />}</WithDraft>;
}

async function Season({ open }: { open: OpenDraft }) {
  const t = await getTranslations('setup');
  const language = await getLocale();
  const field = await fieldMaker();
  const shared = { about: { catalogId: open.catalogId }, version: open.version, values: {} };
  const events = field('events', {
    kind: 'ticks',
    optional: true,
    choices: eventsOf(open.draft).map(({ key, name }) => ({
      value: key,
      label: nameIn(open.draft, name, language) || key,
    })),
  });
  const from = field('from', { type: 'date' });
  const until = field('until', { type: 'date' });
  const buttons = await previewButtons();
  return (
    <>
      <PageTitle title={t('parts.season')} of={open.name} className="pb-4" />
      <div className="space-y-12">
        <Section id="block" title={t('season.block')}>
          <p className="max-w-text pb-4">{t('season.blockText')}</p>
          <SetupForm
            {...shared}
            prefix="block-"
            action={blockSomeDays}
            groups={[{ fields: [events, from, until] }]}
            buttons={buttons}
          />
        </Section>
        <Section id="copy" title={t('season.copy')}>
          <p className="max-w-text pb-4">{t('season.copyText')}</p>
          <SetupForm
            {...shared}
            action={copySomeDays}
            groups={[
              {
                fields: [
                  events,
                  from,
                  until,
                  field('to', { type: 'date' }),
                  field('newUntil', { type: 'date', optional: true }),
                ],
              },
            ]}
            buttons={buttons}
          />
        </Section>
      </div>
    </>
  );
}
