import { getLocale, getTranslations } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { VoucherHead } from '@/components/staff/voucher/voucher-head';
import { VoucherForm } from '@/components/staff/voucher/voucher-form';
import { discountText } from '@/components/staff/voucher/voucher-table';
import { paths } from '@/lib/locale/paths';
import { limitsAsTyped, readVoucher } from '@/lib/storefront/staff/voucher/vouchers';
import { StaffFrame } from '../../../../frame';
import { StaffGate } from '../../../../gate';
import { NoCatalogs } from '../../../no-catalogs';
import { changeVoucherLimits } from '../actions';
import { limitFields } from '../fields';

export default async function VoucherPage({
  params,
}: PageProps<'/[locale]/staff/catalogs/[catalogId]/vouchers/[voucherId]'>) {
  const language = await getLocale();
  const { catalogId, voucherId } = await params;
  const answer = await readVoucher(catalogId, voucherId, language);
  if (answer.kind !== 'staff') return <StaffGate access={answer} back={paths.staffCatalogs(language)} />;
  const { member, value } = answer;
  if (value.kind === 'missing') notFound();
  if (value.kind !== 'loaded') return <NoCatalogs member={member} why={value.kind} />;
  const t = await getTranslations('voucherAdmin');
  const { catalog, voucher } = value.value;
  return (
    <StaffFrame member={member}>
      <VoucherHead
        catalog={catalog}
        title={t('one', { code: voucher.code, discount: discountText(voucher, language) })}
      />
      <p className="max-w-text pb-6">{t('keeps')}</p>
      <VoucherForm
        change={changeVoucherLimits}
        about={{ catalogId: catalog.id, id: voucher.id, unchangedSince: voucher.changedAt }}
        values={{
          code: '',
          kind: '',
          value: '',
          products: [],
          ...limitsAsTyped(voucher, catalog.timezone),
          disabled: voucher.disabled,
        }}
        fields={await limitFields()}
        products={null}
        stop={t('form.stop')}
        button={t('form.save')}
      />
    </StaffFrame>
  );
}
