import { afterAll, beforeAll, expect, it } from 'vitest';
import { indexAllPersons } from '@/testing/shop/filled-persons';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { storeEntries } from '../lib/shop/flows/checkout/store-entries';
import { findOrders } from '../lib/shop/flows/lookup/find-orders';
import { customerSchema, typedEmailSchema } from '../lib/contract/customer';
import { possibleTicketCodes } from '../lib/contract/ticket-code';
import { applyVoucherInput, comparableCode } from '../lib/contract/voucher';
import { readCriteria } from '../lib/discovery/criteria';
import { type SearchIndex, searchIndex } from '../lib/discovery/search-index';
import { placesView } from '../lib/storefront/shop/places/places';

// What nobody sees does not matter, whatever it was typed or pasted into.

const entries = {
  firstname: 'José',
  lastname: 'Martín-Lefèvre',
  email: 'jose-martin@example.org',
  phone: '06 12 34-56 78',
  country: 'FR',
};
const customer = { ...entries, language: 'en' };
const catalogId = '0b51a3c4-7b1e-4c55-9d7e-1d2f3a4b5c6d';
const town = { name: 'Saint-Gilles Sud', address: '', position: { latitude: 50, longitude: 4 }, events: [] };

let shop: TestShop;
let reference: string;
let index: SearchIndex;

beforeAll(async () => {
  shop = await startTestShop();
  const id = await shop.hold(1);
  ({ reference } = await shop.find(id));
  await storeEntries(shop.context, id, entries);
  await indexAllPersons(shop.context.database);
  const event = {
    '@id': '/v1/night',
    '@type': 'TicketingEvent' as const,
    id: 'night',
    description: '',
    name: 'Night-time garden walk',
  };
  const catalog = { id: catalogId, name: 'Gardens', lang: undefined, timezone: 'Europe/Paris' };
  index = await searchIndex({ events: [{ event, catalog, booking: null }] }, 'en');
});
afterAll(() => shop.close());

const byStaff = async (text: string) =>
  (await findOrders(shop.context.database, text, 'all')).map(({ id }) => id);
const code = 'SUMMER-27 A';

/** Each field: what was meant, and what the shop or the service makes of what was typed. */
const fields: readonly (readonly [string, string | (() => string), (text: string) => unknown])[] = [
  [
    'the e-mail address of a booking',
    entries.email,
    (email) => customerSchema.parse({ ...customer, email }).email,
  ],
  ['the e-mail address of a search for bookings', entries.email, (text) => typedEmailSchema.parse(text)],
  [
    'the phone number of a booking',
    entries.phone,
    (phone) => customerSchema.parse({ ...customer, phone }).phone,
  ],
  ['the code of a voucher in the shop', code, comparableCode],
  [
    'the code of a voucher at the service',
    code,
    (text) =>
      comparableCode(
        applyVoucherInput.parse({ code: text, reservations: [`/v1/booking/reservations/${catalogId}`] }).code,
      ),
  ],
  ['the code of a ticket', 'H4TK-9QWE-2MBX', (text) => possibleTicketCodes(text)[0]],
  ['a booking number in the search of staff', () => reference, byStaff],
  ['a name in the search of staff', `${entries.firstname} ${entries.lastname}`, byStaff],
  ['an e-mail address in the search of staff', entries.email, byStaff],
  ['a phone number in the search of staff', entries.phone, byStaff],
  [
    'the search of customers',
    'night-time garden',
    (text) => [...index.search(readCriteria(() => text).q ?? '').keys()],
  ],
  ['the place in a search of customers', town.name, (text) => readCriteria(() => text).place],
  [
    'the place from which distances are measured',
    town.name,
    (from) => placesView([town], 'en', catalogId, { from }).from,
  ],
];

/** How a text arrives from a word processor, a chat or a password manager. */
const pastes: readonly (readonly [string, (text: string) => string])[] = [
  ['U+200B', (text) => `\u200b${text.slice(0, 2)}\u200b${text.slice(2)}\u200b`],
  ['soft hyphens', (text) => `${text.slice(0, 3)}\u00ad${text.slice(3)}\u00ad`],
  ['U+2060 and a byte order mark', (text) => `\ufeff${text.slice(0, 2)}\u2060${text.slice(2)}`],
  ['direction marks', (text) => `\u200e${text}\u200f`],
  ['direction overrides and isolates', (text) => `\u202a\u2068${text}\u2069\u202c`],
  ['U+2011 for hyphens', (text) => text.replaceAll('-', '\u2011')],
  ['spaces that do not break a line', (text) => `\u00a0${text.replaceAll(' ', '\u00a0')}\u202f`],
];

it.each(fields)('%s', async (_field, given, read) => {
  const meant = typeof given === 'string' ? given : given();
  const expected = await read(meant);
  expect(expected === undefined ? [] : [expected].flat()).not.toEqual([]);
  for (const [characters, paste] of pastes) {
    expect(paste(meant) === meant, characters).toBe(characters.startsWith('U+2011') && !meant.includes('-'));
    expect(await read(paste(meant)), characters).toEqual(expected);
  }
});
