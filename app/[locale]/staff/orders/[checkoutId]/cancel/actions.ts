'use server';

import { getLocale } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { paidBackNames } from '@/components/staff/order-view';
import { reasonSchema } from '@/lib/contract/catalog-override';
import { paths } from '@/lib/locale/paths';
import { problemIn, shownAmount, unitKey } from '@/lib/storefront/cancellation-form';
import { readForm, readTicked } from '@/lib/storefront/read-form';
import { settlingOf } from '@/lib/storefront/settling';
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
  as: z.enum([...paidBackNames, 'nothing']).optional(),
  reason: z.string().max(10_000),
});

/** Staff say how a refund ended; the page tells what is missing, and the later one of two tabs. */
export async function settleCancellation(form: FormData): Promise<void> {
  const { as, reason: typed, ...about } = readForm(settleForm, form);
  const page = paths.staffOrder(await getLocale(), about.checkoutId);
  const reason = reasonSchema.safeParse(typed).data;
  if (as === undefined || reason === undefined) redirect(`${page}?problem=settling`);
  const answer = await settleRefund(about, { ...settlingOf(as), reason });
  redirect(answer.kind === 'staff' && !answer.value ? `${page}?problem=late` : `${page}#cancellations`);
}
