import { isPlainLine } from './plain-text';

/** Characters at most. */
export const longestName = 255;
/** Characters at most (RFC 5321). */
export const longestEmail = 254;

/** `local@host.tld`; the rule of zod, of which the browser's page has no copy. */
export const emailPattern =
  /^(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$/;

export const phonePattern = /^\+?[0-9 ().\/-]{4,30}$/;

export const countryPattern = /^[A-Z]{2}$/;

/** Whether a code belongs to ISO 3166-1 (regions) or ISO 639 (languages), according to Unicode's data. */
export function isKnownCode(type: 'region' | 'language', code: string): boolean {
  const name = new Intl.DisplayNames('en', { type, fallback: 'none' }).of(code);
  return name !== undefined && !name.startsWith('Unknown');
}

/** A name as it was typed. It keeps letters of every script. */
export function isName(typed: string): boolean {
  const name = typed.trim();
  return name !== '' && name.length <= longestName && isPlainLine(name);
}

/** An address as it was typed. */
export function isEmail(typed: string): boolean {
  const email = typed.trim();
  return email.length <= longestEmail && emailPattern.test(email);
}

/** A phone number as it was typed; empty means none. */
export function isPhone(typed: string): boolean {
  const phone = typed.trim();
  return phone === '' || phonePattern.test(phone);
}

export function isCountry(code: string): boolean {
  return countryPattern.test(code) && isKnownCode('region', code);
}
