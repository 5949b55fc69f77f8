import { useLocale, useTranslations } from 'next-intl';
import type { Voucher } from '@/lib/contract/voucher';
import { paths } from '@/lib/locale/paths';
import { RowLink } from '../ui/row-link';

interface ChangeLinkProps {
  readonly catalogId: string;
  readonly voucher: Pick<Voucher, 'id' | 'code'>;
}

/** In the row of a voucher: where its limits are changed. */
export function ChangeLink({ catalogId, voucher: { id, code } }: ChangeLinkProps) {
  const t = useTranslations('voucherAdmin');
  return <RowLink href={paths.staffVoucher(useLocale(), catalogId, id)} label={t('change')} about={code} />;
}
