import { useLocale, useTranslations } from 'next-intl';
import { addDays } from '@/lib/locale/calendar';
import { lastSegment } from '@/lib/contract/iri';
import { paths } from '@/lib/locale/paths';
import { formatDay, venueDay, venueTime } from '@/lib/locale/venue-time';
import type { CatalogDay, DayQuery } from '@/lib/storefront/staff/today/today';
import { Button } from '../../ui/button';
import { Empty } from '../../ui/empty';
import { Field } from '../../ui/field';
import { TextLink } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { DataTable } from '../ui/data-table';
import { PageLinks } from '../ui/page-links';
import { saleState } from '../administration/sale-state';
import { Section } from '../ui/section';
import { PageTitle } from '../ui/page-title';
import { FillBar } from './fill-bar';
import { JumpToNow } from './jump-to-now';
import { visitPath } from './session-path';

interface SessionsOfDayProps {
  readonly query: DayQuery;
  readonly catalogs: readonly CatalogDay[];
}

/** The sessions of a day in each catalogue. */
export function SessionsOfDay({ query, catalogs }: SessionsOfDayProps) {
  const t = useTranslations('today');
  const none = useTranslations('catalogAdmin');
  const language = useLocale();
  const now = sessionNow(catalogs);
  return (
    <>
      <PageTitle title={t(query.day === null ? 'title' : 'titleOfDay')} />
      <DayForm query={query} today={catalogs[0]?.day} hasNow={now !== undefined} />
      {now === undefined ? null : <JumpToNow id={nowId} />}
      <div className="space-y-12">
        {catalogs.length === 0 ? <Empty title={none('none')} /> : null}
        {catalogs.map((one) => (
          <Section key={one.catalog.id} id={`catalog-${one.catalog.id}`} title={one.catalog.name}>
            <Sessions of={one} now={now} />
            <PageLinks
              of={one.catalog.name}
              page={one.page}
              pages={one.pages}
              hrefOf={(to) =>
                paths.staffToday(language, {
                  day: query.day ?? undefined,
                  catalog: one.catalog.id,
                  page: String(to),
                })
              }
            />
          </Section>
        ))}
      </div>
    </>
  );
}

interface DayFormProps {
  readonly query: DayQuery;
  readonly today: string | undefined;
  /** Something of the shown day runs or comes. */
  readonly hasNow: boolean;
}

function DayForm({ query, today, hasNow }: DayFormProps) {
  const t = useTranslations('today');
  const language = useLocale();
  const day = query.day ?? today;
  const linkTo = (other: string) => paths.staffToday(language, { day: other, catalog: query.catalog });
  return (
    <div className="space-y-3 pb-8">
      {query.isWrong ? <Notice tone="problem" title={t('wrongDay')} /> : null}
      <form action={paths.staffToday(language)} className="flex flex-wrap items-end gap-4">
        <Field name="day" type="date" label={t('day')} defaultValue={day} />
        <Button type="submit">{t('show')}</Button>
      </form>
      {day === undefined ? null : (
        <nav aria-label={t('day')} className="flex flex-wrap gap-x-6">
          <TextLink href={linkTo(addDays(day, -1))}>{t('previous')}</TextLink>
          {query.day === null ? null : <TextLink href={paths.staffToday(language)}>{t('back')}</TextLink>}
          <TextLink href={linkTo(addDays(day, 1))}>{t('next')}</TextLink>
          {hasNow ? <TextLink href={`#${nowId}`}>{t('now')}</TextLink> : null}
        </nav>
      )}
    </div>
  );
}

/** The id of the row at which the page opens. */
const nowId = 'now';

type Session = CatalogDay['sessions'][number];
const isNow = ({ phase }: Session) => phase === 'running' || phase === 'coming';

/** Of several catalogues the first that has something now: an id is there once. */
const sessionNow = (catalogs: readonly CatalogDay[]) =>
  catalogs.flatMap(({ sessions }) => sessions).find(isNow)?.id;

function Sessions({ of, now }: { readonly of: CatalogDay; readonly now: string | undefined }) {
  const { catalog, day, sessions, anyTime } = of;
  const t = useTranslations('today');
  const states = useTranslations('catalogAdmin');
  const language = useLocale();
  if (sessions.length === 0 && anyTime.length === 0) return <p>{t('none')}</p>;
  const linked = (eventId: string, visit: string, text: string) => (
    <TextLink href={visitPath(language, { catalogId: catalog.id, eventId, visit })}>{text}</TextLink>
  );
  const whenOf = ({ occursAt }: Session) => {
    const own = venueDay(occursAt, catalog.timezone);
    const time = venueTime(occursAt, catalog.timezone);
    return own === day ? time : `${formatDay(own, language, 'short')}, ${time}`;
  };
  return (
    <DataTable
      caption={t('caption', { day: formatDay(day, language, 'long'), zone: catalog.timezone })}
      columns={[
        ...(['session', 'full', 'held', 'sold', 'admitted'] as const).map((name) => t(`columns.${name}`)),
        states('columns.sales'),
      ]}
      rows={[
        ...sessions.map((one) => ({
          key: one.id,
          id: one.id === now ? nowId : undefined,
          isDim: one.phase === 'over',
          cells: [
            <>
              {whenOf(one)} · {linked(lastSegment(one.event), one.id, one.eventName)}
              {one.name === null ? null : ` · ${one.name}`}
              {one.phase === 'over' || one.phase === 'running' ? ` · ${t(one.phase)}` : null}
            </>,
            <Fill key="full" session={one} />,
            one.held ?? '–',
            one.sold,
            one.admitted,
            one.retired ? t('retired') : states(`states.${saleState(one)}`),
          ],
        })),
        ...anyTime.map((one) => ({
          key: `any-${one.eventId}`,
          cells: [
            <>
              {t('anyTime')} · {linked(one.eventId, day, one.event)}
            </>,
            '',
            '',
            one.tickets,
            one.admitted,
            '',
          ],
        })),
      ]}
    />
  );
}

function Fill({ session: { capacity, sold, held, counterOnly } }: { readonly session: Session }) {
  const t = useTranslations('today');
  const states = useTranslations('catalogAdmin');
  if (capacity === null) return states('unlimited');
  const taken = sold + (held ?? 0);
  const only = counterOnly === 0 ? [] : [t('counterOnly', { count: counterOnly })];
  const text = [t('taken', { taken, capacity }), ...only].join(' · ');
  return <FillBar sold={sold} held={held ?? 0} capacity={capacity} text={text} />;
}
