'use server';

import { z } from 'zod';
import { paths } from '@/lib/locale/paths';
import { unitKey } from '@/lib/storefront/common/cancellation/cancellation-form';
import { startRebooking } from '@/lib/storefront/common/exchange/rebooking';
import { shopAction } from '@/lib/storefront/common/forms/actions';
import { readTicked } from '@/lib/storefront/common/forms/read-form';

/**
 * Then another day of the product is chosen, as for any purchase, beginning with the day of the ticket or the first one after it
 * that can be booked; the checkout offers to exchange the tickets.
 */
export const chooseTickets = async (form: FormData) =>
  shopAction(z.object({ checkoutId: z.guid() }), async ({ checkoutId }, { form, language }) => {
    const started = await startRebooking(checkoutId, readTicked(unitKey, form, 'unit'), language);
    if (started.kind === 'denied') return paths.order(language, checkoutId);
    if (started.kind !== 'started') {
      return paths.rebookOrder(language, checkoutId, { problem: started.kind });
    }
    const { catalogId, productId, date } = started.unit.line;
    return paths.product(language, catalogId, productId, { from: date ?? undefined });
  })(form);
