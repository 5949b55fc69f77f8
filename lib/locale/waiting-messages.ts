import de from './messages/de/waiting.json';
import en from './messages/en/waiting.json';
import es from './messages/es/waiting.json';
import fr from './messages/fr/waiting.json';
import it from './messages/it/waiting.json';
import nl from './messages/nl/waiting.json';
import { translators } from './translators';

/** The texts of the waiting page. */
export const waitingTranslator = translators({ en, fr, de, es, it, nl });
