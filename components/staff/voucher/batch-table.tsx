import { useLocale, useTranslations } from 'next-intl';
import type { ManagedCatalog } from '@/lib/contract/managed-catalog';
import type { VoucherBatch } from '@/lib/contract/voucher-batch';
import { batchState } from '@/lib/contract/voucher-state';
import { paths } from '@/lib/locale/paths';
import { TextLink } from '../../ui/link';
import { DataTable } from '../ui/data-table';
import { PageLinks } from '../ui/page-links';
import { discountText, Limits, type LimitsProps } from './voucher-table';

interface BatchTableProps extends Pick<LimitsProps, 'products'> {
  readonly catalog: ManagedCatalog;
  readonly batches: {
    readonly members: readonly VoucherBatch[];
    readonly page: number;
    readonly pages: number;
  };
  readonly now: Date;
}

/** The batches of codes of a catalogue, each with how many of its codes are used. */
export function BatchTable({ catalog, batches: { members, page, pages }, products, now }: BatchTableProps) {
  const t = useTranslations('voucherAdmin');
  const language = useLocale();
  const columns = [
    t('batch.columns.name'),
    t('columns.discount'),
    t('columns.state'),
    t('columns.uses'),
    t('columns.limits'),
    t('columns.reason'),
  ];
  return (
    <div>
      <DataTable
        caption={t('caption', { zone: catalog.timezone })}
        columns={columns}
        long={[t('batch.columns.name'), t('columns.limits'), t('columns.reason')]}
        rows={members.map((batch) => ({
          key: batch.id,
          cells: [
            <TextLink key="name" href={paths.staffVoucherBatch(language, catalog.id, batch.id)}>
              {batch.name}
            </TextLink>,
            discountText(batch, language),
            t(`states.${batchState(batch, now)}`),
            <BatchUses key="uses" batch={batch} />,
            <Limits key="limits" voucher={batch} timezone={catalog.timezone} products={products} />,
            t('why', { reason: batch.reason, actor: batch.actor }),
          ],
        }))}
      />
      <PageLinks
        page={page}
        pages={pages}
        hrefOf={(to) => paths.staffVouchers(language, catalog.id, { batches: String(to) })}
      />
    </div>
  );
}

/** "Used 12 of 500", and how many are held now. */
export function BatchUses({
  batch: { number, orderedCodes: used, heldCodes: held },
}: {
  batch: VoucherBatch;
}) {
  const t = useTranslations('voucherAdmin.batch');
  return held === 0 ? t('used', { used, number }) : t('usedAndHeld', { used, number, held });
}
