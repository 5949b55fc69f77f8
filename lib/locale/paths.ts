import type { Language } from './languages';

export type Query<Name extends string = string> = Readonly<Partial<Record<Name, string | undefined>>>;
type TicketQuery = Query<'problem' | 'also'>;
type EventQuery = Query<'month' | 'from' | 'date' | 'time' | 'session' | 'activity'>;

/** `path` may have a query already. */
export function withQuery(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  if (given.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(given).toString()}`;
}

type CancelQuery = readonly (readonly [name: 'unit' | 'step' | 'problem', value: string])[];

function withUnits(path: string, query: CancelQuery): string {
  const text = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The pages about the shop, in the order of their links. */
export const shopTexts = ['seller', 'terms', 'privacy', 'contact', 'accessibility'] as const;
export type ShopText = (typeof shopTexts)[number];
export const isShopText = (name: string): name is ShopText => shopTexts.some((one) => one === name);

/** The pages on which a catalogue is written, one for each subject. */
export type SetupPart =
  | 'details'
  | 'event'
  | 'place'
  | 'sessions'
  | 'series'
  | 'season'
  | 'tariff'
  | 'prices'
  | 'translations'
  | 'preview';

const offerPath = (language: Language, catalogId: string, offerId: string, query?: Query) =>
  withQuery(`/${language}/catalogs/${catalogId}/offers/${offerId}`, query);

/**
 * Each address is made in one place, so that links stay consistent. No address is made with another of them: the build can
 * leave out of a page's scripts what it does not use only while none refers to `paths`.
 */
export const paths = {
  home: (language: Language) => `/${language}`,
  about: (language: Language, text: ShopText) => `/${language}/about/${text}`,
  search: (language: Language, query?: Query) => withQuery(`/${language}/search`, query),
  catalog: (language: Language, catalogId: string, query?: Query) =>
    withQuery(`/${language}/catalogs/${catalogId}`, query),
  /** Where the events of a catalogue take place. */
  places: (language: Language, catalogId: string, query?: Query<'from' | 'page'>) =>
    withQuery(`/${language}/catalogs/${catalogId}/places`, query),
  event: (language: Language, catalogId: string, eventId: string, query?: EventQuery) =>
    withQuery(`/${language}/catalogs/${catalogId}/events/${eventId}`, query),
  product: (
    language: Language,
    catalogId: string,
    productId: string,
    query?: Query<'month' | 'from' | 'date'>,
  ) => withQuery(`/${language}/catalogs/${catalogId}/products/${productId}`, query),
  offer: offerPath,
  /** The form for the waiting list of an offer; `query` can name the session that is wanted. */
  waitingList: (language: Language, catalogId: string, offerId: string, query?: Query) =>
    `${offerPath(language, catalogId, offerId, query)}#waiting-list`,
  /** Where visitors wait who want this offer. */
  waitingRoom: (language: Language, catalogId: string, offerId: string, query?: Query) =>
    withQuery(`/${language}/catalogs/${catalogId}/offers/${offerId}/waiting-room`, query),
  /** A place on a waiting list, by the name in its link. */
  waitingPlace: (language: Language, link: string) => `/${language}/waiting-list/${encodeURIComponent(link)}`,
  checkout: (language: Language, checkoutId: string) => `/${language}/checkout/${checkoutId}`,
  order: (language: Language, checkoutId: string, query?: Query<'email' | 'gift' | 'invoice'>) =>
    withQuery(`/${language}/orders/${checkoutId}`, query),
  /** Where the customer cancels tickets of an order. `query`: the units that are chosen, the step, and what went wrong. */
  cancelOrder: (language: Language, checkoutId: string, query: CancelQuery = []) =>
    withUnits(`/${language}/orders/${checkoutId}/cancel`, query),
  /** One ticket, by the name in its link. */
  ticket: (language: Language, token: string) => `/${language}/tickets/${encodeURIComponent(token)}`,
  /** The orders that this browser may see. */
  orders: (language: Language) => `/${language}/orders`,
  /** Finding orders again by e-mail, with the code from the e-mail. */
  findOrders: (language: Language, query?: Query<'problem'>) => withQuery(`/${language}/orders/find`, query),
  findCode: (language: Language, query?: Query<'problem'>) =>
    withQuery(`/${language}/orders/find/code`, query),
  /** Has no page: it shows the complete "not found" page with its status. */
  missing: (language: Language) => `/${language}/missing`,
  staff: (language: Language) => `/${language}/staff`,
  /** `back`: the page with the form that could do nothing. */
  staffNotDone: (language: Language, query: Query<'back'>) => withQuery(`/${language}/staff/not-done`, query),
  /** All orders. `query`: the filter, and what went wrong with a file of them. */
  staffOrders: (language: Language, query?: Query) => withQuery(`/${language}/staff/orders`, query),
  /** Returns a file of the orders that a filter describes by POST. */
  staffOrdersFile: '/api/staff/orders',
  /** `copy`, `gift`, `holder`, `invoice`, `done`: what became of a request. `back`: the refunds that were paid back. */
  staffOrder: (
    language: Language,
    checkoutId: string,
    query?: Query<'copy' | 'gift' | 'holder' | 'answers' | 'invoice' | 'done' | 'back' | 'at'>,
  ) => withQuery(`/${language}/staff/orders/${checkoutId}`, query),
  /** The form that corrects who comes with a ticket. */
  staffTicket: (language: Language, checkoutId: string, ticketId: string, query?: TicketQuery) =>
    withQuery(`/${language}/staff/orders/${checkoutId}/tickets/${ticketId}`, query),
  /** Where staff cancel tickets of an order. `query` as of `cancelOrder`. */
  staffCancel: (language: Language, checkoutId: string, query: CancelQuery = []) =>
    withUnits(`/${language}/staff/orders/${checkoutId}/cancel`, query),
  /** Which tickets are exchanged at the counter. */
  staffRebook: (language: Language, checkoutId: string, query?: Query<'problem'>) =>
    withQuery(`/${language}/staff/orders/${checkoutId}/rebook`, query),
  rebookOrder: (language: Language, checkoutId: string, query?: Query<'problem'>) =>
    withQuery(`/${language}/orders/${checkoutId}/rebook`, query),
  /** What is sold at the counter on a day. */
  /** `query`: `date`, `catalog`, `event`, `session`, `sale`, `notice`, and what was chosen and could not be held. */
  staffCounter: (language: Language, query?: Query) => withQuery(`/${language}/staff/counter`, query),
  staffCounterOffer: (language: Language, catalogId: string, offerId: string, query?: Query) =>
    withQuery(`/${language}/staff/counter/${catalogId}/${offerId}`, query),
  /** The shift of the person who is signed in. */
  staffOwnShift: (language: Language, query?: Query<'done'>) =>
    withQuery(`/${language}/staff/counter/shift`, query),
  staffSale: (
    language: Language,
    checkoutId: string,
    query?: Query<'problem' | 'voucher' | 'from' | 'item' | 'exchange' | 'give'>,
  ) => withQuery(`/${language}/staff/counter/sales/${checkoutId}`, query),
  staffPersonalData: (language: Language, query?: Query) =>
    withQuery(`/${language}/staff/personal-data`, query),
  staffWaitingRoom: (language: Language, query?: Query<'problem'>) =>
    withQuery(`/${language}/staff/waiting-room`, query),
  staffCatalogs: (language: Language, query?: Query<'problem' | 'line' | 'column'>) =>
    withQuery(`/${language}/staff/catalogs`, query),
  staffCatalog: (
    language: Language,
    catalogId: string,
    query?: Query<'problem' | 'line' | 'column' | 'done' | 'key'>,
  ) => withQuery(`/${language}/staff/catalogs/${catalogId}`, query),
  staffEvent: (language: Language, catalogId: string, eventId: string, query?: Query<'page' | 'done'>) =>
    withQuery(`/${language}/staff/catalogs/${catalogId}/events/${eventId}`, query),
  /** The form for one change of a catalogue. */
  staffChange: (
    language: Language,
    catalogId: string,
    query: Query<'what' | 'event' | 'session' | 'product' | 'override' | 'at'>,
  ) => withQuery(`/${language}/staff/catalogs/${catalogId}/change`, query),
  staffVouchers: (language: Language, catalogId: string, query?: Query<'page' | 'batches' | 'done'>) =>
    withQuery(`/${language}/staff/catalogs/${catalogId}/vouchers`, query),
  staffVoucher: (language: Language, catalogId: string, id: string) =>
    `/${language}/staff/catalogs/${catalogId}/vouchers/${id}`,
  /** The form that makes many codes. */
  staffNewVoucherBatch: (language: Language, catalogId: string) =>
    `/${language}/staff/catalogs/${catalogId}/vouchers/batches`,
  staffVoucherBatch: (
    language: Language,
    catalogId: string,
    id: string,
    query?: Query<'page' | 'done' | 'problem'>,
  ) => withQuery(`/${language}/staff/catalogs/${catalogId}/vouchers/batches/${id}`, query),
  /** Returns the codes of a batch by POST. */
  staffVoucherCodesFile: '/api/staff/vouchers',
  /** The catalogues that people write. */
  staffSetup: (language: Language) => `/${language}/staff/setup`,
  staffSetupNew: (language: Language) => `/${language}/staff/setup/new`,
  staffSetupCatalog: (language: Language, catalogId: string, query?: Query<'done'>) =>
    withQuery(`/${language}/staff/setup/${catalogId}`, query),
  /** A page on which a part of a draft is written; `key` is what the feed calls the part. */
  staffSetupPart: (
    language: Language,
    catalogId: string,
    part: SetupPart,
    query?: Query<'key' | 'event' | 'month' | 'done'>,
  ) => withQuery(`/${language}/staff/setup/${catalogId}/${part}`, query),
  /** A spreadsheet is read into a draft; `upload` is the file. */
  staffSetupImport: (language: Language, catalogId: string, query?: Query<'upload' | 'problem'>) =>
    withQuery(`/${language}/staff/setup/${catalogId}/import`, query),
  /** A spreadsheet to fill in. */
  staffSetupTemplate: (query: Query<'language' | 'format'>) => withQuery('/api/staff/setup/template', query),
  /** A catalogue as a file. */
  staffSetupFile: (catalogId: string) => `/api/staff/setup/${catalogId}`,
  staffEventChanges: (language: Language) => `/${language}/staff/events`,
  staffEventChange: (language: Language, id: string) => `/${language}/staff/events/${id}`,
  /** The form for everyone who has tickets of a session. */
  staffStartEventChange: (language: Language, query: Query<'catalog' | 'session'>) =>
    withQuery(`/${language}/staff/events/new`, query),
  /** What an uploaded feed would change. */
  staffUpload: (language: Language, upload: string, query?: Query<'problem'>) =>
    withQuery(`/${language}/staff/feeds/${upload}`, query),
  /** Accepts a feed as a file of a form. */
  feedUpload: '/api/staff/feeds',
  /** The sessions of a day; `catalog` and `page` show one page of one catalogue. */
  staffToday: (language: Language, query?: Query<'day' | 'catalog' | 'page'>) =>
    withQuery(`/${language}/staff/today`, query),
  /** Who comes. `visit`: a session, or the day of what is for any time. `print`: all of them on one page. */
  staffVisitors: (
    language: Language,
    { catalogId, eventId, visit }: { catalogId: string; eventId: string; visit: string },
    query?: Query<'page' | 'print' | 'problem'>,
  ) => withQuery(`/${language}/staff/today/${catalogId}/${eventId}/${visit}`, query),
  /** Where staff write to everyone of a visit. `from`: a message whose texts the form has at first. */
  staffWriteMessage: (
    language: Language,
    { catalogId, eventId, visit }: { catalogId: string; eventId: string; visit: string },
    query?: Query<'from'>,
  ) => withQuery(`/${language}/staff/today/${catalogId}/${eventId}/${visit}/message`, query),
  /** A message to everyone of a visit: its tests, then how much of it was sent. */
  staffMessage: (language: Language, id: string, query?: Query<'problem'>) =>
    withQuery(`/${language}/staff/messages/${id}`, query),
  /** Where staff type who gets tickets of a visit for free. `from`: a list that was not started yet. */
  staffGuests: (
    language: Language,
    { catalogId, eventId, visit }: { catalogId: string; eventId: string; visit: string },
    query?: Query<'from'>,
  ) => withQuery(`/${language}/staff/today/${catalogId}/${eventId}/${visit}/guests`, query),
  /** A guest list: what was read of it, then what became of each guest. */
  staffGuestList: (language: Language, id: string, query?: Query<'problem'>) =>
    withQuery(`/${language}/staff/guest-lists/${id}`, query),
  staffWaitingLists: (language: Language, query?: Query<'event' | 'state' | 'page'>) =>
    withQuery(`/${language}/staff/waiting-lists`, query),
  /** The places of a waiting list. `choice`: of those for these sessions. `remove`: the place that is to be removed. */
  staffWaitingList: (
    language: Language,
    listId: string,
    query?: Query<'choice' | 'state' | 'page' | 'remove' | 'done'>,
  ) => withQuery(`/${language}/staff/waiting-lists/${listId}`, query),
  /** Returns a file of who comes by POST. */
  staffVisitorsFile: '/api/staff/visitors',
  /** `query`: the period, and what went wrong with an export. */
  staffReports: (language: Language, query?: Query<'from' | 'to' | 'by' | 'problem'>) =>
    withQuery(`/${language}/staff/reports`, query),
  /** Returns a file of orders, tickets, payments or taxes by POST. */
  staffExports: '/api/staff/exports',
  /** Payments, cash and payouts of one day. */
  staffClosing: (language: Language, query?: Query<'day' | 'done' | 'problem'>) =>
    withQuery(`/${language}/staff/closing`, query),
  staffShifts: (language: Language, query?: Query<'before'>) =>
    withQuery(`/${language}/staff/closing/shifts`, query),
  staffShift: (language: Language, shiftId: string, query?: Query<'done'>) =>
    withQuery(`/${language}/staff/closing/shifts/${shiftId}`, query),
  /** Where staff sign in with a passkey, if the shop has its own sign-in. */
  staffSignIn: (language: Language, query?: Query<'back' | 'problem' | 'joined'>) =>
    withQuery(`/${language}/staff/sign-in`, query),
  /** Where an invited person makes a passkey. */
  staffJoin: (language: Language, token: string, query?: Query<'problem'>) =>
    withQuery(`/${language}/staff/join/${encodeURIComponent(token)}`, query),
  /** Who has access, and who is signed in. `done`: how many sign-ins have just been ended. `change`: a person. */
  staffTeam: (language: Language, query?: Query<'done' | 'change' | 'saved' | 'problem' | 'at'>) =>
    withQuery(`/${language}/staff/team`, query),
  staffAudit: (language: Language, query?: Query<'about' | 'action' | 'from' | 'to' | 'before'>) =>
    withQuery(`/${language}/staff/audit`, query),
  /** Where tickets are admitted; `query` has the entrance and what it admits. */
  staffDoor: (language: Language, query?: readonly (readonly [string, string])[]) =>
    query === undefined
      ? `/${language}/staff/door`
      : `/${language}/staff/door?${new URLSearchParams(query.map(([name, value]) => [name, value])).toString()}`,
  /** Judges scans by POST. */
  admissions: '/api/staff/admissions',
  /** The tickets of a day, to judge scans without a connection. */
  admissionList: (language: Language, date?: string) =>
    withQuery('/api/staff/admissions/list', { language, date }),
  /** People who were let in without a connection; by POST one of them is ticked off. */
  admissionConflicts: (language: Language) => withQuery('/api/staff/admissions/conflicts', { language }),
  /** Finds visitors by name, by POST. */
  admissionSearch: (language: Language) => withQuery('/api/staff/admissions/search', { language }),
  doorManifest: (language: Language) => withQuery('/api/staff/admissions/manifest', { language }),
  /** Accepts an e-mail address by POST, and returns the data stored about that person. */
  personalData: '/api/staff/personal-data',
  /** The tickets of a booking as one file. */
  tickets: (checkoutId: string, language: Language) =>
    withQuery(`/api/orders/${encodeURIComponent(checkoutId)}/tickets`, { language }),
  /** A file of an order, served by the shop. */
  document: (checkoutId: string, documentId: string, language: Language) =>
    withQuery(`/api/orders/${encodeURIComponent(checkoutId)}/documents/${encodeURIComponent(documentId)}`, {
      language,
    }),
  /** An invoice or a credit note. `language`: of the page that says why there is none. */
  invoice: (checkoutId: string, invoiceId: string, language: Language) =>
    withQuery(`/api/orders/${encodeURIComponent(checkoutId)}/invoices/${encodeURIComponent(invoiceId)}`, {
      language,
    }),
  /** The visits of an order as a calendar file; `visit`: only the one with this number. */
  calendar: (checkoutId: string, language: Language, visit?: number) =>
    withQuery(`/api/orders/${encodeURIComponent(checkoutId)}/calendar`, {
      language,
      visit: visit === undefined ? undefined : String(visit),
    }),
  /** The visit of one ticket as a calendar file. */
  ticketCalendar: (token: string, language: Language) =>
    withQuery(`/api/tickets/${encodeURIComponent(token)}/calendar`, { language }),
  /** One ticket for a wallet: a file for Apple's, an address of Google for Google's. */
  ticketWallet: (token: string, wallet: 'apple' | 'google', language: Language) =>
    withQuery(`/api/tickets/${encodeURIComponent(token)}/${wallet}-wallet`, { language }),
  /** `number`: of several pictures; without it, the one of lists. */
  image: (catalogId: string, kind: 'events' | 'products' | 'venues', id: string, number?: number) =>
    `/api/images/${catalogId}/${kind}/${id}${number === undefined ? '' : `?number=${number}`}`,
  /** The picture that other sites show beside a link to an event. */
  preview: (language: Language, catalogId: string, eventId: string) =>
    `/api/previews/${language}/${catalogId}/${eventId}`,
  /** What this browser holds, as JSON. */
  held: (language: Language) => withQuery('/api/held', { language }),
  availability: (query: Query) => withQuery('/api/availability', query),
} as const;
