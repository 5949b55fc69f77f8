import { failureMessages } from './failure-messages';
import type { Language } from './languages';
import deCancellation from './messages/de/cancellation.json';
import deCatalogAdmin from './messages/de/catalog-admin.json';
import deCheckout from './messages/de/checkout.json';
import deCounter from './messages/de/counter.json';
import deClosing from './messages/de/closing.json';
import deDoor from './messages/de/door.json';
import deEventChange from './messages/de/event-change.json';
import deLists from './messages/de/lists.json';
import deOrderChanges from './messages/de/order-changes.json';
import deOutcome from './messages/de/outcome.json';
import deRebooking from './messages/de/rebooking.json';
import deReports from './messages/de/reports.json';
import deToday from './messages/de/today.json';
import deScanner from './messages/de/scanner.json';
import deSearch from './messages/de/search.json';
import deSetup from './messages/de/setup.json';
import deShift from './messages/de/shift.json';
import deShop from './messages/de/shop.json';
import deStaff from './messages/de/staff.json';
import deVoucher from './messages/de/voucher.json';
import deVoucherAdmin from './messages/de/voucher-admin.json';
import enCancellation from './messages/en/cancellation.json';
import enCatalogAdmin from './messages/en/catalog-admin.json';
import enCheckout from './messages/en/checkout.json';
import enCounter from './messages/en/counter.json';
import enClosing from './messages/en/closing.json';
import enDoor from './messages/en/door.json';
import enEventChange from './messages/en/event-change.json';
import enLists from './messages/en/lists.json';
import enOrderChanges from './messages/en/order-changes.json';
import enOutcome from './messages/en/outcome.json';
import enRebooking from './messages/en/rebooking.json';
import enReports from './messages/en/reports.json';
import enToday from './messages/en/today.json';
import enScanner from './messages/en/scanner.json';
import enSearch from './messages/en/search.json';
import enSetup from './messages/en/setup.json';
import enShift from './messages/en/shift.json';
import enShop from './messages/en/shop.json';
import enStaff from './messages/en/staff.json';
import enVoucher from './messages/en/voucher.json';
import enVoucherAdmin from './messages/en/voucher-admin.json';
import esCancellation from './messages/es/cancellation.json';
import esCatalogAdmin from './messages/es/catalog-admin.json';
import esCheckout from './messages/es/checkout.json';
import esCounter from './messages/es/counter.json';
import esClosing from './messages/es/closing.json';
import esDoor from './messages/es/door.json';
import esEventChange from './messages/es/event-change.json';
import esLists from './messages/es/lists.json';
import esOrderChanges from './messages/es/order-changes.json';
import esOutcome from './messages/es/outcome.json';
import esRebooking from './messages/es/rebooking.json';
import esReports from './messages/es/reports.json';
import esToday from './messages/es/today.json';
import esScanner from './messages/es/scanner.json';
import esSearch from './messages/es/search.json';
import esSetup from './messages/es/setup.json';
import esShift from './messages/es/shift.json';
import esShop from './messages/es/shop.json';
import esStaff from './messages/es/staff.json';
import esVoucher from './messages/es/voucher.json';
import esVoucherAdmin from './messages/es/voucher-admin.json';
import frCancellation from './messages/fr/cancellation.json';
import frCatalogAdmin from './messages/fr/catalog-admin.json';
import frCheckout from './messages/fr/checkout.json';
import frCounter from './messages/fr/counter.json';
import frClosing from './messages/fr/closing.json';
import frDoor from './messages/fr/door.json';
import frEventChange from './messages/fr/event-change.json';
import frLists from './messages/fr/lists.json';
import frOrderChanges from './messages/fr/order-changes.json';
import frOutcome from './messages/fr/outcome.json';
import frRebooking from './messages/fr/rebooking.json';
import frReports from './messages/fr/reports.json';
import frToday from './messages/fr/today.json';
import frScanner from './messages/fr/scanner.json';
import frSearch from './messages/fr/search.json';
import frSetup from './messages/fr/setup.json';
import frShift from './messages/fr/shift.json';
import frShop from './messages/fr/shop.json';
import frStaff from './messages/fr/staff.json';
import frVoucher from './messages/fr/voucher.json';
import frVoucherAdmin from './messages/fr/voucher-admin.json';
import itCancellation from './messages/it/cancellation.json';
import itCatalogAdmin from './messages/it/catalog-admin.json';
import itCheckout from './messages/it/checkout.json';
import itCounter from './messages/it/counter.json';
import itClosing from './messages/it/closing.json';
import itDoor from './messages/it/door.json';
import itEventChange from './messages/it/event-change.json';
import itLists from './messages/it/lists.json';
import itOrderChanges from './messages/it/order-changes.json';
import itOutcome from './messages/it/outcome.json';
import itRebooking from './messages/it/rebooking.json';
import itReports from './messages/it/reports.json';
import itToday from './messages/it/today.json';
import itScanner from './messages/it/scanner.json';
import itSearch from './messages/it/search.json';
import itSetup from './messages/it/setup.json';
import itShift from './messages/it/shift.json';
import itShop from './messages/it/shop.json';
import itStaff from './messages/it/staff.json';
import itVoucher from './messages/it/voucher.json';
import itVoucherAdmin from './messages/it/voucher-admin.json';
import nlCancellation from './messages/nl/cancellation.json';
import nlCatalogAdmin from './messages/nl/catalog-admin.json';
import nlCheckout from './messages/nl/checkout.json';
import nlCounter from './messages/nl/counter.json';
import nlClosing from './messages/nl/closing.json';
import nlDoor from './messages/nl/door.json';
import nlEventChange from './messages/nl/event-change.json';
import nlLists from './messages/nl/lists.json';
import nlOrderChanges from './messages/nl/order-changes.json';
import nlOutcome from './messages/nl/outcome.json';
import nlRebooking from './messages/nl/rebooking.json';
import nlReports from './messages/nl/reports.json';
import nlToday from './messages/nl/today.json';
import nlScanner from './messages/nl/scanner.json';
import nlSearch from './messages/nl/search.json';
import nlSetup from './messages/nl/setup.json';
import nlShift from './messages/nl/shift.json';
import nlShop from './messages/nl/shop.json';
import nlStaff from './messages/nl/staff.json';
import nlVoucher from './messages/nl/voucher.json';
import nlVoucherAdmin from './messages/nl/voucher-admin.json';

const en = {
  shop: enShop,
  search: enSearch,
  cancellation: enCancellation,
  checkout: enCheckout,
  staff: enStaff,
  scanner: enScanner,
  counter: enCounter,
  door: enDoor,
  catalogAdmin: enCatalogAdmin,
  orderChanges: enOrderChanges,
  eventChange: enEventChange,
  rebooking: enRebooking,
  voucher: enVoucher,
  voucherAdmin: enVoucherAdmin,
  setup: enSetup,
  today: enToday,
  lists: enLists,
  reports: enReports,
  closing: enClosing,
  shift: enShift,
  outcome: enOutcome,
  failure: failureMessages.en,
};

/** What staff check, as far as it is known. */
export type PurchaseProblem = keyof typeof enOutcome.attention.problems;

/** Why a purchase has no order. */
export type NotCompletedReason = keyof typeof enCheckout.order.reasons;

/** The English texts define the keys: a key that another language lacks does not compile. */
export type Messages = typeof en;

export const messages: Readonly<Record<Language, Messages>> = {
  en,
  fr: {
    shop: frShop,
    search: frSearch,
    cancellation: frCancellation,
    checkout: frCheckout,
    staff: frStaff,
    scanner: frScanner,
    counter: frCounter,
    door: frDoor,
    catalogAdmin: frCatalogAdmin,
    orderChanges: frOrderChanges,
    eventChange: frEventChange,
    rebooking: frRebooking,
    voucher: frVoucher,
    voucherAdmin: frVoucherAdmin,
    setup: frSetup,
    today: frToday,
    lists: frLists,
    reports: frReports,
    closing: frClosing,
    shift: frShift,
    outcome: frOutcome,
    failure: failureMessages.fr,
  },
  de: {
    shop: deShop,
    search: deSearch,
    cancellation: deCancellation,
    checkout: deCheckout,
    staff: deStaff,
    scanner: deScanner,
    counter: deCounter,
    door: deDoor,
    catalogAdmin: deCatalogAdmin,
    orderChanges: deOrderChanges,
    eventChange: deEventChange,
    rebooking: deRebooking,
    voucher: deVoucher,
    voucherAdmin: deVoucherAdmin,
    setup: deSetup,
    today: deToday,
    lists: deLists,
    reports: deReports,
    closing: deClosing,
    shift: deShift,
    outcome: deOutcome,
    failure: failureMessages.de,
  },
  es: {
    shop: esShop,
    search: esSearch,
    cancellation: esCancellation,
    checkout: esCheckout,
    staff: esStaff,
    scanner: esScanner,
    counter: esCounter,
    door: esDoor,
    catalogAdmin: esCatalogAdmin,
    orderChanges: esOrderChanges,
    eventChange: esEventChange,
    rebooking: esRebooking,
    voucher: esVoucher,
    voucherAdmin: esVoucherAdmin,
    setup: esSetup,
    today: esToday,
    lists: esLists,
    reports: esReports,
    closing: esClosing,
    shift: esShift,
    outcome: esOutcome,
    failure: failureMessages.es,
  },
  it: {
    shop: itShop,
    search: itSearch,
    cancellation: itCancellation,
    checkout: itCheckout,
    staff: itStaff,
    scanner: itScanner,
    counter: itCounter,
    door: itDoor,
    catalogAdmin: itCatalogAdmin,
    orderChanges: itOrderChanges,
    eventChange: itEventChange,
    rebooking: itRebooking,
    voucher: itVoucher,
    voucherAdmin: itVoucherAdmin,
    setup: itSetup,
    today: itToday,
    lists: itLists,
    reports: itReports,
    closing: itClosing,
    shift: itShift,
    outcome: itOutcome,
    failure: failureMessages.it,
  },
  nl: {
    shop: nlShop,
    search: nlSearch,
    cancellation: nlCancellation,
    checkout: nlCheckout,
    staff: nlStaff,
    scanner: nlScanner,
    counter: nlCounter,
    door: nlDoor,
    catalogAdmin: nlCatalogAdmin,
    orderChanges: nlOrderChanges,
    eventChange: nlEventChange,
    rebooking: nlRebooking,
    voucher: nlVoucher,
    voucherAdmin: nlVoucherAdmin,
    setup: nlSetup,
    today: nlToday,
    lists: nlLists,
    reports: nlReports,
    closing: nlClosing,
    shift: nlShift,
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
