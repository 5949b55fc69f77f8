/** The most characters (UTF-16 units) of a feed's texts. */
export const mostOfName = 500;
export const mostOfAddress = 1000;
export const mostOfText = 20_000;
/** A web address. */
export const mostOfLink = 2000;
/** An answer to a question of a form, and what a feed may allow for one. */
export const mostOfAnswer = 5000;

/** Characters that show nothing but may break programs, and those that change the direction of what follows. */
const unseen = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** The text without control characters; its lines end with a line feed. */
export function withoutControls(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(unseen, (character) => (character === '\n' || character === '\t' ? character : ''));
}

/** The text in one line: a break becomes a space. */
export function inOneLine(text: string): string {
  return text.replaceAll(/[\r\n\t\u2028\u2029]+/g, ' ').replaceAll(unseen, '');
}

/** Whether a description is HTML: whether it has an element. */
export function looksLikeHtml(text: string): boolean {
  return /<\/?[a-z][^<>]*>/i.test(text);
}
