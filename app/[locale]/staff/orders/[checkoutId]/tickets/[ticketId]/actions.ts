'use server';

import { getLocale } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { paths } from '@/lib/locale/paths';
import { readForm } from '@/lib/storefront/read-form';
import { correctHolder, sendCopy } from '@/lib/storefront/staff-tickets';

const ticketForm = z.object({ checkoutId: z.guid(), ticketId: z.guid() });

export async function correctTicketHolder(form: FormData): Promise<void> {
  const { checkoutId, ticketId } = readForm(ticketForm, form);
  const language = await getLocale();
  const answer = await correctHolder(checkoutId, ticketId, Object.fromEntries(form));
  const outcome = answer.kind === 'staff' ? answer.value : null;
  if (outcome === 'corrected' || outcome === 'unchanged')
    redirect(`${paths.staffOrder(language, checkoutId, { holder: outcome })}#tickets`);
  redirect(paths.staffTicket(language, checkoutId, ticketId, outcome === null ? {} : { problem: outcome }));
}

const copyForm = z.object({ checkoutId: z.guid() });

export async function copyConfirmation(form: FormData): Promise<void> {
  const { checkoutId } = readForm(copyForm, form);
  const language = await getLocale();
  const answer = await sendCopy(checkoutId, form.get('copyTo'));
  const query = answer.kind === 'staff' ? { copy: answer.value } : {};
  redirect(`${paths.staffOrder(language, checkoutId, query)}#copy`);
}
