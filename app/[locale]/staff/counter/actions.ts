'use server';

import { z } from 'zod';
import { paths } from '@/lib/locale/paths';
import { readTyped } from '@/lib/storefront/common/checkout/questions';
import { type AnsweredCode, voucherParameters } from '@/lib/storefront/common/checkout/voucher-notice';
import { bookingAction, type Sent, staffAction } from '@/lib/storefront/common/forms/actions';
import { recordPaidBack, releaseSale, removeFromSale } from '@/lib/storefront/staff/counter/counter';
import { paymentForm, takeCounterPayment } from '@/lib/storefront/staff/counter/counter-payment';
import { giveTicketsOfSale as giveForNothing } from '@/lib/storefront/staff/counter/give-tickets';
import { holdForSale } from '@/lib/storefront/staff/counter/hold-for-sale';
import { applySaleVoucher, dropSaleVoucher } from '@/lib/storefront/staff/counter/sale-voucher';
import { keysForm, sellAtOnce } from '@/lib/storefront/staff/counter/sell-at-once';
import { dropStaffExchange, makeStaffExchange } from '@/lib/storefront/staff/exchange/exchange';

const saleForm = z.object({ checkoutId: z.guid() });

const counterPage = (_: unknown, { language }: Sent) => paths.staffCounter(language);
const salePage = ({ checkoutId }: z.output<typeof saleForm>, { language }: Sent) =>
  paths.staffSale(language, checkoutId);

/** Holds what the form contains for a sale; or returns to the form with the problem. */
export const holdAtCounter = async (form: FormData) =>
  staffAction('sales:make by catalog', z.object({}), counterPage, async (staff, _, sent) => {
    return (await holdForSale(staff, sent.form)) ?? paths.missing(sent.language);
  })(form);

/** Holds what was chosen and takes the money for it; the sale's page then shows the change and the tickets. */
export const sellNow = async (form: FormData) =>
  staffAction('sales:make by catalog', keysForm, counterPage, async (staff, keys, sent) => {
    return (await sellAtOnce(staff, sent.form, keys, sent.language)) ?? paths.missing(sent.language);
  })(form);

/** Records the payment; the page then shows the change and the tickets, or the problem. */
export const takeMoney = async (form: FormData) =>
  bookingAction('sales:make', paymentForm, counterPage, async (staff, typed, sent) => {
    const problem = await takeCounterPayment(staff, typed, readTyped(sent.form));
    return paths.staffSale(sent.language, typed.checkoutId, problem ?? {});
  })(form);

/** What the page of the sale says of a code. */
function saidOf(answer: AnsweredCode) {
  const { name, from } = voucherParameters(answer);
  return { voucher: name, from };
}

const codeForm = saleForm.extend({ voucherCode: z.string().max(300).catch('') });

/** Applies a code; the page then shows the new total, or why it can't be used. */
export const applyVoucherToSale = async (form: FormData) =>
  bookingAction('sales:make', codeForm, salePage, async (staff, { checkoutId, voucherCode }) =>
    saidOf(await applySaleVoucher(staff, checkoutId, voucherCode)),
  )(form);

export const removeVoucherOfSale = async (form: FormData) =>
  bookingAction('sales:make', saleForm, salePage, async (staff, { checkoutId }) =>
    saidOf(await dropSaleVoucher(staff, checkoutId)),
  )(form);

const giveForm = saleForm.extend({ giveReason: z.string().max(1_000).catch('') });

/** The tickets of a sale become free; the page then shows the total, or why they do not. */
export const giveTicketsOfSale = async (form: FormData) =>
  staffAction(
    'tickets:give',
    giveForm,
    salePage,
    async (staff, { checkoutId, giveReason }, { language }) => ({
      give: await giveForNothing(staff, { checkoutId, reason: giveReason }, language),
    }),
  )(form);

const itemForm = saleForm.extend({ holdId: z.guid() });

/** Removes one item; without the last one the sale has ended, and the next one begins. */
export const removeItemOfSale = async (form: FormData) =>
  bookingAction('sales:make', itemForm, counterPage, async (staff, { checkoutId, holdId }, sent) => {
    const item = await removeFromSale(staff, checkoutId, holdId);
    if (item === 'emptied') return released;
    return paths.staffSale(sent.language, checkoutId, { item: item === 'removed' ? item : 'not_found' });
  })(form);

const released = { notice: 'released' };

/** When the sale was paid before, its page says so. */
export const giveUpSale = async (form: FormData) =>
  bookingAction('sales:make', saleForm, counterPage, async (staff, { checkoutId }, { language }) =>
    (await releaseSale(staff, checkoutId))
      ? released
      : paths.staffSale(language, checkoutId, { item: 'not_found' }),
  )(form);

/** The tickets that were chosen pay for the sale; or the page shows why they can't. */
export const payWithEarlierTickets = async (form: FormData) =>
  bookingAction('sales:make', saleForm, salePage, async (staff, { checkoutId }, { language }) => {
    const made = await makeStaffExchange(staff, checkoutId, language);
    return made === 'credited' ? null : { exchange: made };
  })(form);

const anySaleForm = saleForm.partial();
const anySalePage = ({ checkoutId }: z.output<typeof anySaleForm>, sent: Sent) =>
  checkoutId === undefined ? counterPage(null, sent) : salePage({ checkoutId }, sent);

/** No tickets are exchanged, in this sale or in the next one. */
export const keepEarlierTickets = async (form: FormData) =>
  staffAction('sales:make by catalog', anySaleForm, anySalePage, dropStaffExchange)(form);

const payBackForm = saleForm.extend({ paidBack: z.enum(['cash', 'terminal']) });

/** When it was recorded before, the page is shown as it is. */
export const payBack = async (form: FormData) =>
  bookingAction('sales:make', payBackForm, salePage, recordPaidBack)(form);
