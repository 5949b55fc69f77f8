'use server';

import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { VoucherState, VoucherValues } from '@/components/staff/voucher/voucher-form';
import { paths } from '@/lib/locale/paths';
import { type NotAllowed, staffFormAction } from '@/lib/storefront/common/forms/actions';
import { readTicked } from '@/lib/storefront/common/forms/read-form';
import { createBatch, disableBatch } from '@/lib/storefront/staff/voucher/batches';
import {
  changeVoucher,
  createVoucher,
  type VoucherField,
  voucherFields,
  type VoucherProblem,
} from '@/lib/storefront/staff/voucher/vouchers';

const typed = z.string().max(10_000).default('');
const limits = z.object({
  validFrom: typed,
  validUntil: typed,
  maximumUses: typed,
  minimumAmountInclTax: typed,
  reason: typed,
});
const voucher = limits.extend({ code: typed, kind: typed, value: typed });
const newForm = voucher.extend({ catalogId: z.guid() });
const limitsForm = limits.extend({
  catalogId: z.guid(),
  id: z.guid(),
  unchangedSince: z.iso.datetime(),
  disabled: z.literal('yes').optional(),
});

type Problem = VoucherProblem | NotAllowed;

async function again(values: VoucherValues, problem: Problem) {
  const t = await getTranslations();
  const text =
    'text' in problem
      ? problem.text
      : problem.kind === 'not_set_up'
        ? t('catalogAdmin.notSetUpText')
        : t(`voucherAdmin.problem.${problem.kind}`);
  return { values, problem: { title: t('catalogAdmin.problem.title'), text, field: findField(problem) } };
}

function findField(problem: Problem): VoucherField | null {
  if (problem.kind === 'period') return 'validUntil';
  const named = problem.kind === 'refused' ? problem.path : problem.kind;
  return voucherFields.find((name) => name === named) ?? null;
}

const newVoucher = (sent: z.output<typeof newForm>, form: FormData) => ({
  ...voucher.parse(sent),
  disabled: false,
  products: readTicked(z.string().max(300), form, 'product'),
});

/** Makes a new code, and returns to the list. */
export const createVoucherCode = async (previous: VoucherState, form: FormData): Promise<VoucherState> =>
  staffFormAction(
    'catalog:change',
    newForm,
    (sent, problem: Problem, { form }) => again(newVoucher(sent, form), problem),
    async (staff, sent, { form, language }) =>
      (await createVoucher(staff, sent.catalogId, newVoucher(sent, form), language)) ??
      paths.staffVouchers(language, sent.catalogId, { done: 'created' }),
  )(previous, form);

const newLimits = (sent: z.output<typeof limitsForm>) => ({
  code: '',
  kind: '',
  value: '',
  products: [],
  ...limits.parse(sent),
  disabled: sent.disabled !== undefined,
});

/** Gives a voucher other limits, stops it or starts it again, and returns to the list. */
export const changeVoucherLimits = async (previous: VoucherState, form: FormData): Promise<VoucherState> =>
  staffFormAction(
    'catalog:change',
    limitsForm,
    (sent, problem: Problem) => again(newLimits(sent), problem),
    async (staff, sent, { language }) => {
      const { catalogId, id, unchangedSince } = sent;
      const change = { disabled: sent.disabled !== undefined, unchangedSince };
      return (
        (await changeVoucher(staff, { catalogId, id }, sent, change, language)) ??
        paths.staffVouchers(language, catalogId, { done: 'changed' })
      );
    },
  )(previous, form);

const batch = voucher
  .omit({ code: true, maximumUses: true })
  .extend({ name: typed, number: typed, prefix: typed });
const newBatchForm = batch.extend({ catalogId: z.guid(), form: z.guid() });

const newBatch = (sent: z.output<typeof newBatchForm>, form: FormData) => ({
  ...batch.parse(sent),
  disabled: false,
  products: readTicked(z.string().max(300), form, 'product'),
});

/** Makes many codes, and leads to them. */
export const createVoucherBatchCodes = async (
  previous: VoucherState,
  form: FormData,
): Promise<VoucherState> =>
  staffFormAction(
    'catalog:change',
    newBatchForm,
    (sent, problem: Problem, { form }) => again(newBatch(sent, form), problem),
    async (staff, sent, { form, language }) => {
      const { catalogId, form: formId } = sent;
      const made = await createBatch(staff, { catalogId, formId }, newBatch(sent, form), language);
      return 'id' in made ? paths.staffVoucherBatch(language, catalogId, made.id, { done: 'made' }) : made;
    },
  )(previous, form);

const disableForm = z.object({
  catalogId: z.guid(),
  id: z.guid(),
  disabled: z.enum(['yes', 'no']),
  reason: typed,
});

/** Stops all codes of a batch, or lets all of them be used again. */
export const disableVoucherBatch = async (previous: VoucherState, form: FormData): Promise<VoucherState> =>
  staffFormAction(
    'catalog:change',
    disableForm,
    ({ reason }, problem: Problem) => again({ products: [], disabled: false, reason }, problem),
    async (staff, { catalogId, id, disabled, reason }, { language }) => {
      const wanted = { disabled: disabled === 'yes', reason };
      const changed = await disableBatch(staff, { catalogId, id }, wanted, language);
      const done = wanted.disabled ? 'stopped' : 'started';
      return 'id' in changed ? paths.staffVoucherBatch(language, catalogId, id, { done }) : changed;
    },
  )(previous, form);
