'use server';

import { redirect } from 'next/navigation';
import { getLocale } from 'next-intl/server';
import { paths } from '@/lib/locale/paths';
import { beginSearch, openByCode } from '@/lib/storefront/find-orders';

/** Sends a code to an address if it has orders; the response is the same if it has none. */
export async function sendCode(form: FormData): Promise<void> {
  const language = await getLocale();
  const begun = await beginSearch(form.get('email'), language);
  redirect(begun === 'begun' ? paths.findCode(language) : paths.findOrders(language, { problem: begun }));
}

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
