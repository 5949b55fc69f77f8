import type { Language } from './languages';
import german from './messages/de/outcome.json';
import english from './messages/en/outcome.json';
import spanish from './messages/es/outcome.json';
import french from './messages/fr/outcome.json';
import italian from './messages/it/outcome.json';
import dutch from './messages/nl/outcome.json';

/**
 * What customers are told when a purchase does not end by itself: once for the order's page and for the e-mail, so that
 * both say the same. Arguments only, no plurals: e-mails fill them in without a message formatter.
 */
export const outcomeMessages: Readonly<Record<Language, typeof english>> = {
  en: english,
  fr: french,
  de: german,
  es: spanish,
  it: italian,
  nl: dutch,
};

/** What staff look into, as far as it is known. */
export type Matter = keyof typeof english.attention.matters;

/** Why an order could not be made, where nothing was to be paid. */
export type NotCompletedReason = keyof typeof english.notCompleted.reasons;
