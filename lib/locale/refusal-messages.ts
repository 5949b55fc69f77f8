import type { Language } from './languages';
import german from './messages/de/refusal.json';
import english from './messages/en/refusal.json';
import spanish from './messages/es/refusal.json';
import french from './messages/fr/refusal.json';
import italian from './messages/it/refusal.json';
import dutch from './messages/nl/refusal.json';

/** The words of the page that says why a request was refused before any page was made. */
export const refusalMessages: Readonly<Record<Language, typeof english>> = {
  en: english,
  fr: french,
  de: german,
  es: spanish,
  it: italian,
  nl: dutch,
};
