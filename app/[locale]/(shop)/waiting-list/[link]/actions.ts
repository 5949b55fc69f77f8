'use server';

import { redirect } from 'next/navigation';
import { getLocale } from 'next-intl/server';
import { paths } from '@/lib/locale/paths';
import { asForm } from '@/lib/storefront/common/forms/read-form';
import {
  joinLineAgain,
  leaveWaitingPlace,
  takeWaitingPlace,
} from '@/lib/storefront/shop/waiting-list/waiting-list';

const linkOf = (form: FormData) => {
  const link = asForm(form).get('link');
  return typeof link === 'string' ? link : '';
};

/** Continues to the checkout, or, if nothing is held any more, shows what became of the place. */
export async function takeTickets(form: FormData): Promise<void> {
  const link = linkOf(form);
  const language = await getLocale();
  const checkoutId = await takeWaitingPlace(link);
  redirect(checkoutId === null ? paths.waitingPlace(language, link) : paths.checkout(language, checkoutId));
}

export async function leaveList(form: FormData): Promise<void> {
  const link = linkOf(form);
  await leaveWaitingPlace(link);
  redirect(paths.waitingPlace(await getLocale(), link));
}

export async function joinAgain(form: FormData): Promise<void> {
  const link = linkOf(form);
  await joinLineAgain(link);
  redirect(paths.waitingPlace(await getLocale(), link));
}
