/*
 * Texts that people type or paste. Word processors, chats and password managers put characters into them that are not
 * seen: U+200B, soft hyphens, direction marks, spaces and hyphens that do not break a line. Each text that is compared, or
 * that is stored to be compared later, goes through a function of this file; `typed-text.test.ts` lists the places.
 */

const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const spaces = /[\s\p{Zs}\p{Cc}]+/gu;
const hyphens = /[\p{Pd}\u2212]/gu;

/**
 * An address, a code, a number or a search: without characters that are not seen, with one plain space for each space, one
 * plain hyphen for each hyphen, and letters and digits in their usual form (`Ａ１` as `A1`).
 */
export function typedText(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(unseen, '')
    .replaceAll(hyphens, '-')
    .replaceAll(spaces, ' ')
    .trim();
}

// Joiners, marks for one character and variants of a character belong to the spelling of words in some scripts.
const unseenInWords =
  /(?![\u061c\u180b-\u180f\u200c-\u200f\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}/gu;
const endOfWords = /[\s\u061c\u200c\u200e\u200f]/;

/** Words for people, such as a name or a reason, in letters of any script; empty if nothing in them can be seen. */
export function typedWords(text: string): string {
  if (typedText(text) === '') return '';
  const words = text
    .normalize('NFC')
    .replaceAll(unseenInWords, '')
    .replaceAll(/[\p{Zs}\t]+/gu, ' ');
  // An expression for both ends would take long for thousands of spaces.
  let [from, to] = [0, words.length];
  while (endOfWords.test(words.charAt(from))) from += 1;
  while (to > from && endOfWords.test(words.charAt(to - 1))) to -= 1;
  return words.slice(from, to);
}

/**
 * An e-mail address, with its domain in ASCII (`post@müller.example` as `post@xn--mller-kva.example`): every mail server
 * and payment provider accepts it so. What is no address stays as it is.
 */
export function typedEmail(text: string): string {
  const email = typedText(text).replaceAll('’', "'");
  const [local = '', domain = '', ...others] = email.split('@');
  // Only what can be a domain: in an address of the web, other characters end the name of the host.
  if (others.length > 0 || !/[^\x20-\x7f]/.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain))
    return email;
  const address = `https://${domain}`;
  return URL.canParse(address) ? `${local}@${new URL(address).hostname}` : email;
}
