'use server';

import { redirect } from 'next/navigation';
import { getLocale } from 'next-intl/server';
import { paths } from '@/lib/locale/paths';
import { beginSignIn, endSignIn } from '@/lib/storefront/sign-in';

/** Only back to a staff page of ours: anything else would let a link send people away from here. */
async function backPath(form: FormData): Promise<string> {
  const home = paths.staff(await getLocale());
  const back = form.get('back');
  return typeof back === 'string' && (back === home || /^\/[a-z]{2}\/staff[/?][\w./?=&%@+-]*$/.test(back))
    ? back
    : home;
}

export async function signIn(form: FormData): Promise<void> {
  redirect(await beginSignIn(await backPath(form)));
}

export async function signOut(form: FormData): Promise<void> {
  redirect(await endSignIn(await backPath(form)));
}
