import de from './messages/de/service.json';
import en from './messages/en/service.json';
import es from './messages/es/service.json';
import fr from './messages/fr/service.json';
import it from './messages/it/service.json';
import nl from './messages/nl/service.json';
import { translators } from './translators';

/** The texts of the service: in its answers, on its documents, and in catalogues that leave one out. */
export const serviceTranslator = translators({ en, fr, de, es, it, nl });

export type ServiceTranslate = ReturnType<typeof serviceTranslator>;
