import { getLocale, getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { BackLink } from '@/components/staff/ui/back-link';
import { Section } from '@/components/staff/ui/section';
import { BatchTable } from '@/components/staff/voucher/batch-table';
import { VoucherForm } from '@/components/staff/voucher/voucher-form';
import { VoucherTable } from '@/components/staff/voucher/voucher-table';
import { ButtonLink } from '@/components/ui/button-link';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/staff/ui/page-title';
import { paths } from '@/lib/locale/paths';
import { parseCount, oneOfParameter } from '@/lib/storefront/common/request/parameters';
import { readVouchers } from '@/lib/storefront/staff/voucher/vouchers';
import { StaffFrame } from '../../../frame';
import { StaffGate } from '../../../gate';
import { NoCatalogs } from '../../no-catalogs';
import { createVoucherCode } from './actions';
import { discountFields, limitFields, nothingTyped, productsField } from './fields';

export default async function VouchersPage({
  params,
  searchParams,
}: PageProps<'/[locale]/staff/catalogs/[catalogId]/vouchers'>) {
  const language = await getLocale();
  const { catalogId } = await params;
  const { page, batches, done } = await searchParams;
  const pageOf = (parameter: typeof page) => Math.max(1, parseCount(parameter, 5) ?? 1);
  const wanted = { page: pageOf(page), batchPage: pageOf(batches) };
  const answer = await readVouchers(catalogId, wanted, language);
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffCatalogs(language)} />;
  const { member, value } = answer;
  if (value.kind === 'missing') notFound();
  if (value.kind !== 'loaded') return <NoCatalogs member={member} why={value.kind} />;
  const t = await getTranslations('voucherAdmin');
  const { catalog, products, mayChange } = value.value;
  const result = oneOfParameter(['created', 'changed'], done);
  return (
    <StaffFrame member={member}>
      <BackLink href={paths.staffCatalog(language, catalog.id)} label={t('backTo', { name: catalog.name })} />
      <PageTitle title={t('title', { name: catalog.name })} className="pb-4" />
      <div className="space-y-10">
        {result === null ? null : <Notice tone="result" title={t(`done.${result}`)} />}
        {mayChange ? null : <Notice title={t('readOnly')} />}
        <VoucherTable {...value.value} />
        {value.value.batches.members.length === 0 ? null : (
          <Section id="batches" title={t('batch.title')}>
            <BatchTable {...value.value} />
          </Section>
        )}
        {mayChange ? (
          <>
            <p>
              <ButtonLink href={paths.staffNewVoucherBatch(language, catalog.id)} variant="secondary">
                {t('batch.new')}
              </ButtonLink>
            </p>
            <Section id="new" title={t('form.new')}>
              <VoucherForm
                change={createVoucherCode}
                about={{ catalogId: catalog.id }}
                values={nothingTyped}
                fields={[
                  { name: 'code', label: t('form.code'), hint: t('form.codeHint') },
                  ...(await discountFields()),
                  ...(await limitFields()),
                ]}
                products={await productsField(products)}
                stop={null}
                button={t('form.create')}
              />
            </Section>
          </>
        ) : null}
      </div>
    </StaffFrame>
  );
}
