'use server';

import { redirect } from 'next/navigation';
import { getLocale } from 'next-intl/server';
import { staffBackPath } from '@/lib/storefront/back-path';
import { beginSignIn, endSignIn } from '@/lib/storefront/sign-in';

async function backPath(form: FormData): Promise<string> {
  return staffBackPath(form.get('back'), await getLocale());
}

export async function signIn(form: FormData): Promise<void> {
  redirect(await beginSignIn(await backPath(form)));
}

export async function signOut(form: FormData): Promise<void> {
  redirect(await endSignIn(await backPath(form)));
}
