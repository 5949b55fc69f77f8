'use server';

import { getLocale } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { paths } from '@/lib/locale/paths';
import { problemIn, shownAmount, unitKey } from '@/lib/storefront/cancellation-form';
import { readForm, readTicked } from '@/lib/storefront/read-form';
import { cancelAsStaff, retryRefund, settleRefund } from '@/lib/storefront/staff-cancellation';
import { typedAmount } from '@/lib/storefront/typed-amount';

const cancelForm = z.object({
  checkoutId: z.guid(),
  amount: shownAmount,
  reason: z.string().trim().max(500),
  override: z.literal('yes').optional(),
});

/** What is refunded of each order, from the fields `refund-<order>`; null: one of them is no amount. */
function typedAmounts(form: FormData): Map<string, string> | null {
  const amounts = new Map<string, string>();
  for (const [name, value] of form) {
    const orderId = /^refund-([0-9a-f-]{36})$/i.exec(name)?.[1];
    if (orderId === undefined) continue;
    const amount = typedAmount(value);
    if (amount === null) return null;
    amounts.set(orderId, amount);
  }
  return amounts;
}

export async function cancelTicketsAsStaff(form: FormData): Promise<void> {
  const { checkoutId, amount, reason, override } = readForm(cancelForm, form);
  const keys = readTicked(unitKey, form, 'unit');
  const language = await getLocale();
  const again = (problem: string): never =>
    redirect(
      paths.staffCancel(language, checkoutId, [
        ...keys.map((key) => ['unit', key] as const),
        ['step', 'confirm'],
        ['problem', problem],
      ]),
    );
  if (reason === '') again('reason');
  const amounts = override === undefined ? null : typedAmounts(form);
  if (override !== undefined && amounts === null) again('amount');
  const answer = await cancelAsStaff({ checkoutId, keys, reason, amount, override: amounts }, language);
  const problem = answer.kind === 'staff' ? problemIn(answer.value) : null;
  if (problem !== null) again(problem);
  redirect(`${paths.staffOrder(language, checkoutId)}#cancellations`);
}

const retryForm = z.object({ checkoutId: z.guid(), cancellationId: z.guid() });

/** The page then shows what it came to. */
export async function retryCancellation(form: FormData): Promise<void> {
  const about = readForm(retryForm, form);
  await retryRefund(about);
  redirect(`${paths.staffOrder(await getLocale(), about.checkoutId)}#cancellations`);
}

const settleForm = retryForm.extend({
  as: z.enum(['refunded', 'nothing']),
  reason: z.string().trim().min(1).max(500),
});

export async function settleCancellation(form: FormData): Promise<void> {
  const { as, reason, ...about } = readForm(settleForm, form);
  await settleRefund(about, { as, reason });
  redirect(`${paths.staffOrder(await getLocale(), about.checkoutId)}#cancellations`);
}
