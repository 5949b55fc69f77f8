'use server';

import { z } from 'zod';
import { paths } from '@/lib/locale/paths';
import { unitKey } from '@/lib/storefront/common/cancellation/cancellation-form';
import { bookingAction } from '@/lib/storefront/common/forms/actions';
import { readTicked } from '@/lib/storefront/common/forms/read-form';
import { startStaffExchange } from '@/lib/storefront/staff/exchange/exchange';

/** Then the new tickets are chosen at the counter; the sale credits the price of the earlier ones. */
export const chooseTicketsToExchange = async (form: FormData) =>
  bookingAction(
    'orders:change',
    // `all`: of the button on the page of the order.
    z.object({ checkoutId: z.guid(), all: z.literal('yes').optional().catch(undefined) }),
    ({ checkoutId }, { language }) => paths.staffRebook(language, checkoutId),
    async (staff, { checkoutId, all }, { form, language }) => {
      const units = all === 'yes' ? 'visit' : readTicked(unitKey, form, 'unit');
      const { start, sale } = await startStaffExchange(staff, checkoutId, units, language);
      if (start.kind === 'choose') return null;
      return start.kind === 'started'
        ? paths.staffCounter(language, { catalog: start.unit.line.catalogId, sale })
        : { problem: start.kind };
    },
  )(form);
