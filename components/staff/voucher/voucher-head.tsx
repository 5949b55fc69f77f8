import { useLocale, useTranslations } from 'next-intl';
import type { ManagedCatalog } from '@/lib/contract/managed-catalog';
import { paths } from '@/lib/locale/paths';
import { BackLink } from '../ui/back-link';
import { PageTitle } from '../ui/page-title';

interface VoucherHeadProps {
  readonly catalog: Pick<ManagedCatalog, 'id' | 'name'>;
  readonly title: string;
}

/** How the page of a voucher or a batch of a catalogue begins. */
export function VoucherHead({ catalog, title }: VoucherHeadProps) {
  const t = useTranslations('voucherAdmin');
  const label = t('backTo', { name: t('title', { name: catalog.name }) });
  return (
    <>
      <BackLink href={paths.staffVouchers(useLocale(), catalog.id)} label={label} />
      <PageTitle title={title} of={catalog.name} className="pb-4" />
    </>
  );
}
