import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';
import { type Language, languages } from '../../../locale/languages';
import { paths, type ShopText, shopTexts } from '../../../locale/paths';
import { processEnvironment } from '../../../runtime/env';
import { descriptionHtml } from './description';

// What the operator says about the shop: Markdown files `<language>/<name>.md` in the folder SHOP_TEXTS_DIR. They are read
// when the file has changed, so an operator sees a correction at once.

interface ReadText {
  readonly title: string;
  readonly sanitizedHtml: string;
  readonly changedAt: number;
}

const kept = new Map<string, ReadText>();
const markdown = new Marked({ async: false, gfm: true });

function changedAt(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/** The file's text; its first heading is the title of the page. */
function readText(file: string): ReadText | null {
  const changed = changedAt(file);
  if (changed === null) return null;
  const before = kept.get(file);
  if (before?.changedAt === changed) return before;
  const source = readFileSync(file, 'utf8').trim();
  const title = /^#[ \t]+(.+)$/m.exec(source)?.[1]?.trim() ?? '';
  const rest = source.replace(/^#[ \t]+.+$/m, '');
  const html = markdown.parse(rest, { async: false });
  const text = { title, sanitizedHtml: descriptionHtml(html), changedAt: changed };
  kept.set(file, text);
  return text;
}

/** Languages in the order in which a text is looked for: that of the page, then the shop's, English first. */
const inOrder = (language: Language) => [language, ...languages.filter((each) => each !== language)];

const fileOf = (folder: string, language: Language, name: ShopText) => join(folder, language, `${name}.md`);

const folderOf = () => processEnvironment()['SHOP_TEXTS_DIR'] ?? '';

/** A text in the language of the page, or in another with that language; null if the operator has none. */
export function shopText(language: Language, name: ShopText) {
  const folder = folderOf();
  if (folder === '') return null;
  for (const each of inOrder(language)) {
    const text = readText(fileOf(folder, each, name));
    if (text !== null) return { ...text, lang: each === language ? undefined : each };
  }
  return null;
}

/** The texts that the operator has, each with its address. */
export function shopLinks(language: Language): { name: ShopText; href: string }[] {
  const folder = folderOf();
  if (folder === '') return [];
  const exists = (name: ShopText) => languages.some((each) => changedAt(fileOf(folder, each, name)) !== null);
  return shopTexts.filter(exists).map((name) => ({ name, href: paths.about(language, name) }));
}
