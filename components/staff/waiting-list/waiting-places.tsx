import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import { waitingStates } from '@/lib/shop/values/waiting-values';
import type { WaitingListPage } from '@/lib/storefront/staff/waiting-list/waiting-lists';
import { Button } from '../../ui/button';
import { Empty } from '../../ui/empty';
import { SelectField } from '../../ui/field';
import { HiddenFields } from '../../ui/hidden-fields';
import { TextLink } from '../../ui/link';
import { Notice } from '../../ui/notice';
import type { FormAction } from '../../ui/typed-form';
import { BackLink } from '../ui/back-link';
import { DataTable } from '../ui/data-table';
import { PageLinks } from '../ui/page-links';
import { PageTitle } from '../ui/page-title';
import { Section } from '../ui/section';
import { useStamp } from '../ui/stamp';
import { RemovalForm, type RemovalState } from './removal-form';

interface WaitingPlacesProps {
  readonly page: WaitingListPage;
  readonly remove: FormAction<RemovalState>;
  /** The most characters of the reason. */
  readonly most: number;
  /** Somebody was removed just now. */
  readonly isDone: boolean;
}

/** Who is on a waiting list, in the order of the line. */
export function WaitingPlaces({ page, remove, most, isDone }: WaitingPlacesProps) {
  const t = useTranslations('lists.waitingLists');
  const language = useLocale();
  const { listId, rows, total, page: number, pages, removing } = page;
  const [first] = rows;
  const isOne = page.choice !== null && first !== undefined;
  return (
    <>
      <BackLink href={paths.staffWaitingLists(language)} label={t('title')} />
      <PageTitle title={isOne ? [first.product, ...first.details].join(' · ') : t('title')} />
      {isDone ? <Notice tone="result" title={t('remove.done')} /> : null}
      {removing === null ? null : (
        <Section
          id="remove"
          title={t('remove.title', { address: removing.email })}
          className="max-w-text pb-8 wrap-anywhere"
        >
          <p className="pb-3">{t('remove.about')}</p>
          <RemovalForm
            key={removing.id}
            remove={remove}
            about={{ listId, placeId: removing.id, choice: page.choice ?? '' }}
            words={{
              reason: t('remove.reason'),
              reasonHint: t('remove.reasonHint', { most }),
              button: t('remove.button'),
            }}
            most={most}
          />
        </Section>
      )}
      <StateForm page={page} />
      {rows.length === 0 ? <Empty title={t('noPlaces')} /> : <PlaceTable page={page} isOne={isOne} />}
      <PageLinks
        page={number}
        pages={pages}
        hrefOf={(to) => paths.staffWaitingList(language, listId, { ...kept(page), page: String(to) })}
      />
      {rows.length === 0 ? null : <p className="pt-3 text-small">{t('places', { count: total })}</p>}
    </>
  );
}

const kept = ({ choice, state }: WaitingListPage) => ({
  choice: choice ?? undefined,
  state: state ?? undefined,
});

/** A plain form, whose answer is an address. */
function StateForm({ page }: Pick<WaitingPlacesProps, 'page'>) {
  const t = useTranslations('lists.waitingLists');
  const language = useLocale();
  return (
    <search>
      <form
        action={paths.staffWaitingList(language, page.listId)}
        className="flex flex-wrap items-end gap-4 pb-6"
      >
        {page.choice === null ? null : <HiddenFields choice={page.choice} />}
        <SelectField
          id="filter-state"
          name="state"
          label={t('columns.state')}
          defaultValue={page.state ?? ''}
        >
          <option value="">{t('any')}</option>
          {waitingStates.map((state) => (
            <option key={state} value={state}>
              {t(`states.${state}`)}
            </option>
          ))}
        </SelectField>
        <Button type="submit">{t('show')}</Button>
      </form>
    </search>
  );
}

function PlaceTable({ page, isOne }: { readonly page: WaitingListPage; readonly isOne: boolean }) {
  const t = useTranslations('lists.waitingLists');
  const language = useLocale();
  const stamp = useStamp();
  const columns = [
    'address',
    ...(isOne ? [] : (['what'] as const)),
    'tickets',
    'state',
    'joined',
    'told',
    ...(page.mayRemove ? (['remove'] as const) : []),
  ] as const;
  return (
    <DataTable
      caption=""
      columns={columns.map((name) => t(`columns.${name}`))}
      long={[t('columns.address'), t('columns.what')]}
      rows={page.rows.map((one) => {
        const isInLine = one.state === 'waiting' || one.state === 'notified';
        const query = { ...kept(page), page: String(page.page), remove: one.id };
        const cells = {
          address: one.email,
          what: [one.product, ...one.details].join(' · '),
          tickets: one.quantity.toLocaleString(language),
          state: t(`states.${one.state}`),
          joined: stamp(one.joinedAt),
          told: one.toldAt === null ? '' : stamp(one.toldAt),
          remove: isInLine ? (
            <TextLink href={`${paths.staffWaitingList(language, page.listId, query)}#remove`}>
              {t('columns.remove')}
            </TextLink>
          ) : (
            ''
          ),
        };
        return { key: one.id, isDim: !isInLine, cells: columns.map((name) => cells[name]) };
      })}
    />
  );
}
