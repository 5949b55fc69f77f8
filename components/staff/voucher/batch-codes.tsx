import { useLocale, useTranslations } from 'next-intl';
import type { ManagedCatalog } from '@/lib/contract/managed-catalog';
import type { Voucher } from '@/lib/contract/voucher';
import type { VoucherBatch } from '@/lib/contract/voucher-batch';
import { voucherState } from '@/lib/contract/voucher-state';
import { paths } from '@/lib/locale/paths';
import { formatDay, lastDayBefore } from '@/lib/locale/venue-time';
import { HiddenFields } from '../../ui/hidden-fields';
import { Button } from '../../ui/button';
import { DataTable } from '../ui/data-table';
import { PageLinks } from '../ui/page-links';
import { ChangeLink } from './change-link';

interface BatchCodesProps {
  readonly catalog: ManagedCatalog;
  readonly batch: VoucherBatch;
  readonly codes: readonly Voucher[];
  readonly page: number;
  readonly pages: number;
  readonly mayChange: boolean;
  readonly now: Date;
}

/** The codes of a batch, each with its state and the booking that used it; and the same as a file. */
export function BatchCodes({ catalog, batch, codes, page, pages, mayChange, now }: BatchCodesProps) {
  const t = useTranslations('voucherAdmin');
  const language = useLocale();
  const columns = [
    t('columns.code'),
    t('columns.state'),
    t('batch.usedIn'),
    t('batch.lastDay'),
    ...(mayChange ? [t('columns.actions')] : []),
  ];
  return (
    <div className="space-y-4">
      {mayChange ? (
        <form action={paths.staffVoucherCodesFile} method="post">
          <HiddenFields catalogId={catalog.id} id={batch.id} language={language} />
          <Button type="submit" variant="secondary">
            {t('batch.file')}
          </Button>
        </form>
      ) : null}
      <DataTable
        caption={t('caption', { zone: catalog.timezone })}
        columns={columns}
        rows={codes.map((one) => ({
          key: one.id,
          cells: [
            one.code,
            t(`states.${voucherState(one, now)}`),
            one.usedIn,
            one.validUntil === null
              ? null
              : formatDay(lastDayBefore(one.validUntil, catalog.timezone), language, 'short'),
            ...(mayChange ? [<ChangeLink key="change" catalogId={catalog.id} voucher={one} />] : []),
          ],
        }))}
      />
      <PageLinks
        page={page}
        pages={pages}
        hrefOf={(to) => paths.staffVoucherBatch(language, catalog.id, batch.id, { page: String(to) })}
      />
    </div>
  );
}
