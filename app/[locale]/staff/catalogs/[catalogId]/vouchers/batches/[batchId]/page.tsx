import { getLocale, getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { Section } from '@/components/staff/ui/section';
import { BatchCodes } from '@/components/staff/voucher/batch-codes';
import { BatchUses } from '@/components/staff/voucher/batch-table';
import { VoucherHead } from '@/components/staff/voucher/voucher-head';
import { VoucherForm } from '@/components/staff/voucher/voucher-form';
import { discountText } from '@/components/staff/voucher/voucher-table';
import { Notice } from '@/components/ui/notice';
import { paths } from '@/lib/locale/paths';
import { oneOfParameter, parseCount } from '@/lib/storefront/common/request/parameters';
import { readBatch } from '@/lib/storefront/staff/voucher/batches';
import { StaffFrame } from '../../../../../frame';
import { StaffGate } from '../../../../../gate';
import { NoCatalogs } from '../../../../no-catalogs';
import { disableVoucherBatch } from '../../actions';

export default async function VoucherBatchPage({
  params,
  searchParams,
}: PageProps<'/[locale]/staff/catalogs/[catalogId]/vouchers/batches/[batchId]'>) {
  const language = await getLocale();
  const { catalogId, batchId } = await params;
  const { page, done, problem } = await searchParams;
  const answer = await readBatch(catalogId, batchId, Math.max(1, parseCount(page, 5) ?? 1), language);
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffCatalogs(language)} />;
  const { member, value } = answer;
  if (value.kind === 'missing') notFound();
  if (value.kind !== 'loaded') return <NoCatalogs member={member} why={value.kind} />;
  const t = await getTranslations('voucherAdmin');
  const { catalog, batch, mayChange } = value.value;
  const result = oneOfParameter(['made', 'stopped', 'started'], done);
  const change = batch.disabled ? 'start' : 'stop';
  return (
    <StaffFrame member={member}>
      <VoucherHead
        catalog={catalog}
        title={t('batch.one', { name: batch.name, discount: discountText(batch, language) })}
      />
      <div className="space-y-10">
        {result === null ? null : <Notice tone="result" title={t(`batch.done.${result}`)} />}
        {problem === 'busy' ? <Notice tone="problem" title={t('batch.busy')} /> : null}
        <p className="max-w-text">
          <BatchUses batch={batch} />
        </p>
        <BatchCodes {...value.value} />
        {mayChange ? (
          <Section id="change" title={t(`batch.${change}`)}>
            <p className="max-w-text pb-4">{t(`batch.${change}Text`)}</p>
            <VoucherForm
              change={disableVoucherBatch}
              about={{ catalogId: catalog.id, id: batch.id, disabled: batch.disabled ? 'no' : 'yes' }}
              values={{ products: [], disabled: false, reason: '' }}
              fields={[{ name: 'reason', label: t('form.reason'), hint: t('form.reasonHint') }]}
              products={null}
              stop={null}
              button={t(`batch.${change}`)}
            />
          </Section>
        ) : null}
      </div>
    </StaffFrame>
  );
}
