import type { EmailTranslate } from '../locale/email-messages';

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
