'use server';

import { redirect } from 'next/navigation';
import { defaultLanguage } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { holdFromForm } from '@/lib/storefront/hold';

/** Holds what the form says, and goes on to the checkout; or back to the form, with what was wrong. */
export async function holdOffer(form: FormData): Promise<void> {
  redirect((await holdFromForm(form)) ?? paths.missing(defaultLanguage));
}
