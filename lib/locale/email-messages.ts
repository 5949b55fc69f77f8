import { messages } from './messages';
import de from './messages/de/email.json';
import alert from './messages/en/alert.json';
import en from './messages/en/email.json';
import es from './messages/es/email.json';
import fr from './messages/fr/email.json';
import it from './messages/it/email.json';
import nl from './messages/nl/email.json';
import { createTranslate, translators } from './translators';

/** The texts of e-mails, and of the pages: a text that both use is written once. */
export const emailTranslator = translators({
  en: { ...messages.en, email: en },
  fr: { ...messages.fr, email: fr },
  de: { ...messages.de, email: de },
  es: { ...messages.es, email: es },
  it: { ...messages.it, email: it },
  nl: { ...messages.nl, email: nl },
});
export type EmailTranslate = ReturnType<typeof emailTranslator>;

const { reasons } = messages.en.staff;

/** The texts of the e-mails to the operator, in English. */
export const translateAlert = createTranslate('en', { ...alert, reasons });

/** The subject of an alert: its kind, or what happened to a payment. */
export type AlertTopic = keyof typeof alert.topics;

export function isStaffReason(name: string | null): name is keyof typeof reasons {
  return name !== null && Object.hasOwn(reasons, name);
}
