import anyAscii from 'any-ascii';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Customer } from '../../contract/customer';
import { withoutExtension } from '../../contract/customer-rules';
import { typedEmail, typedText } from '../../contract/typed-text';
import type { Entries } from '../values/checkout-values';
import type { wordKinds } from '../tables/person-table';

/** What a person can be found by: a word, and from where it comes. */
export interface PersonWord {
  readonly word: string;
  readonly kind: (typeof wordKinds)[number];
}

interface Holder {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string | null;
}

export interface Persons {
  readonly entries: Entries;
  readonly customer: Customer | null;
  readonly email: string | null;
  /** Who comes with single tickets, where staff have corrected it; missing: nobody else. */
  readonly holders?: readonly Holder[];
}

const longestWord = 60;

/**
 * Letters of any script as a to z, without accents and case: "Müller" as "muller", "Ærø" as "aero". Without pictures,
 * which would become words like "smile".
 */
export function folded(text: string): string {
  return anyAscii(text.normalize('NFC').replaceAll(/\p{Extended_Pictographic}/gu, ' ')).toLowerCase();
}

/** The words of a name, as they are compared. */
export function splitWords(text: string): string[] {
  return (folded(text).match(/[a-z0-9]+/g) ?? []).map((word) => word.slice(0, longestWord));
}

/** The words before the @: letters and digits separately, because digits are often added to a name. */
export function wordsOfAddress(email: string): string[] {
  const [name = ''] = email.split('@');
  return splitWords(name.replaceAll(/(?<=\d)(?=\D)|(?<=\D)(?=\d)/g, ' '));
}

/** As far as addresses are compared and stored. */
export const plainAddress = (email: string): string => typedEmail(email).toLowerCase();

/**
 * A telephone number as it is stored: the digits after the country's code, then that code: "612345678+33". So it is found
 * with and without the country, and while it is typed. Without a code if its country was not typed, and the number is too
 * long or too short for that of the customer, as "07700 900123" in France.
 */
export function plainPhone(written: string, country: string): string | null {
  const phone = withoutExtension(typedText(written));
  const region = /^[A-Z]{2}$/.test(country) ? country : undefined;
  const international = phone.replace(/^00(?=[1-9])/, '+');
  // The compiler knows the countries of the library only as a list of its own.
  const found = parsePhoneNumberFromString(international, region as 'FR' | undefined);
  if (found !== undefined) {
    const { nationalNumber, countryCallingCode } = found;
    const isCountryKnown = international.startsWith('+') || found.isPossible();
    return isCountryKnown ? `${nationalNumber}+${countryCallingCode}` : nationalNumber;
  }
  const digits = phone.replaceAll(/\D/g, '');
  return digits.length < 5 ? null : digits.replace(/^0/, '').slice(0, longestWord);
}

/** The end of a telephone number, as it is stored and looked for: no number begins with this character. */
export const endOfPhone = (digits: string): string => `~${digits.slice(-4)}`;

const nationalPart = (plain: string): string => plain.split('+')[0] ?? '';

/** Whether a number as it is stored ends with these digits. */
export const endsWith = (plain: string, digits: string): boolean => nationalPart(plain).endsWith(digits);

/** All words of a checkout, each once: a word of a name counts as such, also if it is in an address, too. */
export function personWords({ entries, customer, email, holders = [] }: Persons): PersonWord[] {
  const words = new Map<string, PersonWord['kind']>();
  const add = (kind: PersonWord['kind'], found: readonly string[]) => {
    for (const word of found) if (!words.has(word)) words.set(word, kind);
  };
  const persons = [customer, entries].filter((one) => one !== null);
  const named = [...persons, ...holders];
  const addresses = new Set([email, ...named.map((one) => one.email)].map((one) => plainAddress(one ?? '')));
  for (const { firstname, lastname } of named) add('name', splitWords(`${firstname} ${lastname}`));
  for (const address of addresses) {
    add('email', wordsOfAddress(address));
    if (address.includes('@')) add('address', [address.slice(0, 254)]);
  }
  for (const { phone, country } of persons) {
    const plain = phone === undefined ? null : plainPhone(phone, country);
    if (plain !== null) add('phone', [plain, endOfPhone(nationalPart(plain))]);
  }
  return [...words].map(([word, kind]) => ({ word, kind }));
}
