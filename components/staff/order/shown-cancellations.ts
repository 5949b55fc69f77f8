import { useTranslations } from 'next-intl';
import type { StaffOrderView } from './order-view';

/** With words in the place of what was erased; the credit notes of the service still name the person. */
export function useShownCancellations({
  checkout,
  cancellations,
}: Pick<StaffOrderView, 'checkout' | 'cancellations'>): StaffOrderView['cancellations'] {
  const t = useTranslations('staff.order');
  if (checkout.anonymisedAt === null) return cancellations;
  return cancellations.map((one) => ({
    ...one,
    document: null,
    ...(one.staff === '' ? { staff: t('someStaff') } : {}),
    ...(one.reason === '' ? { reason: t('reasonErased') } : {}),
  }));
}
