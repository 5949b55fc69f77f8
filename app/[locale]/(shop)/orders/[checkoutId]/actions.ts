'use server';

import { z } from 'zod';
import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { shopAction } from '@/lib/storefront/common/forms/actions';
import { correctInvoice, invoiceForm } from '@/lib/storefront/shop/document/invoices';
import { changeOwnGift, type GiftAnswer, giftForm, resendGift } from '@/lib/storefront/shop/order/gift';
import { resendConfirmation } from '@/lib/storefront/shop/order/email-again';

/** The page then says what became of it, beside the button. */
export const sendEmailAgain = async (form: FormData) =>
  shopAction(z.object({ checkoutId: z.guid() }), async ({ checkoutId }, { language }) => {
    const email = await resendConfirmation(checkoutId);
    return email === null
      ? paths.order(language, checkoutId)
      : `${paths.order(language, checkoutId, { email })}#email`;
  })(form);

/** The page then shows the new invoice, or says what was wrong. */
export const correctInvoiceDetails = async (form: FormData) =>
  shopAction(invoiceForm, async (typed, { language }) => {
    const invoice = await correctInvoice(typed);
    return invoice === null
      ? paths.order(language, typed.checkoutId)
      : `${paths.order(language, typed.checkoutId, { invoice })}#invoice`;
  })(form);

/** The page then shows the gift as it is now, or says what was wrong. */
export const changeGift = async (form: FormData) =>
  shopAction(giftForm, async (typed, { language }) =>
    giftPath(typed.checkoutId, language, await changeOwnGift(typed, language)),
  )(form);

export const sendGiftAgain = async (form: FormData) =>
  shopAction(z.object({ checkoutId: z.guid() }), async ({ checkoutId }, { language }) =>
    giftPath(checkoutId, language, await resendGift(checkoutId)),
  )(form);

const giftPath = (checkoutId: string, language: Language, gift: GiftAnswer | null) =>
  gift === null ? paths.order(language, checkoutId) : `${paths.order(language, checkoutId, { gift })}#gift`;
