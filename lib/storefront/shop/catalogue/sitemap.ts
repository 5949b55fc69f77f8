import { type Language, languages } from '../../../locale/languages';
import type { Loaded } from '../../common/request/load';
import { alternatesOf } from './page-addresses';

// The sitemap protocol (sitemaps.org) allows 50,000 addresses and 50 MB in a file. A page has an address in each language, and
// each of these names all the others: about 8 kB a page. So there are several files, and an index of them.

/** The path of a page in a language. */
export type PathIn = (language: Language) => string;

/** The pages of one file: about 4 MB. */
export const pagesPerFile = 500;

/** Where the index is. */
export const sitemapPath = '/sitemap.xml';
const filePath = (number: number) => `/sitemaps/${number}.xml`;

/** The files, each with its address. 503 with `Retry-After` while the pages can't be read. */
export function sitemapIndex(loaded: Loaded<readonly PathIn[]>, shop: URL): Response {
  if (loaded.kind !== 'loaded') return withoutPages(loaded.kind);
  const count = Math.max(1, Math.ceil(loaded.value.length / pagesPerFile));
  const files = Array.from({ length: count }, (_, index) => filePath(index + 1));
  const entries = files.map((path) => `<sitemap><loc>${escaped(new URL(path, shop).href)}</loc></sitemap>`);
  return xml('sitemapindex', '', entries);
}

/**
 * A file with the addresses of its pages in all languages. `file` is the end of its address, `1.xml` for the first: 404 for
 * one that the index does not name, 503 with `Retry-After` while the pages can't be read.
 */
export function sitemapFile(loaded: Loaded<readonly PathIn[]>, shop: URL, file: string): Response {
  if (loaded.kind !== 'loaded') return withoutPages(loaded.kind);
  const number = Number(/^([1-9]\d{0,5})\.xml$/.exec(file)?.[1]);
  const pages = loaded.value.slice((number - 1) * pagesPerFile, number * pagesPerFile);
  if (pages.length === 0) return withoutPages('missing');
  return xml(
    'urlset',
    ' xmlns:xhtml="http://www.w3.org/1999/xhtml"',
    pages.flatMap((pathIn) => entriesOf(pathIn, shop)),
  );
}

/** A page in each language, each with all its languages. */
function entriesOf(pathIn: PathIn, shop: URL): string[] {
  const links = Object.entries(alternatesOf(pathIn)).map(([language, path]) => {
    return `<xhtml:link rel="alternate" hreflang="${language}" href="${escaped(new URL(path, shop).href)}"/>`;
  });
  const all = links.join('');
  return languages.map((language) => {
    return `<url><loc>${escaped(new URL(pathIn(language), shop).href)}</loc>${all}</url>`;
  });
}

function xml(root: string, namespaces: string, entries: readonly string[]): Response {
  const open = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespaces}>`;
  const text = ['<?xml version="1.0" encoding="UTF-8"?>', open, ...entries, `</${root}>`, ''].join('\n');
  return new Response(text, {
    headers: { 'content-type': 'application/xml', 'cache-control': 'public, max-age=600' },
  });
}

/** A search engine that gets an error at once drops the sitemap, or asks again when it wants: 503 says when. */
function withoutPages(kind: 'missing' | 'unavailable'): Response {
  if (kind === 'missing') return new Response(null, { status: 404 });
  return new Response(null, { status: 503, headers: { 'retry-after': '60', 'cache-control': 'no-store' } });
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
