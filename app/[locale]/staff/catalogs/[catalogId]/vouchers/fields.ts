import { getTranslations } from 'next-intl/server';

/** The fields of the limits of a voucher, with their words. */
export async function limitFields() {
  const t = await getTranslations('voucherAdmin.form');
  const optional = t('optional');
  return [
    { name: 'validFrom', label: t('validFrom'), optional, type: 'date' },
    { name: 'validUntil', label: t('validUntil'), optional, type: 'date' },
    {
      name: 'maximumUses',
      label: t('maximumUses'),
      hint: t('maximumUsesHint'),
      optional,
      inputMode: 'numeric',
    },
    {
      name: 'minimumAmountInclTax',
      label: t('minimum'),
      hint: t('minimumHint'),
      optional,
      inputMode: 'decimal',
    },
    { name: 'reason', label: t('reason'), hint: t('reasonHint') },
  ] as const;
}
