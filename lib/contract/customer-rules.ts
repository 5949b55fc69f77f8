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

/** ISO 3166-1 alpha-2, officially assigned. Unicode's data has others, too: UK, EU, SU and the unassigned XA to XK. */
export const countryCodes: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO ' +
  'FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE ' +
  'JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO ' +
  'MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW ' +
  'PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM ' +
  'TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

/** Whether a code belongs to ISO 639, according to Unicode's data. */
export function isKnownLanguage(code: string): boolean {
  const name = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code);
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

/** Whether it is a code of ISO 3166-1 alpha-2. */
export function isCountry(code: string): boolean {
  return countryCodes.includes(code);
}
