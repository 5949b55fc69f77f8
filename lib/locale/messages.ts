import { failureMessages } from './failure-messages';
import type { Language } from './languages';
import enCheckout from './messages/en/checkout.json';
import enShop from './messages/en/shop.json';
import enStaff from './messages/en/staff.json';
import frCheckout from './messages/fr/checkout.json';
import frShop from './messages/fr/shop.json';
import frStaff from './messages/fr/staff.json';

const english = { shop: enShop, checkout: enCheckout, staff: enStaff, failure: failureMessages.en };

/** The storefront's own words. English is the measure: a key that another language misses does not compile. */
export type Messages = typeof english;

export const messages: Readonly<Record<Language, Messages>> = {
  en: english,
  fr: { shop: frShop, checkout: frCheckout, staff: frStaff, failure: failureMessages.fr },
};

declare module 'next-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: Messages;
  }
}
