import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { waitingStates } from '@/lib/shop/values/waiting-values';
import type { WaitingListsPage } from '@/lib/storefront/staff/waiting-list/waiting-lists';
import { Button } from '../../ui/button';
import { Empty } from '../../ui/empty';
import { Field, SelectField } from '../../ui/field';
import { TextLink } from '../../ui/link';
import { DataTable } from '../ui/data-table';
import { PageLinks } from '../ui/page-links';
import { PageTitle } from '../ui/page-title';
import { useStamp } from '../ui/stamp';

interface WaitingListsProps {
  readonly page: WaitingListsPage;
}

const columns = ['what', 'waiting', 'tickets', 'notified', 'lapsed', 'first'] as const;

/** Who waits for what: a row for each offer, and for each of its sessions that was chosen. */
export function WaitingLists({ page: { rows, total, page, pages, typed } }: WaitingListsProps) {
  const t = useTranslations('lists.waitingLists');
  const language = useLocale();
  const stamp = useStamp();
  const number = (count: number) => count.toLocaleString(language);
  return (
    <>
      <PageTitle title={t('title')} />
      <p className="max-w-text pb-6">{t('about')}</p>
      <FilterForm typed={typed} />
      {rows.length === 0 ? (
        <Empty title={t('none')} />
      ) : (
        <DataTable
          caption={t('count', { count: total })}
          columns={columns.map((name) => t(`columns.${name}`))}
          long={[t('columns.what')]}
          rows={rows.map((one) => ({
            key: `${one.listId} ${one.choice}`,
            cells: [
              <TextLink
                key="what"
                href={paths.staffWaitingList(language, one.listId, {
                  choice: one.choice,
                  state: typed.state === '' ? undefined : typed.state,
                })}
              >
                {[one.product, ...one.details].join(' · ')}
              </TextLink>,
              number(one.waiting),
              number(one.tickets),
              number(one.notified),
              number(one.lapsed),
              one.firstJoined === null ? '' : stamp(one.firstJoined),
            ],
          }))}
        />
      )}
      <PageLinks
        page={page}
        pages={pages}
        hrefOf={(to) => paths.staffWaitingLists(language, { ...given(typed), page: String(to) })}
      />
    </>
  );
}

type Typed = WaitingListsPage['typed'];

const given = ({ event, state }: Typed) => ({
  event: event === '' ? undefined : event,
  state: state === '' ? undefined : state,
});

/** A plain form, whose answer is an address. */
function FilterForm({ typed }: { readonly typed: Typed }) {
  const t = useTranslations('lists.waitingLists');
  const language = useLocale();
  return (
    <search>
      <form
        action={paths.staffWaitingLists(language)}
        className="grid items-end gap-4 pb-6 sm:grid-cols-2 lg:grid-cols-4"
      >
        <Field
          id="filter-event"
          name="event"
          label={t('event')}
          defaultValue={typed.event}
          maxLength={100}
          autoComplete="off"
        />
        <SelectField id="filter-state" name="state" label={t('state')} defaultValue={typed.state}>
          <option value="">{t('inLine')}</option>
          {waitingStates.map((state) => (
            <option key={state} value={state}>
              {t(`states.${state}`)}
            </option>
          ))}
        </SelectField>
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit">{t('show')}</Button>
          {typed.event === '' && typed.state === '' ? null : (
            <TextLink href={paths.staffWaitingLists(language)}>{t('reset')}</TextLink>
          )}
        </div>
      </form>
    </search>
  );
}
