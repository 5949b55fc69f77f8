import de from './messages/de/refusal.json';
import en from './messages/en/refusal.json';
import es from './messages/es/refusal.json';
import fr from './messages/fr/refusal.json';
import it from './messages/it/refusal.json';
import nl from './messages/nl/refusal.json';
import { translators } from './translators';

/** The texts of the page that says why a request was refused before a page was rendered. */
export const refusalTranslator = translators({ en, fr, de, es, it, nl });
