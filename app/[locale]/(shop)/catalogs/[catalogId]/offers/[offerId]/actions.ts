'use server';

import { redirect } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import type { WaitingFormState } from '@/components/waiting-list/waiting-list-form';
import { defaultLanguage } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { holdFromForm } from '@/lib/storefront/common/basket/hold';
import { asForm, attemptAfter } from '@/lib/storefront/common/forms/read-form';
import { joinFromForm, mostWaitedFor } from '@/lib/storefront/shop/waiting-list/waiting-list';

/** Holds what the form contains, and continues to the checkout; or returns to the form with the problem. */
export async function holdOffer(form: FormData): Promise<void> {
  redirect((await holdFromForm(asForm(form))) ?? paths.missing(defaultLanguage));
}

/** The most characters of a typed value that are shown again; more than any valid one has. */
const longestValue = 300;

/** Adds the sender to the waiting list, or returns the form with the problem. */
export async function joinWaitingList(previous: WaitingFormState, form: FormData): Promise<WaitingFormState> {
  const attempt = attemptAfter(previous);
  asForm(form);
  const language = await getLocale();
  const joined = await joinFromForm(form, language);
  if ('kind' in joined) {
    const { kind, catalogId, offerId } = joined;
    if (kind === 'joined') redirect(paths.waitingList(language, catalogId, offerId, { waiting: kind }));
    // The page has no form for the list any more, which could say it.
    redirect(paths.offer(language, catalogId, offerId, { waiting: kind }));
  }
  const catalogId = form.get('catalogId');
  const max = await mostWaitedFor(typeof catalogId === 'string' ? catalogId : '');
  const t = await getTranslations('shop.waitingList.problem');
  const { problem, field } = joined;
  const typed = [...form].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value.slice(0, longestValue)] as const] : [],
  );
  return {
    attempt,
    values: Object.fromEntries(typed),
    problem: { title: t('title'), text: t(problem, { max }), field },
  };
}
