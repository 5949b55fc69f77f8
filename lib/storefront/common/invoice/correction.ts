import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { typedWords } from '../../../contract/typed-text';
import { isCountry } from '../../../contract/customer-rules';
import type { CheckoutContext } from '../../../shop/context';
import { findCheckout } from '../../../shop/data/checkout-store';
import { correctInvoices } from '../../../shop/flows/invoice/correct-invoice';
import type { causeEmail } from '../request/caused-emails';
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

/** What is wrong; its text says how to correct it. `busy`: it was changed too often. */
export type WrongField = 'company' | 'vatNumber' | 'address' | 'addressMissing' | 'busy';

/** What became of a correction in which nothing was wrong. */
export const correctionAnswers = ['corrected', 'nothing'] as const;
export type CorrectionAnswer = (typeof correctionAnswers)[number];

export const isWrong = (answer: CorrectionAnswer | WrongField): answer is WrongField =>
  answer !== 'corrected' && answer !== 'nothing';

interface By {
  /** Who does it; null: the customer. */
  readonly staff: string | null;
  /** Counts the e-mail about it; null: as `causeEmail`. */
  readonly count: (address: string) => ReturnType<typeof causeEmail>;
}

/** Corrects for whom the invoices of an order are made out. Null: there is no order. */
export async function correctTyped(
  context: CheckoutContext,
  { checkoutId, company, address, vatNumber, country: typed }: TypedInvoice,
  { staff, count }: By,
): Promise<CorrectionAnswer | WrongField | null> {
  const checkout = await findCheckout(context.database, checkoutId);
  if (checkout === null) return null;
  const chosen = isCountry(typed) ? typed : null;
  const country = chosen ?? checkout.customer?.country ?? '';
  // An invoice for a person may have an address, too.
  const isPersonal = typedWords(`${company}${vatNumber}`) === '';
  const own = readAddress(address, country);
  const { invoice, wrong } = readInvoice({ company, address: isPersonal ? '' : address, vatNumber, country });
  if (wrong.company !== undefined) return 'company';
  if (wrong.address === 'missing') return 'addressMissing';
  if (own === null) return 'address';
  if (wrong.vatNumber !== undefined) return 'vatNumber';
  const { company: name, vatNumber: number } = invoice ?? { company: '', vatNumber: null };
  const buyer = { company: name, address: own, vatNumber: number, country: chosen };
  const giveBack = await count(checkout.customer?.email ?? '');
  if (giveBack === null) return 'busy';
  const answer = await correctInvoices(context, checkoutId, buyer, staff);
  if (answer === 'nothing') await giveBack();
  return answer;
}

function controlOf(wrong: WrongField): Exclude<WrongField, 'addressMissing' | 'busy'> | null {
  if (wrong === 'busy') return null;
  return wrong === 'addressMissing' ? 'address' : wrong;
}

/** The form again, with what was typed, and what is wrong. */
export async function shownAgain({ company, address, vatNumber, country }: TypedInvoice, field: WrongField) {
  const t = await getTranslations('checkout.invoice');
  return {
    values: { company, address, vatNumber, country },
    problem: {
      title: t('notCorrected'),
      text: t(`errors.${field}`),
      field: controlOf(field),
    },
  };
}
