import { useLocale, useTranslations } from 'next-intl';
import { paths } from '@/lib/locale/paths';
import type { OrderListPage } from '@/lib/storefront/staff/order-list/order-list';
import { Button } from '../../ui/button';
import { ButtonLink } from '../../ui/button-link';
import { Empty } from '../../ui/empty';
import { HiddenFields } from '../../ui/hidden-fields';
import { foundRow } from '../lookup/found-view';
import { FoundTable } from '../lookup/found-table';
import { CustomersFile, type FreshSignIn } from '../report/customers-file';
import { PageTitle } from '../ui/page-title';
import { Section } from '../ui/section';
import { stamp, useShopZone } from '../ui/stamp';
import { OrderFilterForm } from './order-filter-form';

interface OrderListProps {
  readonly list: OrderListPage;
  /** For who may export customers. */
  readonly file: FreshSignIn | null;
  /** Why there was no file. */
  readonly problem: string | undefined;
}

const columns = ['reference', 'name', 'visit', 'state', 'net'] as const;

/** All bookings with an order, the newest first, by what staff filter. */
export function OrderList({ list, file, problem }: OrderListProps) {
  const t = useTranslations('lists.orders');
  const staff = useTranslations('staff');
  const language = useLocale();
  const timeZone = useShopZone();
  const rows = list.orders.map((one) => foundRow(one, '', { language, timeZone, t: staff }));
  return (
    <>
      <PageTitle title={t('title')} />
      <OrderFilterForm typed={list.typed} wrong={list.wrong} />
      <ListStatus list={list} />
      {rows.length === 0 ? null : (
        <FoundTable
          rows={rows}
          caption={t('title')}
          columns={columns.map((column) => ({ column, text: staff(`table.${column}`) }))}
        />
      )}
      <NextLink list={list} />
      {file === null || rows.length === 0 ? null : (
        <Section id="export" title={t('export')} className="pt-10">
          <CustomersFile {...file} problem={problem}>
            <FileForm list={list} />
          </CustomersFile>
        </Section>
      )}
    </>
  );
}

/** How many there are, as far as they were counted. */
function ListStatus({ list }: Pick<OrderListProps, 'list'>) {
  const t = useTranslations('lists.orders');
  const language = useLocale();
  const timeZone = useShopZone();
  const { count, isMore, isFirst, lookedUntil, orders } = list;
  if (lookedUntil !== null) {
    const moment = stamp(lookedUntil, language, timeZone);
    return <p className="pb-4 font-bold">{t('lookedUntil', { count: orders.length, moment })}</p>;
  }
  if (orders.length === 0) return <Empty title={t('none')} />;
  return isFirst ? <p className="pb-4">{t(isMore ? 'moreThan' : 'count', { count })}</p> : null;
}

function NextLink({ list: { next, typed, lookedUntil } }: Pick<OrderListProps, 'list'>) {
  const t = useTranslations('lists.orders');
  const language = useLocale();
  if (next === null) return null;
  return (
    <p className="pt-4">
      <ButtonLink
        variant="secondary"
        rel="next"
        href={paths.staffOrders(language, { ...typed, after: next })}
      >
        {t(lookedUntil === null ? 'next' : 'lookOn')}
      </ButtonLink>
    </p>
  );
}

/** Posted, so that no other site can start a download. */
function FileForm({ list }: Pick<OrderListProps, 'list'>) {
  const t = useTranslations('reports.exports');
  return (
    <form action={paths.staffOrdersFile} method="post" className="flex flex-wrap gap-3">
      <HiddenFields {...list.typed} language={useLocale()} />
      {(['xlsx', 'csv'] as const).map((format) => (
        <Button key={format} type="submit" variant="secondary" name="format" value={format}>
          {t(`formats.${format}`)}
        </Button>
      ))}
    </form>
  );
}
