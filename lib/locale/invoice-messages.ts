import de from './messages/de/invoice.json';
import en from './messages/en/invoice.json';
import es from './messages/es/invoice.json';
import fr from './messages/fr/invoice.json';
import it from './messages/it/invoice.json';
import nl from './messages/nl/invoice.json';
import { translators } from './translators';

/** The texts of invoices and credit notes. */
export const invoiceTranslator = translators({ en, fr, de, es, it, nl });

export type InvoiceTranslate = ReturnType<typeof invoiceTranslator>;
