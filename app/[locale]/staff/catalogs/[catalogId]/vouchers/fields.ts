import { getTranslations } from 'next-intl/server';
import { voucherKinds } from '@/lib/contract/voucher';
import type { ManagedProduct } from '@/lib/contract/managed-catalog';
import { mostCodes } from '@/lib/contract/voucher-batch';

export const nothingTyped = {
  code: '',
  kind: 'percentage',
  value: '',
  products: [],
  disabled: false,
  validFrom: '',
  validUntil: '',
  maximumUses: '',
  minimumAmountInclTax: '',
  reason: '',
};

/** The products of the catalogue to choose from, with their words. */
export async function productsField(products: readonly ManagedProduct[]) {
  const t = await getTranslations('voucherAdmin.form');
  return {
    legend: t('products'),
    hint: t('productsHint'),
    choices: products.map(({ product, name }) => ({ value: product, label: name })),
  };
}

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

/** The fields of what a code takes off, with their words. */
export async function discountFields() {
  const t = await getTranslations('voucherAdmin');
  return [
    {
      name: 'kind',
      label: t('form.kind'),
      choices: voucherKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) })),
    },
    { name: 'value', label: t('form.value'), hint: t('form.valueHint'), inputMode: 'decimal' },
  ] as const;
}

/** The fields of a batch of codes, each of which can be used once. */
export async function batchFields() {
  const t = await getTranslations('voucherAdmin.batch.form');
  const optional = (await getTranslations('voucherAdmin.form'))('optional');
  return [
    { name: 'name', label: t('name'), hint: t('nameHint') },
    {
      name: 'number',
      label: t('number'),
      hint: t('numberHint', { most: mostCodes }),
      inputMode: 'numeric',
    },
    { name: 'prefix', label: t('prefix'), hint: t('prefixHint'), optional },
    ...(await discountFields()),
    ...(await limitFields()).filter(({ name }) => name !== 'maximumUses'),
  ] as const;
}
