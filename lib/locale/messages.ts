import { failureMessages } from './failure-messages';
import type { Language } from './languages';
import deCheckout from './messages/de/checkout.json';
import deShop from './messages/de/shop.json';
import deStaff from './messages/de/staff.json';
import enCheckout from './messages/en/checkout.json';
import enShop from './messages/en/shop.json';
import enStaff from './messages/en/staff.json';
import esCheckout from './messages/es/checkout.json';
import esShop from './messages/es/shop.json';
import esStaff from './messages/es/staff.json';
import frCheckout from './messages/fr/checkout.json';
import frShop from './messages/fr/shop.json';
import frStaff from './messages/fr/staff.json';
import itCheckout from './messages/it/checkout.json';
import itShop from './messages/it/shop.json';
import itStaff from './messages/it/staff.json';
import nlCheckout from './messages/nl/checkout.json';
import nlShop from './messages/nl/shop.json';
import nlStaff from './messages/nl/staff.json';
import { outcomeMessages } from './outcome-messages';

const english = {
  shop: enShop,
  checkout: enCheckout,
  staff: enStaff,
  outcome: outcomeMessages.en,
  failure: failureMessages.en,
};

/** The storefront's own words. English is the measure: a key that another language misses does not compile. */
export type Messages = typeof english;

export const messages: Readonly<Record<Language, Messages>> = {
  en: english,
  fr: {
    shop: frShop,
    checkout: frCheckout,
    staff: frStaff,
    outcome: outcomeMessages.fr,
    failure: failureMessages.fr,
  },
  de: {
    shop: deShop,
    checkout: deCheckout,
    staff: deStaff,
    outcome: outcomeMessages.de,
    failure: failureMessages.de,
  },
  es: {
    shop: esShop,
    checkout: esCheckout,
    staff: esStaff,
    outcome: outcomeMessages.es,
    failure: failureMessages.es,
  },
  it: {
    shop: itShop,
    checkout: itCheckout,
    staff: itStaff,
    outcome: outcomeMessages.it,
    failure: failureMessages.it,
  },
  nl: {
    shop: nlShop,
    checkout: nlCheckout,
    staff: nlStaff,
    outcome: outcomeMessages.nl,
    failure: failureMessages.nl,
  },
};

declare module 'next-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: Messages;
  }
}
