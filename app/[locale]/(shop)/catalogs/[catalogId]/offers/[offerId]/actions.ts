'use server';

import { redirect } from 'next/navigation';
import { defaultLanguage } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { holdFromForm } from '@/lib/storefront/hold';

/** Holds what the form contains, and continues to the checkout; or returns to the form with the problem. */
export async function holdOffer(form: FormData): Promise<void> {
  redirect((await holdFromForm(form)) ?? paths.missing(defaultLanguage));
}
