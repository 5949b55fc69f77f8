import type { Language } from './languages';
import english from './messages/en/failure.json';
import french from './messages/fr/failure.json';

/** The few words of the page that says that making a page failed. Small: they travel to every browser. */
export const failureMessages: Readonly<Record<Language, typeof english>> = { en: english, fr: french };
