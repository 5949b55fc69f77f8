'use server';

import { getLocale } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { paths } from '@/lib/locale/paths';
import { resendConfirmation } from '@/lib/storefront/shop/order/email-again';
import { readForm } from '@/lib/storefront/common/forms/read-form';

const orderForm = z.object({ checkoutId: z.guid() });

/** The page then says what became of it, beside the button. */
export async function sendEmailAgain(form: FormData): Promise<void> {
  const { checkoutId } = readForm(orderForm, form);
  const language = await getLocale();
  const answer = await resendConfirmation(checkoutId);
  redirect(
    answer === null
      ? paths.order(language, checkoutId)
      : `${paths.order(language, checkoutId, { email: answer })}#email`,
  );
}
