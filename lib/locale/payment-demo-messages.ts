import de from './messages/de/payment-demo.json';
import en from './messages/en/payment-demo.json';
import es from './messages/es/payment-demo.json';
import fr from './messages/fr/payment-demo.json';
import it from './messages/it/payment-demo.json';
import nl from './messages/nl/payment-demo.json';
import { translators } from './translators';

export const paymentDemoTranslator = translators({ en, fr, de, es, it, nl });
