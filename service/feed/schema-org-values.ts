import { z } from 'zod';
import { type Feed, mostUnits } from '@/lib/contract/feed';
import { at, fail, isAbsent, isNode, items, single, term, type Spot, warn } from './schema-org-spot';

export type Texts = Record<string, string>;
type FeedEvent = Feed['events'][number];

const longestText = 20_000;
const capacitySchema = z.union([
  z.int().nonnegative().max(mostUnits),
  z
    .string()
    .trim()
    .regex(/^\d{1,9}$/)
    .transform(Number),
]);
const pixelsSchema = z.union([
  z.int().positive(),
  z
    .string()
    .regex(/^\d{1,5}(?: ?px)?$/)
    .transform((text) => Number.parseInt(text, 10)),
]);
const webAddressSchema = z.url({ protocol: /^https?$/ });

/**
 * A text as the document wrote it, by language: a string is in the catalogue's language, a value object in its
 * own (`{"@value": "Tides", "@language": "en"}`). Empty when there is none; null after an error.
 */
export function readTexts(spot: Spot, language: string): Texts | null {
  const texts = new Map<string, string>();
  for (const item of items(spot)) {
    const tag = at(item, '@language');
    const written = isAbsent(tag) ? language : typeof tag.value === 'string' ? tag.value : '';
    const code = written.toLowerCase().split('-')[0] ?? '';
    if (!/^[a-z]{2}$/.test(code)) return fail(tag, 'a language code of two letters is needed, such as "en"');
    const text = isNode(item.value) ? at(item, '@value').value : item.value;
    if (typeof text !== 'string' || text.length > longestText)
      return fail(item, 'a text of at most 20,000 characters is needed');
    if (texts.has(code)) warn(item, `left out: there is a text in "${code}" before it`);
    else texts.set(code, text);
  }
  if (texts.size > 0 && !texts.has(language)) {
    return fail(spot, `a text in the catalogue's language (${language}) is needed`);
  }
  return Object.fromEntries(texts);
}

/** A text in one line, in the catalogue's language; empty when there is none; null after an error. */
export function readLine(spot: Spot, language: string): string | null {
  const { value } = single(spot);
  if (typeof value === 'number') return String(value);
  const texts = readTexts(spot, language);
  return texts && (texts[language] ?? '').trim();
}

/** How many may come; null is unlimited, and stands for an error too. */
export function readCapacity(spot: Spot): number | null {
  if (isAbsent(spot)) return null;
  const capacity = capacitySchema.safeParse(quantity(spot));
  return capacity.success ? capacity.data : fail(spot, 'a whole number of people, zero or more, is needed');
}

/** The first picture whose address and size are both told; without its size it could not be given a fixed box. */
export function readImage(spot: Spot, name: Texts, language: string): FeedEvent['image'] {
  let found: FeedEvent['image'] = null;
  for (const image of items(spot)) {
    if (found !== null) {
      warn(image, 'left out: an event has one picture');
      continue;
    }
    const width = pixelsSchema.safeParse(quantity(at(image, 'width')));
    const height = pixelsSchema.safeParse(quantity(at(image, 'height')));
    const address = [at(image, 'contentUrl'), at(image, 'url')]
      .map((written) => webAddressSchema.safeParse(single(written).value))
      .find((result) => result.success);
    if (!width.success || !height.success || !address) {
      warn(image, 'left out: a contentUrl or url, a width and a height in pixels are needed');
      continue;
    }
    const caption = readTexts(at(image, 'caption'), language);
    const alternative = caption && Object.keys(caption).length > 0 ? caption : name;
    found = { contentUrl: address.data, width: width.data, height: height.data, alternative };
  }
  return found;
}

/** The number of a number, a text or a QuantitativeValue. */
function quantity(spot: Spot): unknown {
  const { value } = single(spot);
  return isNode(value) ? single(at(single(spot), 'value')).value : value;
}

/** `true` as JSON, as a text, or as schema.org's own `True`. */
export function isTrue(spot: Spot): boolean {
  const { value } = single(spot);
  return value === true || term(value).toLowerCase() === 'true';
}

/** `false` in the same spellings. */
export function isFalse(spot: Spot): boolean {
  const { value } = single(spot);
  return value === false || term(value).toLowerCase() === 'false';
}

/** A name in one line in each language; empty when the catalogue's is not there; null after an error. */
export function readName(node: Spot, language: string): Texts | null {
  const texts = readTexts(at(node, 'name'), language);
  const entries = Object.entries(texts ?? {}).map(([code, text]) => [code, text.trim()] as const);
  const name = Object.fromEntries(entries.filter(([, text]) => text !== ''));
  return texts && (name[language] === undefined ? {} : name);
}
