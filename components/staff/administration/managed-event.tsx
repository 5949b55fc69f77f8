import { useLocale, useTranslations } from 'next-intl';
import type { ManagedCatalog, ManagedEvent, ManagedSession } from '@/lib/contract/managed-catalog';
import { paths } from '@/lib/locale/paths';
import { formatDay, venueDay, venueTime } from '@/lib/locale/venue-time';
import { Empty } from '../../ui/empty';
import { DataTable } from '../ui/data-table';
import { byWhom } from './override-view';
import { PageLinks } from '../ui/page-links';
import { RowLink } from '../ui/row-link';
import { saleState } from './sale-state';
import { Section } from '../ui/section';

interface ManagedEventProps {
  readonly catalog: ManagedCatalog;
  readonly event: ManagedEvent;
  readonly sessions: readonly ManagedSession[];
  readonly page: number;
  readonly pages: number;
  readonly mayChange: boolean;
}

/** The sessions to come of an event, with what is held and sold. */
export function ManagedEventSessions({
  catalog,
  event,
  sessions,
  page,
  pages,
  mayChange,
}: ManagedEventProps) {
  const t = useTranslations('catalogAdmin');
  const language = useLocale();
  if (sessions.length === 0) return <Empty title={t('noSessions')} />;
  const columns = [
    'session',
    'capacity',
    'held',
    'sold',
    'sales',
    ...(mayChange ? (['actions'] as const) : []),
  ] as const;
  return (
    <Section id="sessions" title={t('sessions')}>
      <DataTable
        caption={t('times', { zone: catalog.timezone })}
        columns={columns.map((name) => t(`columns.${name}`))}
        long={(['session', 'capacity', 'sales'] as const).map((name) => t(`columns.${name}`))}
        rows={sessions.map((one) => {
          const day = formatDay(venueDay(one.occursAt, catalog.timezone), language, 'short');
          const when = `${day}, ${venueTime(one.occursAt, catalog.timezone)}`;
          return {
            key: one.id,
            cells: [
              one.name === null ? when : `${when} · ${one.name}`,
              <Capacity key="capacity" session={one} />,
              one.held ?? '–',
              one.sold,
              one.salesStop === null ? t(`states.${saleState(one)}`) : t('closed', byWhom(one.salesStop)),
              ...(mayChange
                ? [
                    <SessionLinks
                      key="change"
                      session={one}
                      place={{ catalogId: catalog.id, eventId: event.id }}
                      about={when}
                    />,
                  ]
                : []),
            ],
          };
        })}
      />
      <PageLinks
        page={page}
        pages={pages}
        hrefOf={(to) => paths.staffEvent(language, catalog.id, event.id, { page: String(to) })}
      />
    </Section>
  );
}

function Capacity({ session }: { session: ManagedSession }) {
  const t = useTranslations('catalogAdmin');
  const today = useTranslations('today');
  const { capacity, feedCapacity, capacityOverride, counterOnly } = session;
  const units = (count: number | null) => (count === null ? t('unlimited') : String(count));
  const changeOf = ({ reason, actor }: NonNullable<typeof capacityOverride>) => ({
    capacity: units(feedCapacity),
    reason,
    actor,
  });
  const notes = [
    ...(counterOnly === 0 ? [] : [today('counterOnly', { count: counterOnly })]),
    ...(capacityOverride === null ? [] : [t('changedCapacity', changeOf(capacityOverride))]),
  ];
  if (notes.length === 0) return units(capacity);
  return (
    <>
      {units(capacity)}{' '}
      {notes.map((note) => (
        <span key={note} className="block text-small text-ink-soft">
          {note}
        </span>
      ))}
    </>
  );
}

interface SessionLinksProps {
  readonly session: ManagedSession;
  readonly place: { readonly catalogId: string; readonly eventId: string };
  readonly about: string;
}

function SessionLinks({ session, place, about }: SessionLinksProps) {
  const t = useTranslations('catalogAdmin.links');
  const holders = useTranslations('eventChange');
  const language = useLocale();
  const { salesStop, capacityOverride } = session;
  const of = { event: place.eventId, session: session.id, at: session.occursAt };
  const link = (query: Omit<Parameters<typeof paths.staffChange>[2], keyof typeof of>) =>
    paths.staffChange(language, place.catalogId, { ...query, ...of });
  return (
    <>
      {salesStop === null ? (
        <RowLink href={link({ what: 'close' })} label={t('close')} about={about} />
      ) : (
        <RowLink href={link({ what: 'remove', override: salesStop.id })} label={t('open')} about={about} />
      )}
      <RowLink href={link({ what: 'capacity' })} label={t('capacity')} about={about} />
      {session.sold === 0 ? null : (
        <RowLink
          href={paths.staffStartEventChange(language, { catalog: place.catalogId, session: session.id })}
          label={holders('link')}
          about={about}
        />
      )}
      {capacityOverride === null ? null : (
        <RowLink
          href={link({ what: 'remove', override: capacityOverride.id })}
          label={t('feedCapacity')}
          about={about}
        />
      )}
    </>
  );
}
