'use server';

import { refresh } from 'next/cache';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { StaffCancelState } from '@/components/staff/cancellation/staff-cancel-form';
import { reasonSchema } from '@/lib/contract/catalog-override';
import { paths } from '@/lib/locale/paths';
import { counterWays, paidBackWays } from '@/lib/shop/values/checkout-values';
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
import {
  bookingAction,
  bookingFormAction,
  type NotAllowed,
  type Sent,
} from '@/lib/storefront/common/forms/actions';
import { readTicked } from '@/lib/storefront/common/forms/read-form';
import { settlingOf } from '@/lib/storefront/staff/attention/settling';
import { cancelAsStaff, retryAsStaff, settleAsStaff } from '@/lib/storefront/staff/cancellation/cancellation';
import { saying, sayingBack } from '../../saying';

/** `paidBack`: the key that was pressed; nothing: the money is given back later, or not at the counter. */
const cancelForm = z.object({
  checkoutId: z.guid(),
  amount: shownAmount,
  paidBack: z.enum(counterWays).optional().catch(undefined),
});

/** Cancels the chosen tickets; or shows the form again, with what was typed. */
export const cancelChosenTickets = async (
  previous: StaffCancelState,
  form: FormData,
): Promise<StaffCancelState> =>
  bookingFormAction('orders:change', cancelForm, again, async (staff, sent, { form, language }) => {
    const { checkoutId, amount, paidBack: way = null } = sent;
    const keys = readTicked(unitKey, form, 'unit');
    const checked = checkTyped(typedCancellation(form));
    if (checked.kind === 'wrong') return checked;
    const { reason, amounts: override } = checked;
    const wanted = { checkoutId, keys, reason, amount, override, way };
    const { outcome, back } = await cancelAsStaff(staff, wanted, language);
    const problem = problemIn(outcome);
    if (problem === null)
      return back === null
        ? saying(language, checkoutId, 'cancelled')
        : sayingBack(language, checkoutId, back);
    // Nothing can be cancelled with this form any more.
    if (problem === 'nothing' || problem === 'not_ordered' || problem === 'unsupported')
      return paths.staffCancel(language, checkoutId, [['problem', problem]]);
    // The form has to show what is true now.
    if (isOfThePage(problem)) refresh();
    return { kind: problem };
  })(previous, form);

const isOfThePage = (problem: CancelProblem) =>
  problem === 'changed' ||
  problem === 'not_possible' ||
  problem === 'too_much' ||
  problem === 'gift_card' ||
  problem === 'disputed';

type Wrong = Extract<CheckedCancellation, { kind: 'wrong' }>;

async function again(_: unknown, problem: Wrong | { kind: CancelProblem } | NotAllowed, { form }: Sent) {
  const typed = typedCancellation(form);
  const t = await getTranslations('cancellation');
  const title = t('failed');
  if (problem.kind === 'wrong') return { typed, problem: { title, ...mistakesOf(problem, t) } };
  if ('text' in problem) return { typed, problem: { title, text: problem.text, mistakes: { amounts: {} } } };
  const text = t(`answers.${problem.kind}`);
  return { typed, problem: { title, text, mistakes: refusalAtFields(typed, problem.kind, text) } };
}

type Translate = Awaited<ReturnType<typeof getTranslations<'cancellation'>>>;

/** The fields that are wrong, each with what is wrong. */
function mistakesOf(wrong: Wrong, t: Translate) {
  const amountText = t('answers.amount');
  const reasonText = wrong.reason === null ? null : t(`answers.${wrong.reason}`, { most: longestReason });
  const texts = [
    ...(reasonText === null ? [] : [reasonText]),
    ...(wrong.amounts.length > 0 ? [amountText] : []),
  ];
  const mistakes = {
    ...(reasonText === null ? {} : { reason: reasonText }),
    amounts: Object.fromEntries(wrong.amounts.map((orderId) => [orderId, amountText])),
  };
  return { text: texts.join(' '), mistakes };
}

/** What the service or the shop has against it stands at the field that it concerns, too. */
function refusalAtFields(typed: TypedCancellation, problem: CancelProblem, text: string) {
  const isOfBox = problem === 'override' || problem === 'override_needed';
  const tooMuch = problem === 'too_much' && typed.override ? Object.keys(typed.amounts) : [];
  return {
    ...(isOfBox ? { override: text } : {}),
    amounts: Object.fromEntries(tooMuch.map((orderId) => [orderId, text])),
  };
}

const retryForm = z.object({ checkoutId: z.guid(), refundId: z.guid() });

const orderPage = ({ checkoutId }: { checkoutId: string }, { language }: Sent) =>
  paths.staffOrder(language, checkoutId);

/** The page then shows what it came to. Without a fragment: the router would only scroll, and keep the page as it was. */
export const retryRefund = async (form: FormData) =>
  bookingAction('orders:change', retryForm, orderPage, retryAsStaff)(form);

const settleForm = retryForm.extend({
  as: z.enum([...paidBackWays, 'nothing']).optional(),
  reason: z.string().max(10_000),
});

/** Staff say how a refund ended; the page tells what is missing, and the later one of two tabs. */
export const settleRefund = async (form: FormData) =>
  bookingAction('orders:change', settleForm, orderPage, async (staff, { as, reason: typed, ...about }) => {
    const reason = reasonSchema.safeParse(typed).data;
    if (as === undefined || reason === undefined) return { problem: 'settling' };
    return settleAsStaff(staff, about, { ...settlingOf(as), reason });
  })(form);
