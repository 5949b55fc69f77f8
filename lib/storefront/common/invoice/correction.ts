import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { typedWords } from '../../../contract/typed-text';
import type { CheckoutContext } from '../../../shop/context';
import { findCheckout } from '../../../shop/data/checkout-store';
import { correctInvoices } from '../../../shop/flows/invoice/correct-invoice';
import { readInvoice } from '../../../shop/rules/invoice';

export const invoiceForm = z.object({
  checkoutId: z.guid(),
  company: z.string().max(300),
  address: z.string().max(600),
  vatNumber: z.string().max(100),
});

export type TypedInvoice = z.output<typeof invoiceForm>;

export type WrongField = 'company' | 'vatNumber' | 'address';

/** What became of a correction in which nothing was wrong. */
export const correctionAnswers = ['corrected', 'nothing'] as const;
export type CorrectionAnswer = (typeof correctionAnswers)[number];

export const isWrong = (answer: CorrectionAnswer | WrongField): answer is WrongField =>
  answer !== 'corrected' && answer !== 'nothing';

const longestAddress = 400;

/** Corrects for whom the invoices of an order are made out. `staff`: who does it; null: the customer. Null: there is no order. */
export async function correctTyped(
  context: CheckoutContext,
  { checkoutId, company, address, vatNumber }: TypedInvoice,
  staff: string | null,
): Promise<CorrectionAnswer | WrongField | null> {
  const checkout = await findCheckout(context.database, checkoutId);
  if (checkout === null) return null;
  const country = checkout.customer?.country ?? '';
  const { invoice, wrong } = readInvoice({ company, vatNumber, country });
  if (wrong.company !== undefined) return 'company';
  if (wrong.vatNumber !== undefined) return 'vatNumber';
  const lines = address
    .split(/\r?\n/)
    .map((line) => typedWords(line).replaceAll(/[\p{Cc}\s]+/gu, ' '))
    .filter((line) => line !== '');
  const typed = lines.join('\n');
  if (typed.length > longestAddress || lines.length > 6) return 'address';
  const buyer = { company: invoice?.company ?? '', address: typed, vatNumber: invoice?.vatNumber ?? null };
  return correctInvoices(context, checkoutId, buyer, staff);
}

/** The form again, with what was typed, and what is wrong. */
export async function shownAgain({ company, address, vatNumber }: TypedInvoice, field: WrongField) {
  const t = await getTranslations('checkout.invoice');
  return {
    values: { company, address, vatNumber },
    problem: { title: t('notCorrected'), text: t(`errors.${field}`), field },
  };
}
