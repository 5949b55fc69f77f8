'use server';

import { redirect } from 'next/navigation';
import { getLocale } from 'next-intl/server';
import { paths } from '@/lib/locale/paths';
import { beginSearch, openByCode } from '@/lib/storefront/find-orders';

/** Sends a code to an address, where there is anything to find for it; the answer is the same where there isn't. */
export async function sendCode(form: FormData): Promise<void> {
  const language = await getLocale();
  const begun = await beginSearch(form.get('email'), language);
  redirect(begun === 'begun' ? paths.findCode(language) : paths.findOrders(language, { problem: begun }));
}

/** Opens the orders with the code that was mailed; or back to the form, with what was wrong. */
export async function enterCode(form: FormData): Promise<void> {
  const language = await getLocale();
  const outcome = await openByCode(form.get('code'));
  switch (outcome) {
    case 'opened':
      return redirect(paths.orders(language));
    case 'over':
      return redirect(paths.findOrders(language, { problem: outcome }));
    case 'wrong':
    case 'format':
      return redirect(paths.findCode(language, { problem: outcome }));
  }
}
