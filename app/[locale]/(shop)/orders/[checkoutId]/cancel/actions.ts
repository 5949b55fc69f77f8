'use server';

import { getLocale } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { paths } from '@/lib/locale/paths';
import { cancelAsGuest } from '@/lib/storefront/common/cancellation/cancel-tickets';
import {
  afterProblem,
  problemIn,
  shownAmount,
  unitKey,
} from '@/lib/storefront/common/cancellation/cancellation-form';
import { readForm, readTicked } from '@/lib/storefront/common/forms/read-form';

const cancelForm = z.object({ checkoutId: z.guid(), amount: shownAmount });

/** Then the page of the order says what was cancelled, or this page why nothing was. */
export async function cancelTickets(form: FormData): Promise<void> {
  const { checkoutId, amount } = readForm(cancelForm, form);
  const language = await getLocale();
  const keys = readTicked(unitKey, form, 'unit');
  const outcome = await cancelAsGuest(checkoutId, keys, amount, language);
  if (outcome === 'denied') redirect(paths.order(language, checkoutId));
  const problem = problemIn(outcome);
  redirect(
    problem === null
      ? `${paths.order(language, checkoutId)}#cancellations`
      : paths.cancelOrder(language, checkoutId, afterProblem(problem, keys)),
  );
}
