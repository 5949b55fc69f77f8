// The one rule for every text that is stored or shown. A text has no control characters, no halves of surrogate pairs, no
// noncharacters, and no characters that change the direction in which it is shown. Code points that Unicode has not
// assigned yet are allowed: a newer device may know them.
const unwanted = String.raw`\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069`;
const notInLine = new RegExp(`[\\p{Cc}${unwanted}]`, 'u');
const notInText = new RegExp(`(?![\\t\\n\\r])[\\p{Cc}${unwanted}]`, 'u');
const everyUnwanted = new RegExp(notInText, 'gu');

/** Whether a text of one line follows the rule: it has no tabs and line breaks either. */
export function isPlainLine(text: string): boolean {
  return !notInLine.test(text);
}

/** Whether a text that may have several lines follows the rule. */
export function isPlainText(text: string): boolean {
  return !notInText.test(text);
}

/** The text without what the rule does not allow. Tabs and line breaks stay. */
export function toPlainText(text: string): string {
  return text.replaceAll(everyUnwanted, '');
}

/** At most so many UTF-16 units of a text, without half of a surrogate pair at its end. */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}

/** The text as it is written in HTML, also in the value of an attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
