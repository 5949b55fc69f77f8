import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { isCountry } from '../../../contract/customer-rules';
import type { CheckoutContext } from '../../../shop/context';
import { findCheckout } from '../../../shop/data/checkout-store';
import { correctInvoices } from '../../../shop/flows/invoice/correct-invoice';
import { readAddress, readInvoice } from '../../../shop/rules/invoice';

export const invoiceForm = z.object({
  checkoutId: z.guid(),
  company: z.string().max(300),
  address: z.string().max(600),
  vatNumber: z.string().max(100),
  /** Missing in a form from before it was asked for. */
  country: z.string().max(100).default(''),
});

export type TypedInvoice = z.output<typeof invoiceForm>;

/** What is wrong; its text says how to correct it. */
export type WrongField = 'company' | 'vatNumber' | 'address' | 'addressMissing';

/** What became of a correction in which nothing was wrong. */
export const correctionAnswers = ['corrected', 'nothing'] as const;
export type CorrectionAnswer = (typeof correctionAnswers)[number];

export const isWrong = (answer: CorrectionAnswer | WrongField): answer is WrongField =>
  answer !== 'corrected' && answer !== 'nothing';

/** Corrects for whom the invoices of an order are made out. `staff`: who does it; null: the customer. Null: there is no order. */
export async function correctTyped(
  context: CheckoutContext,
  { checkoutId, company, address, vatNumber, country: typed }: TypedInvoice,
  staff: string | null,
): Promise<CorrectionAnswer | WrongField | null> {
  const checkout = await findCheckout(context.database, checkoutId);
  if (checkout === null) return null;
  const chosen = isCountry(typed) ? typed : null;
  const country = chosen ?? checkout.customer?.country ?? '';
  // An invoice for a person may have an address, too.
  const isPersonal = `${company}${vatNumber}`.trim() === '';
  const own = readAddress(address, country);
  const { invoice, wrong } = readInvoice({ company, address: isPersonal ? '' : address, vatNumber, country });
  if (wrong.company !== undefined) return 'company';
  if (wrong.address === 'missing') return 'addressMissing';
  if (own === null) return 'address';
  if (wrong.vatNumber !== undefined) return 'vatNumber';
  const { company: name, vatNumber: number } = invoice ?? { company: '', vatNumber: null };
  const buyer = { company: name, address: own, vatNumber: number, country: chosen };
  return correctInvoices(context, checkoutId, buyer, staff);
}

/** The form again, with what was typed, and what is wrong. */
export async function shownAgain({ company, address, vatNumber, country }: TypedInvoice, field: WrongField) {
  const t = await getTranslations('checkout.invoice');
  return {
    values: { company, address, vatNumber, country },
    problem: {
      title: t('notCorrected'),
      text: t(`errors.${field}`),
      field: field === 'addressMissing' ? ('address' as const) : field,
    },
  };
}
