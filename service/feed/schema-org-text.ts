import { decodeHTMLStrict } from 'entities';
import { looksLikeHtml } from '@/lib/contract/feed-text';
import type { Texts } from './schema-org-values';

// Some sites escape what was escaped: `&amp;amp;`.
const mostTimes = 3;

/** Without the entities of HTML: `Rock & Roll` for `Rock &amp; Roll`. */
export function plainLine(text: string): string {
  let line = text;
  for (let times = 0; times < mostTimes && line.includes('&'); times += 1) line = decodeHTMLStrict(line);
  return line;
}

/** HTML as it is written, and other texts without entities. A text may be HTML that was escaped. */
function description(text: string): string {
  return looksLikeHtml(text) ? text : plainLine(text);
}

const each = (texts: Texts, write: (text: string) => string): Texts =>
  Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, write(text)]));

/** Names in each language as they are shown. */
export const shownNames = (names: Texts): Texts => each(names, plainLine);

/** Descriptions in each language; they may contain HTML. */
export const shownDescriptions = (texts: Texts): Texts => each(texts, description);
