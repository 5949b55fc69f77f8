'use server';

import { z } from 'zod';
import { paths } from '@/lib/locale/paths';
import { cancelAsGuest } from '@/lib/storefront/common/cancellation/cancel-tickets';
import {
  afterProblem,
  problemIn,
  shownAmount,
  unitKey,
} from '@/lib/storefront/common/cancellation/cancellation-form';
import { endExchangeOf } from '@/lib/storefront/common/exchange/rebooking';
import { shopAction } from '@/lib/storefront/common/forms/actions';
import { readTicked } from '@/lib/storefront/common/forms/read-form';

const cancelForm = z.object({ checkoutId: z.guid(), amount: shownAmount });

/** Then the page of the order says what was cancelled, or this page why nothing was. */
export const cancelTickets = async (form: FormData) =>
  shopAction(cancelForm, async ({ checkoutId, amount }, { form, language }) => {
    const keys = readTicked(unitKey, form, 'unit');
    const outcome = await cancelAsGuest(checkoutId, keys, amount, language);
    if (outcome === 'denied') return paths.order(language, checkoutId);
    const problem = problemIn(outcome);
    if (problem !== null) return paths.cancelOrder(language, checkoutId, afterProblem(problem, keys));
    await endExchangeOf(checkoutId, keys);
    return `${paths.order(language, checkoutId)}#cancellations`;
  })(form);
