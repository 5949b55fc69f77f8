import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { seatsText } from '@/lib/locale/seat-text';
import { formatDay, venueTime, venueZone } from '@/lib/locale/venue-time';
import type { VisitAddress, VisitorListPage } from '@/lib/storefront/staff/visitors/visitors';
import { Button } from '../../ui/button';
import { ButtonLink } from '../../ui/button-link';
import { Empty } from '../../ui/empty';
import { HiddenFields } from '../../ui/hidden-fields';
import { TextLink } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { CustomersFile, type FreshSignIn } from '../report/customers-file';
import { BackLink } from '../ui/back-link';
import { DataTable } from '../ui/data-table';
import { PageLinks } from '../ui/page-links';
import { PageTitle } from '../ui/page-title';
import { Section } from '../ui/section';
import { useVisitorTexts } from './visitor-texts';

/** How many tickets a page of the list shows; the printed list shows all. */
const perPage = 200;

interface VisitorListProps {
  readonly list: VisitorListPage;
  readonly address: VisitAddress;
  readonly page: number;
  /** For who may export customers. */
  readonly file: FreshSignIn | null;
  /** Why there was no file. */
  readonly problem: string | undefined;
}

/** Who comes to a session: how many in which state and of which tariff, then one ticket after the other by name. */
export function VisitorList({ list, address, page: asked, file, problem }: VisitorListProps) {
  const t = useTranslations('lists.visitors');
  const today = useTranslations('today');
  const language = useLocale();
  const pages = Math.max(1, Math.ceil(list.visitors.length / perPage));
  const page = Math.min(asked, pages);
  const { title, when } = useVisit(list);
  return (
    <>
      <BackLink href={paths.staffToday(language, { day: list.day })} label={today('titleOfDay')} />
      <PageTitle title={title} className="pb-1" />
      <p className="pb-4">
        {when} · {venueZone(list.occursAt ?? '', list.timezone)}
      </p>
      <VisitorTotals list={list} />
      {list.isCut ? <Notice tone="problem" title={t('cut', { count: list.visitors.length })} /> : null}
      <p className="flex flex-wrap items-center gap-x-6 gap-y-3 pb-6">
        <ButtonLink variant="secondary" href={paths.staffVisitors(language, address, { print: '1' })}>
          {t('print')}
        </ButtonLink>
        {list.mayWrite && list.visitors.length > 0 ? (
          <TextLink href={paths.staffWriteMessage(language, address)}>{t('write')}</TextLink>
        ) : null}
        {list.mayGive ? <TextLink href={paths.staffGuests(language, address)}>{t('guests')}</TextLink> : null}
        {list.mayOpenEvent ? (
          <TextLink href={paths.staffEvent(language, address.catalogId, address.eventId)}>
            {t('event')}
          </TextLink>
        ) : null}
      </p>
      {list.visitors.length === 0 ? (
        <Empty title={t('none')} />
      ) : (
        <VisitorTable
          list={{ ...list, visitors: list.visitors.slice((page - 1) * perPage, page * perPage) }}
        />
      )}
      <PageLinks
        page={page}
        pages={pages}
        hrefOf={(to) => paths.staffVisitors(language, address, { page: String(to) })}
      />
      {file === null || list.visitors.length === 0 ? null : (
        <Section id="export" title={t('export')} className="pt-10">
          <CustomersFile {...file} problem={problem}>
            <FileForm address={address} />
          </CustomersFile>
        </Section>
      )}
    </>
  );
}

/** Posted, so that no other site can start a download. */
function FileForm({ address }: Pick<VisitorListProps, 'address'>) {
  const t = useTranslations('reports.exports');
  const { catalogId, eventId, visit } = address;
  return (
    <form action={paths.staffVisitorsFile} method="post" className="flex flex-wrap gap-3">
      <HiddenFields language={useLocale()} catalogId={catalogId} eventId={eventId} visit={visit} />
      {(['xlsx', 'csv'] as const).map((format) => (
        <Button key={format} type="submit" variant="secondary" name="format" value={format}>
          {t(`formats.${format}`)}
        </Button>
      ))}
    </form>
  );
}

/** What the list is about. */
export function useVisit({ event, occursAt, day, timezone }: VisitorListPage) {
  const today = useTranslations('today');
  const language = useLocale();
  const date = formatDay(day, language, 'long');
  const time = occursAt === null ? today('anyTime') : venueTime(occursAt, timezone);
  return { title: `${event}, ${formatDay(day, language, 'short')}, ${time}`, when: `${date}, ${time}` };
}

/** "38 valid, 12 admitted, 2 cancelled", and how many of each tariff. */
export function VisitorTotals({ list: { states, tariffs } }: { readonly list: VisitorListPage }) {
  const t = useTranslations('lists.visitors');
  return (
    <div className="pb-4">
      <p className="tabular text-lead">{t('totals', states)}</p>
      <p className="tabular text-ink-soft">
        {tariffs.map(({ name, count }) => t('tariff', { name, count })).join(' · ')}
      </p>
    </div>
  );
}

function VisitorTable({ list }: { readonly list: VisitorListPage }) {
  const t = useTranslations('lists.visitors');
  const language = useLocale();
  const { nameOf, stateOf, answersOf } = useVisitorTexts(list);
  const hasSeats = list.visitors.some(({ seat }) => seat !== null);
  const hasNotes = list.visitors.some(({ notes }) => notes.length > 0);
  const hasAnswers = list.visitors.some(({ answers }) => answers.length > 0);
  const columns = [
    'name',
    'tariff',
    'state',
    'booking',
    ...(hasSeats ? (['seat'] as const) : []),
    ...(hasAnswers ? (['answers'] as const) : []),
    'contact',
    ...(hasNotes ? (['notes'] as const) : []),
  ] as const;
  return (
    <DataTable
      caption={t('caption')}
      columns={columns.map((name) => t(`columns.${name}`))}
      long={[t('columns.name'), t('columns.answers'), t('columns.contact'), t('columns.notes')]}
      rows={list.visitors.map((one) => {
        const cells = {
          name: nameOf(one),
          tariff: one.tariff,
          state: stateOf(one),
          booking:
            one.checkoutId === null ? (
              one.reference
            ) : (
              <TextLink href={paths.staffOrder(language, one.checkoutId)}>{one.reference}</TextLink>
            ),
          seat: seatsText(one.seat === null ? [] : [one.seat], language),
          answers: answersOf(one),
          contact: [one.phone, one.email].filter((text) => text !== null).join(' · '),
          notes: one.notes.join(' · '),
        };
        return {
          key: one.id,
          isDim: one.status === 'cancelled',
          cells: columns.map((name) => cells[name]),
        };
      })}
    />
  );
}
