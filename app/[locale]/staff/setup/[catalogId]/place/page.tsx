import { getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { SetupForm } from '@/components/staff/setup/setup-form';
import { PageTitle } from '@/components/staff/ui/page-title';
import { type Place, placesOf } from '@/lib/setup/event-view';
import { firstText } from '@/lib/storefront/common/request/parameters';
import { placeValues } from '@/lib/storefront/staff/setup/event-fields';
import type { OpenDraft } from '@/lib/storefront/staff/setup/setup-reads';
import { fieldMaker } from '../../field-texts';
import { WithDraft } from '../../with-draft';
import { placeFields } from '../event/event-groups';
import { savePlaceForm } from './actions';

/** The place of an event, which the address names. */
export default async function PlacePage({
  params,
  searchParams,
}: PageProps<'/[locale]/staff/setup/[catalogId]/place'>) {
  const { catalogId } = await params;
  const key = firstText((await searchParams)['key']) ?? '';
  return (
    <WithDraft catalogId={catalogId}>
      {(open) => {
        const used = placesOf(open.draft).find(({ events }) => events.includes(key));
        if (used === undefined) notFound();
        return <WritePlace open={open} place={used.place} events={used.events.length} />;
      }}
    </WithDraft>
  );
}

interface WritePlaceProps {
  readonly open: OpenDraft;
  readonly place: Place;
  readonly events: number;
}

async function WritePlace({ open, place, events }: WritePlaceProps) {
  const t = await getTranslations('setup');
  const field = await fieldMaker();
  return (
    <>
      <PageTitle title={place.name} of={open.name} className="pb-4" />
      <p className="max-w-text pb-4">{t('places.inEvents', { count: events })}</p>
      <SetupForm
        action={savePlaceForm}
        about={{ catalogId: open.catalogId, oldName: place.name, oldAddress: place.address }}
        version={open.version}
        values={placeValues(place)}
        groups={[{ fields: placeFields(field) }]}
        buttons={[{ intent: 'save', label: t('save') }]}
      />
    </>
  );
}
