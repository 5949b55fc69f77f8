import { randomUUID } from 'node:crypto';
import { getLocale, getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { BackLink } from '@/components/staff/ui/back-link';
import { PageTitle } from '@/components/staff/ui/page-title';
import { VoucherForm } from '@/components/staff/voucher/voucher-form';
import { paths } from '@/lib/locale/paths';
import { readForNewBatch } from '@/lib/storefront/staff/voucher/batches';
import { StaffFrame } from '../../../../frame';
import { StaffGate } from '../../../../gate';
import { NoCatalogs } from '../../../no-catalogs';
import { createVoucherBatchCodes } from '../actions';
import { batchFields, nothingTyped, productsField } from '../fields';

export default async function NewVoucherBatchPage({
  params,
}: PageProps<'/[locale]/staff/catalogs/[catalogId]/vouchers/batches'>) {
  const language = await getLocale();
  const { catalogId } = await params;
  const answer = await readForNewBatch(catalogId, language);
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffCatalogs(language)} />;
  const { member, value } = answer;
  if (value.kind === 'missing') notFound();
  if (value.kind !== 'loaded') return <NoCatalogs member={member} why={value.kind} />;
  const t = await getTranslations('voucherAdmin');
  const { catalog, products } = value.value;
  return (
    <StaffFrame member={member}>
      <BackLink
        href={paths.staffVouchers(language, catalog.id)}
        label={t('backTo', { name: t('title', { name: catalog.name }) })}
      />
      <PageTitle title={t('batch.new')} of={catalog.name} className="pb-4" />
      <VoucherForm
        change={createVoucherBatchCodes}
        // The same form sent twice makes one batch.
        about={{ catalogId: catalog.id, form: randomUUID() }}
        values={nothingTyped}
        fields={await batchFields()}
        products={await productsField(products)}
        stop={null}
        button={t('batch.form.create')}
      />
    </StaffFrame>
  );
}
