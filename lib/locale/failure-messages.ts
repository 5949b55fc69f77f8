import type { Language } from './languages';
import german from './messages/de/failure.json';
import english from './messages/en/failure.json';
import spanish from './messages/es/failure.json';
import french from './messages/fr/failure.json';
import italian from './messages/it/failure.json';
import dutch from './messages/nl/failure.json';

/** The few words of the page that says that making a page failed. Small: they travel to every browser. */
export const failureMessages: Readonly<Record<Language, typeof english>> = {
  en: english,
  fr: french,
  de: german,
  es: spanish,
  it: italian,
  nl: dutch,
};
