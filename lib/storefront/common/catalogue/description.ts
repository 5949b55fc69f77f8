import sanitizeHtml from 'sanitize-html';
import { looksLikeHtml } from '../../../contract/feed-text';

const blocks = ['p', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'blockquote'];
const partsOfText = ['br', 'strong', 'b', 'em', 'i', 'a'];

const options: sanitizeHtml.IOptions = {
  allowedTags: [...blocks, ...partsOfText],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    // The page has its own h1.
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    a: sanitizeHtml.simpleTransform('a', { rel: 'nofollow noopener' }),
  },
};

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** An issuer's description, made safe to show: plain text in paragraphs, or HTML reduced to a few elements. */
export function descriptionHtml(description: string): string {
  const text = description.trim();
  if (text === '') return '';
  if (looksLikeHtml(text)) return sanitizeHtml(text, options).trim();
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim()).replaceAll('\n', '<br />')}</p>`)
    .join('');
}

function textOfHtml(html: string): string {
  // Each block becomes a space, so that headings don't run into paragraphs.
  const spaced = html
    .replaceAll(/<li\b/gi, ' · $&')
    .replaceAll(/<\/?(p|br|ul|ol|h\d|div|blockquote)\b/gi, ' $&');
  return sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** The beginning of a description as plain text: whole sentences if they fit, otherwise whole words. */
export function excerpt(description: string, length = 180): string {
  const plain = (looksLikeHtml(description) ? textOfHtml(description) : description)
    .replaceAll(/\s+/g, ' ')
    .replace(/^ ?· /, '')
    .trim();
  if (plain.length <= length) return plain;
  const head = plain.slice(0, length + 1);
  const sentence = Math.max(...['. ', '! ', '? '].map((end) => head.lastIndexOf(end)));
  if (sentence >= length / 2) return head.slice(0, sentence + 1);
  return `${head.slice(0, head.lastIndexOf(' ')).replace(/[\s,;:–-]{1,20}$/, '')}…`;
}
