import { failureMessages } from './failure-messages';
import type { Language } from './languages';
import deCatalogAdmin from './messages/de/catalog-admin.json';
import deCheckout from './messages/de/checkout.json';
import deOutcome from './messages/de/outcome.json';
import deSearch from './messages/de/search.json';
import deShop from './messages/de/shop.json';
import deStaff from './messages/de/staff.json';
import enCatalogAdmin from './messages/en/catalog-admin.json';
import enCheckout from './messages/en/checkout.json';
import enOutcome from './messages/en/outcome.json';
import enSearch from './messages/en/search.json';
import enShop from './messages/en/shop.json';
import enStaff from './messages/en/staff.json';
import esCatalogAdmin from './messages/es/catalog-admin.json';
import esCheckout from './messages/es/checkout.json';
import esOutcome from './messages/es/outcome.json';
import esSearch from './messages/es/search.json';
import esShop from './messages/es/shop.json';
import esStaff from './messages/es/staff.json';
import frCatalogAdmin from './messages/fr/catalog-admin.json';
import frCheckout from './messages/fr/checkout.json';
import frOutcome from './messages/fr/outcome.json';
import frSearch from './messages/fr/search.json';
import frShop from './messages/fr/shop.json';
import frStaff from './messages/fr/staff.json';
import itCatalogAdmin from './messages/it/catalog-admin.json';
import itCheckout from './messages/it/checkout.json';
import itOutcome from './messages/it/outcome.json';
import itSearch from './messages/it/search.json';
import itShop from './messages/it/shop.json';
import itStaff from './messages/it/staff.json';
import nlCatalogAdmin from './messages/nl/catalog-admin.json';
import nlCheckout from './messages/nl/checkout.json';
import nlOutcome from './messages/nl/outcome.json';
import nlSearch from './messages/nl/search.json';
import nlShop from './messages/nl/shop.json';
import nlStaff from './messages/nl/staff.json';

const en = {
  shop: enShop,
  search: enSearch,
  checkout: enCheckout,
  staff: enStaff,
  catalogAdmin: enCatalogAdmin,
  outcome: enOutcome,
  failure: failureMessages.en,
};

/** What staff check, as far as it is known. */
export type Matter = keyof typeof enOutcome.attention.matters;

/** The English texts define the keys: a key that another language lacks does not compile. */
export type Messages = typeof en;

export const messages: Readonly<Record<Language, Messages>> = {
  en,
  fr: {
    shop: frShop,
    search: frSearch,
    checkout: frCheckout,
    staff: frStaff,
    catalogAdmin: frCatalogAdmin,
    outcome: frOutcome,
    failure: failureMessages.fr,
  },
  de: {
    shop: deShop,
    search: deSearch,
    checkout: deCheckout,
    staff: deStaff,
    catalogAdmin: deCatalogAdmin,
    outcome: deOutcome,
    failure: failureMessages.de,
  },
  es: {
    shop: esShop,
    search: esSearch,
    checkout: esCheckout,
    staff: esStaff,
    catalogAdmin: esCatalogAdmin,
    outcome: esOutcome,
    failure: failureMessages.es,
  },
  it: {
    shop: itShop,
    search: itSearch,
    checkout: itCheckout,
    staff: itStaff,
    catalogAdmin: itCatalogAdmin,
    outcome: itOutcome,
    failure: failureMessages.it,
  },
  nl: {
    shop: nlShop,
    search: nlSearch,
    checkout: nlCheckout,
    staff: nlStaff,
    catalogAdmin: nlCatalogAdmin,
    outcome: nlOutcome,
    failure: failureMessages.nl,
  },
};

declare module 'next-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: Messages;
  }
}
