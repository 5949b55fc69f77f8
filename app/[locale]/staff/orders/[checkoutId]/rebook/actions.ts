'use server';

import { getLocale } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { paths } from '@/lib/locale/paths';
import { unitKey } from '@/lib/storefront/common/cancellation/cancellation-form';
import { readForm, readTicked } from '@/lib/storefront/common/forms/read-form';
import { startStaffExchange } from '@/lib/storefront/staff/exchange/exchange';
import { notDone } from '../../../not-done';

/** Then the new tickets are chosen at the counter; the sale credits the price of the earlier ones. */
export async function chooseTicketsToExchange(form: FormData): Promise<void> {
  const { checkoutId } = readForm(z.object({ checkoutId: z.guid() }), form);
  const language = await getLocale();
  const answer = await startStaffExchange(checkoutId, readTicked(unitKey, form, 'unit'), language);
  if (answer.kind !== 'staff') return notDone(paths.staffRebook(language, checkoutId));
  const { start, sale } = answer.value;
  if (start.kind !== 'started')
    return redirect(paths.staffRebook(language, checkoutId, { problem: start.kind }));
  const { catalogId } = start.unit.line;
  redirect(paths.staffCounter(language, { catalog: catalogId, sale }));
}
