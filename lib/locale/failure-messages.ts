import type { Language } from './languages';
import de from './messages/de/failure.json';
import en from './messages/en/failure.json';
import es from './messages/es/failure.json';
import fr from './messages/fr/failure.json';
import it from './messages/it/failure.json';
import nl from './messages/nl/failure.json';

export type FailureText = typeof en;

/** The few texts of the error page. They are small, because a browser loads those of all languages. */
export const failureMessages: Readonly<Record<Language, FailureText>> = { en, fr, de, es, it, nl };
