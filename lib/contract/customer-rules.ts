import { isPlainLine } from './plain-text';
import { typedEmail, typedWords, typedText } from './typed-text';

/** Characters at most. */
export const longestName = 255;
/** Characters at most (RFC 5321). */
export const longestEmail = 254;

/**
 * `local@host.tld`: the rule of zod, of which the browser's page has no copy, and domains of the highest level in other
 * scripts (`xn--p1ai`). Letters with accents before the @ are refused: see decision 63.
 */
export const emailPattern =
  /^(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9\-]*[A-Za-z0-9])$/;

/** Characters at most, with an extension. */
export const longestPhone = 50;

/** `ext. 5`, in the words of our languages. */
const extension =
  '[,;]? ?(?:#|[Xx]|(?:[Ee]xt|[Ee]xtension|[Pp]oste|[Dd]w|[Dd]urchwahl|[Ii]nt|[Ii]nterno|[Tt]st|[Tt]oestel)\\.?) ?[0-9]{1,8}';

/** With an extension, if it has one. */
export const phonePattern = new RegExp(`^\\+?[0-9 ().\\/-]{4,30}(?:${extension})?$`);

const atEnd = new RegExp(`${extension}$`);

/** The number that is dialled first: two people with one number may have different extensions. */
export function withoutExtension(phone: string): string {
  return phone.replace(atEnd, '').trimEnd();
}

export const countryPattern = /^[A-Z]{2}$/;

/** Whether a code belongs to ISO 3166-1 (regions) or ISO 639 (languages), according to Unicode's data. */
export function isKnownCode(type: 'region' | 'language', code: string): boolean {
  const name = new Intl.DisplayNames('en', { type, fallback: 'none' }).of(code);
  return name !== undefined && !name.startsWith('Unknown');
}

/** A name as it was typed. It keeps letters of every script. */
export function isName(typed: string): boolean {
  const name = typedWords(typed);
  return name !== '' && name.length <= longestName && isPlainLine(name);
}

/** An address as it was typed. */
export function isEmail(typed: string): boolean {
  const email = typedEmail(typed);
  return email.length <= longestEmail && emailPattern.test(email);
}

/** A phone number as it was typed; empty means none. */
export function isPhone(typed: string): boolean {
  const phone = typedText(typed);
  return phone === '' || (phone.length <= longestPhone && phonePattern.test(phone));
}

export function isCountry(code: string): boolean {
  return countryPattern.test(code) && isKnownCode('region', code);
}
