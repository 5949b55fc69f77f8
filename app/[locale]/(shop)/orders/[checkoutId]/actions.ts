'use server';

import { z } from 'zod';
import { paths } from '@/lib/locale/paths';
import { shopAction } from '@/lib/storefront/common/forms/actions';
import { resendConfirmation } from '@/lib/storefront/shop/order/email-again';

/** The page then says what became of it, beside the button. */
export const sendEmailAgain = async (form: FormData) =>
  shopAction(z.object({ checkoutId: z.guid() }), async ({ checkoutId }, { language }) => {
    const email = await resendConfirmation(checkoutId);
    return email === null
      ? paths.order(language, checkoutId)
      : `${paths.order(language, checkoutId, { email })}#email`;
  })(form);
