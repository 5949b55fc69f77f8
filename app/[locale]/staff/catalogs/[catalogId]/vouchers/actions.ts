'use server';

import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import type { VoucherState, VoucherValues } from '@/components/staff/voucher/voucher-form';
import { paths } from '@/lib/locale/paths';
import { attemptAfter, readForm, readTicked } from '@/lib/storefront/common/forms/read-form';
import {
  changeVoucher,
  createVoucher,
  type VoucherField,
  voucherFields,
  type VoucherProblem,
} from '@/lib/storefront/staff/voucher/vouchers';
import { signedOutText } from '../../../not-done';

const typed = z.string().max(10_000).default('');
const limits = {
  ...{ validFrom: typed, validUntil: typed, maximumUses: typed },
  ...{ minimumAmountInclTax: typed, reason: typed },
};
const newForm = z.object({ catalogId: z.guid(), code: typed, kind: typed, value: typed, ...limits });
const limitsForm = z.object({
  ...{ catalogId: z.guid(), id: z.guid(), unchangedSince: z.iso.datetime() },
  disabled: z.literal('yes').optional(),
  ...limits,
});

/** Makes a new code, and returns to the list. */
export async function createVoucherCode(previous: VoucherState, form: FormData): Promise<VoucherState> {
  const attempt = attemptAfter(previous);
  const { catalogId, ...values } = readForm(newForm, form);
  const products = readTicked(z.string().max(300), form, 'product');
  const language = await getLocale();
  const answer = await createVoucher(catalogId, { ...values, products }, language);
  const again = { ...values, products, disabled: false };
  if (answer.kind !== 'staff')
    return problemState(attempt, again, { kind: 'notAllowed', text: await signedOutText(answer) });
  if (answer.value !== 'changed') return problemState(attempt, again, answer.value);
  redirect(paths.staffVouchers(language, catalogId, { done: 'created' }));
}

/** Gives a voucher other limits, stops it or starts it again, and returns to the list. */
export async function changeVoucherLimits(previous: VoucherState, form: FormData): Promise<VoucherState> {
  const attempt = attemptAfter(previous);
  const { catalogId, id, disabled, unchangedSince, ...values } = readForm(limitsForm, form);
  const language = await getLocale();
  const isDisabled = disabled !== undefined;
  const answer = await changeVoucher(
    { catalogId, id },
    values,
    { disabled: isDisabled, unchangedSince },
    language,
  );
  const again = { ...{ code: '', kind: '', value: '', products: [] }, ...values, disabled: isDisabled };
  if (answer.kind !== 'staff')
    return problemState(attempt, again, { kind: 'notAllowed', text: await signedOutText(answer) });
  if (answer.value !== 'changed') return problemState(attempt, again, answer.value);
  redirect(paths.staffVouchers(language, catalogId, { done: 'changed' }));
}

/** `text`: why, if not because of the person's roles. */
interface NotAllowed {
  readonly kind: 'notAllowed';
  readonly text: string | null;
}

async function problemState(
  attempt: number,
  values: VoucherValues,
  problem: VoucherProblem | NotAllowed,
): Promise<VoucherState> {
  const t = await getTranslations();
  const text =
    problem.kind === 'refused'
      ? problem.text
      : problem.kind === 'not_set_up'
        ? t('catalogAdmin.notSetUpText')
        : problem.kind === 'notAllowed'
          ? (problem.text ?? t('voucherAdmin.problem.notAllowed'))
          : t(`voucherAdmin.problem.${problem.kind}`);
  return {
    attempt,
    values,
    problem: { title: t('catalogAdmin.problem.title'), text, field: fieldOf(problem) },
  };
}

function fieldOf(problem: VoucherProblem | NotAllowed): VoucherField | null {
  if (problem.kind === 'period') return 'validUntil';
  const named = problem.kind === 'refused' ? problem.path : problem.kind;
  return voucherFields.find((name) => name === named) ?? null;
}
