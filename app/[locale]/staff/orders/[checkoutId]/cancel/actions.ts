'use server';

import { refresh } from 'next/cache';
import { getLocale, getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import type { StaffCancelState } from '@/components/staff/cancellation/staff-cancel-form';
import { paidBackWays } from '@/lib/shop/values/checkout-values';
import { reasonSchema } from '@/lib/contract/catalog-override';
import { paths } from '@/lib/locale/paths';
import {
  type CancelProblem,
  type CheckedCancellation,
  checkTyped,
  longestReason,
  problemIn,
  shownAmount,
  typedCancellation,
  type TypedCancellation,
  unitKey,
} from '@/lib/storefront/common/cancellation/cancellation-form';
import { attemptAfter, readForm, readTicked } from '@/lib/storefront/common/forms/read-form';
import { settlingOf } from '@/lib/storefront/staff/attention/settling';
import { cancelAsStaff, retryRefund, settleRefund } from '@/lib/storefront/staff/cancellation/cancellation';
import { notDone } from '../../../not-done';

const cancelForm = z.object({ checkoutId: z.guid(), amount: shownAmount });

type Wrong = Extract<CheckedCancellation, { kind: 'wrong' }>;

interface Attempt {
  readonly checkoutId: string;
  readonly keys: readonly string[];
  readonly typed: TypedCancellation;
  readonly problem: Wrong | CancelProblem | 'notAllowed';
}

/** Cancels the chosen tickets and shows the order; resolves when nothing was cancelled. */
async function attempt(form: FormData): Promise<Attempt> {
  const { checkoutId, amount } = readForm(cancelForm, form);
  const keys = readTicked(unitKey, form, 'unit');
  const typed = typedCancellation(form);
  const checked = checkTyped(typed);
  if (checked.kind === 'wrong') return { checkoutId, keys, typed, problem: checked };
  const language = await getLocale();
  const { reason, amounts: override } = checked;
  const answer = await cancelAsStaff({ checkoutId, keys, reason, amount, override }, language);
  if (answer.kind === 'signed_out' || answer.kind === 'refused')
    return notDone(paths.staffCancel(language, checkoutId));
  const problem = answer.kind === 'staff' ? problemIn(answer.value) : 'notAllowed';
  if (problem === null) redirect(`${paths.staffOrder(language, checkoutId)}#cancellations`);
  return { checkoutId, keys, typed, problem };
}

/** Cancels the chosen tickets; or shows the form again, with what was typed. */
export async function cancelChosenTickets(
  previous: StaffCancelState,
  form: FormData,
): Promise<StaffCancelState> {
  const next = attemptAfter(previous);
  const { checkoutId, typed, problem } = await attempt(form);
  if (typeof problem !== 'string') return mistakenState(next, typed, problem);
  // Nothing can be cancelled with this form any more.
  if (problem === 'nothing' || problem === 'not_ordered' || problem === 'unsupported')
    redirect(paths.staffCancel(await getLocale(), checkoutId, [['problem', problem]]));
  // The form has to show what is true now.
  if (isOfThePage(problem)) refresh();
  return refusedState(next, typed, problem);
}

const isOfThePage = (problem: CancelProblem | 'notAllowed') =>
  problem === 'changed' || problem === 'not_possible' || problem === 'too_much' || problem === 'disputed';

/** The fields that are wrong, each with what is wrong. */
async function mistakenState(
  next: number,
  typed: TypedCancellation,
  wrong: Wrong,
): Promise<StaffCancelState> {
  const t = await getTranslations('cancellation');
  const amountText = t('answers.amount');
  const reasonText = wrong.reason === null ? null : t(`answers.${wrong.reason}`, { most: longestReason });
  const texts = [
    ...(reasonText === null ? [] : [reasonText]),
    ...(wrong.amounts.length > 0 ? [amountText] : []),
  ];
  return {
    attempt: next,
    typed,
    problem: {
      title: t('failed'),
      text: texts.join(' '),
      mistakes: {
        ...(reasonText === null ? {} : { reason: reasonText }),
        amounts: Object.fromEntries(wrong.amounts.map((orderId) => [orderId, amountText])),
      },
    },
  };
}

/** What the service or the shop has against it; what concerns a field stands there, too. */
async function refusedState(
  next: number,
  typed: TypedCancellation,
  problem: CancelProblem | 'notAllowed',
): Promise<StaffCancelState> {
  const t = await getTranslations('cancellation');
  const text = t(`answers.${problem}`);
  const isOfBox = problem === 'override' || problem === 'override_needed';
  const tooMuch = problem === 'too_much' && typed.override ? Object.keys(typed.amounts) : [];
  return {
    attempt: next,
    typed,
    problem: {
      title: t('failed'),
      text,
      mistakes: {
        ...(isOfBox ? { override: text } : {}),
        amounts: Object.fromEntries(tooMuch.map((orderId) => [orderId, text])),
      },
    },
  };
}

const retryForm = z.object({ checkoutId: z.guid(), cancellationId: z.guid() });

/** The page then shows what it came to. */
export async function retryCancellation(form: FormData): Promise<void> {
  const about = readForm(retryForm, form);
  const page = paths.staffOrder(await getLocale(), about.checkoutId);
  if ((await retryRefund(about)).kind !== 'staff') return notDone(page);
  // Without a fragment: the router would only scroll, and keep the page as it was.
  redirect(page);
}

const settleForm = retryForm.extend({
  as: z.enum([...paidBackWays, 'nothing']).optional(),
  reason: z.string().max(10_000),
});

/** Staff say how a refund ended; the page tells what is missing, and the later one of two tabs. */
export async function settleCancellation(form: FormData): Promise<void> {
  const { as, reason: typed, ...about } = readForm(settleForm, form);
  const page = paths.staffOrder(await getLocale(), about.checkoutId);
  const reason = reasonSchema.safeParse(typed).data;
  if (as === undefined || reason === undefined) redirect(`${page}?problem=settling`);
  const answer = await settleRefund(about, { ...settlingOf(as), reason });
  if (answer.kind !== 'staff') return notDone(page);
  redirect(answer.value === 'settled' ? page : `${page}?problem=${answer.value}`);
}
