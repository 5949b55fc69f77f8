import { useLocale, useTranslations } from 'next-intl';
import { addDays } from '@/lib/locale/calendar';
import { paths } from '@/lib/locale/paths';
import { formatDay, venueTime } from '@/lib/locale/venue-time';
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

interface SessionsOfDayProps {
  readonly query: DayQuery;
  readonly catalogs: readonly CatalogDay[];
}

/** The sessions of a day in each catalogue. */
export function SessionsOfDay({ query, catalogs }: SessionsOfDayProps) {
  const t = useTranslations('today');
  const none = useTranslations('catalogAdmin');
  const language = useLocale();
  return (
    <>
      <PageTitle title={t(query.day === null ? 'title' : 'titleOfDay')} />
      <DayForm query={query} today={catalogs[0]?.day} />
      <div className="space-y-12">
        {catalogs.length === 0 ? <Empty title={none('none')} /> : null}
        {catalogs.map((one) => (
          <Section key={one.catalog.id} id={`catalog-${one.catalog.id}`} title={one.catalog.name}>
            <Sessions of={one} />
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

function DayForm({ query, today }: { readonly query: DayQuery; readonly today: string | undefined }) {
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
        </nav>
      )}
    </div>
  );
}

function Sessions({ of: { catalog, day, sessions } }: { readonly of: CatalogDay }) {
  const t = useTranslations('today');
  const states = useTranslations('catalogAdmin');
  const language = useLocale();
  if (sessions.length === 0) return <p>{t('none')}</p>;
  return (
    <DataTable
      caption={t('caption', { day: formatDay(day, language, 'long'), zone: catalog.timezone })}
      columns={[
        ...(['session', 'capacity', 'held', 'sold', 'admitted'] as const).map((name) => t(`columns.${name}`)),
        states('columns.sales'),
      ]}
      rows={sessions.map((one) => ({
        key: one.id,
        cells: [
          [venueTime(one.occursAt, catalog.timezone), one.eventName, one.name]
            .filter((part) => part !== null)
            .join(' · '),
          one.capacity ?? states('unlimited'),
          one.held ?? '–',
          one.sold,
          one.admitted,
          states(`states.${saleState(one)}`),
        ],
      }))}
    />
  );
}
