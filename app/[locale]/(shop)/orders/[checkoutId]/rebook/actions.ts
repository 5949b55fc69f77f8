'use server';

import { getLocale } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { paths } from '@/lib/locale/paths';
import { unitKey } from '@/lib/storefront/common/cancellation/cancellation-form';
import { readForm, readTicked } from '@/lib/storefront/common/forms/read-form';
import { startRebooking } from '@/lib/storefront/common/exchange/rebooking';

/** Then another day of the product is chosen, as for any purchase; the checkout offers to exchange the tickets. */
export async function chooseTickets(form: FormData): Promise<void> {
  const { checkoutId } = readForm(z.object({ checkoutId: z.guid() }), form);
  const language = await getLocale();
  const started = await startRebooking(checkoutId, readTicked(unitKey, form, 'unit'), language);
  switch (started.kind) {
    case 'started':
      return redirect(paths.product(language, started.unit.line.catalogId, started.unit.line.productId));
    case 'denied':
      return redirect(paths.order(language, checkoutId));
    case 'nothing':
    case 'oneOrder':
    case 'not_possible':
    case 'disputed':
    case 'given_back':
      return redirect(paths.rebookOrder(language, checkoutId, { problem: started.kind }));
  }
}
