'use server';

import { getLocale } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { paths } from '@/lib/locale/paths';
import { takeCounterPayment } from '@/lib/storefront/staff/counter/counter-payment';
import { asForm, readForm } from '@/lib/storefront/common/forms/read-form';
import { applySaleVoucher, dropSaleVoucher } from '@/lib/storefront/staff/counter/sale-voucher';
import type { ForStaff } from '@/lib/storefront/common/account/for-staff';
import {
  holdForSale,
  recordPaidBack,
  releaseSale,
  removeFromSale,
} from '@/lib/storefront/staff/counter/counter';
import { dropStaffExchange, makeStaffExchange } from '@/lib/storefront/staff/exchange/exchange';
import { type AnsweredCode, voucherParameters } from '@/lib/storefront/common/checkout/voucher-notice';
import { notDone } from '../not-done';

/** Holds what the form contains for a sale; or returns to the form with the problem. */
export async function holdAtCounter(form: FormData): Promise<void> {
  const answer = await holdForSale(asForm(form));
  const language = await getLocale();
  if (answer.kind !== 'staff') return notDone(paths.staffCounter(language));
  redirect(answer.value ?? paths.missing(language));
}

/** Records the payment; the page then shows the change and the tickets, or the problem. */
export async function takeMoney(form: FormData): Promise<void> {
  const answer = await takeCounterPayment(form);
  const language = await getLocale();
  if (answer.kind !== 'staff') return notDone(paths.staffCounter(language));
  const { outcome, checkoutId } = answer.value;
  if (typeof outcome === 'object') redirect(paths.staffSale(language, checkoutId, outcome));
  const problem = outcome === 'taken' || outcome === 'missing' ? undefined : outcome;
  redirect(paths.staffSale(language, checkoutId, { problem }));
}

const saleForm = z.object({ checkoutId: z.guid() });

/** Applies a code; the page then shows the new total, or why it can't be used. */
export async function applyVoucherToSale(form: FormData): Promise<void> {
  const { checkoutId, voucherCode } = readForm(
    saleForm.extend({ voucherCode: z.string().max(300).catch('') }),
    form,
  );
  await showVoucher(checkoutId, await applySaleVoucher(checkoutId, voucherCode));
}

export async function removeVoucherOfSale(form: FormData): Promise<void> {
  const { checkoutId } = readForm(saleForm, form);
  await showVoucher(checkoutId, await dropSaleVoucher(checkoutId));
}

async function showVoucher(checkoutId: string, answer: ForStaff<AnsweredCode>): Promise<never> {
  const language = await getLocale();
  if (answer.kind !== 'staff') return notDone(paths.staffSale(language, checkoutId, {}));
  const shown = voucherParameters(answer.value);
  redirect(paths.staffSale(language, checkoutId, { voucher: shown.name, from: shown.from }));
}

/** Removes one item; without the last one the sale has ended, and the next one begins. */
export async function removeItemOfSale(form: FormData): Promise<void> {
  const { checkoutId, holdId } = readForm(saleForm.extend({ holdId: z.guid() }), form);
  const answer = await removeFromSale(checkoutId, holdId);
  const language = await getLocale();
  if (answer.kind !== 'staff') return notDone(paths.staffCounter(language));
  if (answer.value === 'emptied') redirect(paths.staffCounter(language, { notice: 'released' }));
  redirect(paths.staffSale(language, checkoutId, { item: answer.value }));
}

/** When the sale was paid before, its page says so. */
export async function giveUpSale(form: FormData): Promise<void> {
  const { checkoutId } = readForm(saleForm, form);
  const answer = await releaseSale(checkoutId);
  const language = await getLocale();
  if (answer.kind !== 'staff') return notDone(paths.staffCounter(language));
  redirect(
    answer.value
      ? paths.staffCounter(language, { notice: 'released' })
      : paths.staffSale(language, checkoutId, { item: 'gone' }),
  );
}

/** The tickets that were chosen pay for the sale; or the page shows why they can't. */
export async function payWithEarlierTickets(form: FormData): Promise<void> {
  const { checkoutId } = readForm(saleForm, form);
  const language = await getLocale();
  const answer = await makeStaffExchange(checkoutId, language);
  if (answer.kind !== 'staff') return notDone(paths.staffSale(language, checkoutId));
  const exchange = answer.value === 'credited' ? undefined : answer.value;
  redirect(paths.staffSale(language, checkoutId, { exchange }));
}

/** No tickets are exchanged, in this sale or in the next one. */
export async function keepEarlierTickets(form: FormData): Promise<void> {
  const { checkoutId } = readForm(saleForm.partial(), form);
  const language = await getLocale();
  const page =
    checkoutId === undefined ? paths.staffCounter(language) : paths.staffSale(language, checkoutId);
  if ((await dropStaffExchange(checkoutId)).kind !== 'staff') return notDone(page);
  redirect(page);
}

const payBackForm = saleForm.extend({ paidBack: z.enum(['cash', 'terminal']) });

/** When it was recorded before, the page is shown as it is. */
export async function payBack(form: FormData): Promise<void> {
  const { checkoutId, paidBack } = readForm(payBackForm, form);
  const page = paths.staffSale(await getLocale(), checkoutId);
  if ((await recordPaidBack(checkoutId, paidBack)).kind !== 'staff') return notDone(page);
  redirect(page);
}
