import { withoutExtension } from '../../contract/customer-rules';
import { typedText } from '../../contract/typed-text';
import { plainAddress, plainPhone, splitWords, wordsOfAddress } from './person-words';

export const longestQuery = 254;

/** What a text may mean that staff typed or scanned. */
export interface StaffQuery {
  readonly text: string;
  /** Without case and separators: a reference of ours, or of the service. */
  readonly code: string | null;
  /** In the text or the path. */
  readonly id: string | null;
  /** The payment provider's identifier of a payment, a refund, a dispute or a warning. */
  readonly payment: string | null;
  readonly address: string | null;
  readonly phones: readonly PhoneStart[];
  /** The last four digits of a telephone number; null: something else was typed. */
  readonly lastDigits: string | null;
  readonly words: readonly string[];
}

/** The first digits of a number after the code of its country, which is null if it was not typed. */
export interface PhoneStart {
  readonly digits: string;
  readonly country: string | null;
}

/** More words than the names of one person have are not compared. */
const mostWords = 8;
const idPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])/gi;

/** Null if there is nothing to search for. The text has at most `longestQuery` characters. */
export function readQuery(typed: string): StaffQuery | null {
  const text = typedText(typed);
  if (text === '') return null;
  const code = text.toUpperCase().replaceAll(/[\s./-]/g, '');
  const isAddress = text.includes('@');
  return {
    text,
    code: /^[A-Z0-9]{2,40}$/.test(code) ? code : null,
    id: text.match(idPattern)?.at(-1)?.toLowerCase() ?? null,
    payment: /^[a-z]{2,4}_\w{1,200}$/.test(text) ? text : null,
    address: isAddress || /^[\w.+%-]{3,}$/.test(text) ? plainAddress(text) : null,
    phones: phonesIn(text),
    lastDigits: /^\d{4}$/.test(text) ? text : null,
    words: [...new Set(isAddress ? lettersOfAddress(text) : splitWords(text))].slice(0, mostWords),
  };
}

/** For an address that is not found as a whole: its digits are easily mistyped, and its words say more. */
function lettersOfAddress(text: string): string[] {
  const words = wordsOfAddress(text);
  const letters = words.filter((word) => !/^\d+$/.test(word));
  return letters.length === 0 ? words : letters;
}

/** A number without its country may begin with a digit that is dialled only inside the country. */
function phonesIn(query: string): PhoneStart[] {
  const text = withoutExtension(query);
  if (!/^\+?[\d\s().\-/]+$/.test(text)) return [];
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < 5) return [];
  const whole = plainPhone(`+${text.replaceAll('(0)', '').replaceAll(/\D/g, '').replace(/^00/, '')}`, '');
  const [start = '', country = null] = whole?.split('+') ?? [];
  const international = country === null ? [] : [{ digits: start, country }];
  if (text.startsWith('+') || digits.startsWith('00')) return international;
  const national = [...new Set([digits, digits.replace(/^0/, '')])];
  return [...national.map((one) => ({ digits: one, country: null })), ...international];
}
