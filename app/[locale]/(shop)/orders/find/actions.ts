'use server';

import { redirect } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import type { SearchState } from '@/components/lookup/find-form';
import { paths } from '@/lib/locale/paths';
import { beginSearch, codeLimits, openByCode } from '@/lib/storefront/shop/lookup/find-orders';
import { asForm, attemptAfter } from '@/lib/storefront/common/forms/read-form';

/** Sends a code to an address if it has orders; the response is the same if it has none. */
export async function searchOrders(previous: SearchState, form: FormData): Promise<SearchState> {
  const attempt = attemptAfter(previous);
  const typed = asForm(form).get('email');
  const language = await getLocale();
  const begun = await beginSearch(typed, language);
  if (begun === 'begun') redirect(paths.findCode(language));
  const t = await getTranslations('checkout.find.problem');
  const problem = { title: t(begun), text: t(`${begun}Text`, codeLimits), isOfField: begun !== 'busy' };
  return { attempt, email: typeof typed === 'string' ? typed : '', problem };
}

/** For forms of the release before. @public */
export async function sendCode(form: FormData): Promise<void> {
  const typed = asForm(form).get('email');
  const language = await getLocale();
  const begun = await beginSearch(typed, language);
  redirect(begun === 'begun' ? paths.findCode(language) : paths.findOrders(language, { problem: begun }));
}

export async function enterCode(form: FormData): Promise<void> {
  const typed = asForm(form).get('code');
  const language = await getLocale();
  const outcome = await openByCode(typed);
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
