import { stripVTControlCharacters } from 'node:util';

const mostCharacters = 300;

/* eslint-disable redos/no-vulnerable -- At most 2,400 characters are searched. */

/** Patterns of personal data and secrets, and their replacement in the log. */
const secrets: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // The query of an address: codes, states and searches.
  [/\?[^\s"'<>]{3,}/g, '?[query]'],
  [/[^\s<>"'(),:;=@]+@[^\s<>"'(),:;@]+/g, '[e-mail]'],
  [/\b(bearer|basic)\s+\S+/gi, '$1 [token]'],
  // JSON Web Tokens; keys of the payment provider.
  [/\beyJ[\w-]+(?:\.[\w-]*)*/g, '[token]'],
  [/\b(?:sk|rk|pk|whsec)_\w{8,}/g, '[token]'],
  // Random tokens: long, with small and capital letters and digits. Our identifiers and references do not match.
  [/\b(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{20,}/g, '[token]'],
  [/\+\d[\d\s().-]{6,}\d/g, '[phone]'],
];

/**
 * A text as one line of at most 300 characters, without e-mail addresses, telephone numbers, tokens, queries of
 * addresses, and characters that move the cursor or change the direction of writing.
 */
export function maskedText(text: string): string {
  // Shortened first, because the time for masking grows with the text, and an attacker can choose its length.
  const line = stripVTControlCharacters(text.slice(0, 8 * mostCharacters))
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const masked = secrets.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), line);
  return masked.length <= mostCharacters ? masked : `${masked.slice(0, mostCharacters)}…`;
}
