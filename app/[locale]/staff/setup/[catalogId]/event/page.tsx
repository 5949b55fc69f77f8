import { getLocale, getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { nameIn } from '@/components/staff/setup/name-in';
import { SetupForm } from '@/components/staff/setup/setup-form';
import { PageTitle } from '@/components/staff/ui/page-title';
import { TextLink } from '@/components/ui/link';
import { paths } from '@/lib/locale/paths';
import { type EventView, eventOf } from '@/lib/setup/event-view';
import { removeEvent } from '@/lib/setup/events';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { eventValues } from '@/lib/storefront/staff/setup/event-fields';
import type { OpenDraft } from '@/lib/storefront/staff/setup/setup-reads';
import { readSoldTickets } from '@/lib/storefront/staff/setup/sold';
import { RemovalForm } from '../../removal-form';
import { WithDraft } from '../../with-draft';
import { removeEventForm, saveEventForm } from './actions';
import { eventGroups } from './event-groups';

export default async function EventPage({
  params,
  searchParams,
}: PageProps<'/[locale]/staff/setup/[catalogId]/event'>) {
  const { catalogId } = await params;
  const key = firstText((await searchParams)['key']);
  return (
    <WithDraft catalogId={catalogId}>
      {(open) => {
        const event = key === undefined ? null : eventOf(open.draft, key);
        if (key !== undefined && event === null) notFound();
        return <WriteEvent open={open} event={event} />;
      }}
    </WithDraft>
  );
}

async function WriteEvent({ open, event }: { open: OpenDraft; event: EventView | null }) {
  const t = await getTranslations('setup');
  const language = await getLocale();
  const { catalogId, draft } = open;
  const about = { catalogId, thing: event?.key ?? '' };
  const name = event === null ? t('events.new') : nameIn(draft, event.name, language) || event.key;
  return (
    <>
      <PageTitle title={name} of={open.name} className="pb-4" />
      {event === null ? null : (
        <p className="flex flex-wrap gap-x-6 pb-4">
          {(['sessions', 'series', 'translations'] as const).map((part) => (
            <TextLink
              key={part}
              href={paths.staffSetupPart(language, catalogId, part, {
                key: part === 'translations' ? `events/${event.key}` : event.key,
              })}
            >
              {t(`parts.${part}`)}
            </TextLink>
          ))}
        </p>
      )}
      <div className="space-y-12">
        <SetupForm
          action={saveEventForm}
          about={about}
          version={open.version}
          values={eventValues(draft, event)}
          groups={await eventGroups(draft)}
          buttons={[{ intent: 'save', label: t('save') }]}
        />
        {event === null ? null : (
          <RemovalForm action={removeEventForm} about={about} version={open.version} name={name}>
            <Lost open={open} event={event} />
          </RemovalForm>
        )}
      </div>
    </>
  );
}

/** What goes with an event when it is removed. */
async function Lost({ open: { catalogId, draft }, event }: { open: OpenDraft; event: EventView }) {
  const t = await getTranslations('setup.events');
  const removed = removeEvent(draft, event.key);
  if (removed.kind !== 'changed') return null;
  const { sessions, products, changedProducts } = removed;
  const sold = await readSoldTickets(catalogId, event.key, await getLocale());
  return (
    <>
      {t('lost', { sessions, tariffs: products.length, combined: changedProducts.length })}{' '}
      {sold === 0 ? null : <strong>{sold === null ? t('soldUnknown') : t('sold', { tickets: sold })}</strong>}
    </>
  );
}
