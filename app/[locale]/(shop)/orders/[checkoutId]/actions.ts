'use server';

import { z } from 'zod';
import type { Language } from '@/lib/locale/languages';
import { paths } from '@/lib/locale/paths';
import { shopAction } from '@/lib/storefront/common/forms/actions';
import { suggestEmail } from '@/components/checkout/suggest-email';
import type { GiftFormState } from '@/components/order/gift-form';
import type { InvoiceFormState } from '@/components/order/invoice-form';
import { invoiceForm, isWrong, shownAgain } from '@/lib/storefront/common/invoice/correction';
import { correctInvoice } from '@/lib/storefront/shop/document/invoices';
import { askAboutGiftAddress } from '@/lib/storefront/common/checkout/gift-words';
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

/** The page then shows the new invoice; or the form shows again what was typed, and what was wrong. */
export const correctInvoiceOrStay = async (
  previous: InvoiceFormState,
  form: FormData,
): Promise<InvoiceFormState> =>
  shopAction(invoiceForm, async (typed, { language }) => {
    const invoice = await correctInvoice(typed);
    if (invoice === null) return paths.order(language, typed.checkoutId);
    return isWrong(invoice)
      ? shownAgain(typed, invoice)
      : `${paths.order(language, typed.checkoutId, { invoice })}#invoice`;
  })(previous, form);

/**
 * The page then shows the gift as it is now; or the form shows again what was typed, and what was wrong, or asks once about
 * an address that looks mistyped.
 */
export const changeGift = async (previous: GiftFormState, form: FormData): Promise<GiftFormState> =>
  shopAction(giftForm, async (typed, { language }) => {
    const { checkoutId, ...values } = typed;
    const suggested = values.email === values.emailSeen ? null : suggestEmail(values.email);
    if (suggested !== null)
      return {
        values: { ...values, emailSeen: values.email },
        problem: await askAboutGiftAddress(suggested, values.email, language),
      };
    const answer = await changeOwnGift(typed, language);
    if (answer === null || typeof answer === 'string') return giftPath(checkoutId, language, answer);
    return { values, problem: answer };
  })(previous, form);

export const sendGiftAgain = async (form: FormData) =>
  shopAction(z.object({ checkoutId: z.guid() }), async ({ checkoutId }, { language }) =>
    giftPath(checkoutId, language, await resendGift(checkoutId)),
  )(form);

const giftPath = (checkoutId: string, language: Language, gift: GiftAnswer | null) =>
  gift === null ? paths.order(language, checkoutId) : `${paths.order(language, checkoutId, { gift })}#gift`;
