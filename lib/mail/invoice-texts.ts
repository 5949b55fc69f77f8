import type { EmailTranslate } from '../locale/email-messages';
import { compose, linkTo, type OrderEmail, paragraph, type RenderedEmail } from './order-emails';

/** The numbers of the invoices, and how many they are. `isAttached`: they are in the e-mail, else on the page of the order. */
export interface EmailInvoices {
  numbers: string;
  count: number;
  isAttached: boolean;
}

/** Where the invoices are (null: there is none yet), and for which company; empty: for none. */
export function invoiceTexts(invoices: EmailInvoices | null, company: string, t: EmailTranslate): string[] {
  const where = invoices?.isAttached === true ? 'attached' : 'onPage';
  return [
    ...(invoices === null
      ? []
      : [t(`email.invoice.${where}`, { numbers: invoices.numbers, count: invoices.count })]),
    ...(company === '' ? [] : [`${t('checkout.invoice.shown')}: ${company}`]),
  ];
}

/** Invoices were corrected. `notes`: the credit notes for those that they replace. */
export function invoiceCorrectedEmail(
  email: OrderEmail & { invoices: EmailInvoices; notes: Pick<EmailInvoices, 'numbers' | 'count'> },
): RenderedEmail {
  const { invoices, notes, link } = email;
  return compose('invoiceCorrected', email, (t) => [
    ...invoiceTexts(invoices, '', t).map(paragraph),
    paragraph(t('email.invoiceCorrected.introduction', notes)),
    linkTo(t('email.openOrder'), link),
  ]);
}
