import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { Feed } from '@/lib/contract/feed';
import { daySchema, instantSchema } from '@/lib/contract/values';
import { at, fail, isAbsent, isNode, items, single, term, type Spot } from './schema-org-spot';

export type Texts = Record<string, string>;
type FeedEvent = Feed['events'][number];

const textSchema = z.string().max(20_000);
const capacitySchema = z.union([
  z.int().nonnegative(),
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
    const text = textSchema.safeParse(isNode(item.value) ? at(item, '@value').value : item.value);
    if (!text.success) return fail(item, 'a text of at most 20,000 characters is needed');
    if (!texts.has(code)) texts.set(code, text.data);
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

/**
 * A moment as the clocks of `timezone` show it, with its offset. A time without an offset is one of `timezone`;
 * a date alone is an error, for nobody could be told when to come.
 */
export function readMoment(spot: Spot, timezone: string): Temporal.ZonedDateTime | null {
  const needed = 'a date and time in ISO 8601 is needed, such as "2027-09-05T13:30:00+01:00"';
  const { value, path } = single(spot);
  const here: Spot = { ...spot, path };
  if (typeof value !== 'string') return fail(here, needed);
  const text = value.trim();
  const match = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i.exec(
    text,
  );
  if (!match) return fail(here, needed);
  try {
    const moment =
      match[1] === undefined
        ? Temporal.PlainDateTime.from(text).toZonedDateTime(timezone)
        : Temporal.Instant.from(text).toZonedDateTimeISO(timezone);
    const holds =
      instantSchema.safeParse(instantText(moment)).success && daySchema.safeParse(dayOf(moment)).success;
    return holds ? moment : fail(here, needed);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return fail(here, `${needed} (${error.message})`);
  }
}

export function instantText(moment: Temporal.ZonedDateTime): string {
  return moment.toString({ smallestUnit: 'second', timeZoneName: 'never' });
}

export function dayOf(moment: Temporal.ZonedDateTime): string {
  return moment.toPlainDate().toString();
}

/** From `start` to `endDate` in whole minutes as ISO 8601; null unless longer than none and shorter than a day. */
export function readDuration(
  endDate: Spot,
  start: Temporal.ZonedDateTime | null,
  timezone: string,
): string | null {
  const { value } = single(endDate);
  // The day on which something ends says nothing about how long it takes.
  if (isAbsent(endDate) || (typeof value === 'string' && daySchema.safeParse(value.trim()).success))
    return null;
  const end = readMoment(endDate, timezone);
  if (!start || !end) return null;
  const minutes = Math.floor((end.epochMilliseconds - start.epochMilliseconds) / 60_000);
  return minutes > 0 && minutes < 24 * 60 ? `PT${minutes}M` : null;
}

/** How many may come; null is unlimited, and stands for an error too. */
export function readCapacity(spot: Spot): number | null {
  if (isAbsent(spot)) return null;
  const capacity = capacitySchema.safeParse(single(spot).value);
  return capacity.success ? capacity.data : fail(spot, 'a whole number of people, zero or more, is needed');
}

/** Where it takes place: a Place, or its name or address as a text. The first that says anything counts. */
export function readVenue(location: Spot, language: string): FeedEvent['venue'] {
  for (const place of items(location)) {
    const isText = typeof place.value === 'string';
    if (!isText && !isNode(place.value)) return fail(place, 'a Place or a text is needed');
    const name = isText ? readLine(place, language) : readLine(at(place, 'name'), language);
    const address = isText ? '' : readAddress(at(place, 'address'), language);
    if (name === null || address === null) return null;
    if (name !== '' || address !== '') return { name: name === '' ? address : name, address };
  }
  return null;
}

function readAddress(spot: Spot, language: string): string | null {
  const address = items(spot)[0];
  if (!address || !isNode(address.value) || Object.hasOwn(address.value, '@value'))
    return readLine(spot, language);
  const country = at(address, 'addressCountry');
  const lines = [
    readLine(at(address, 'streetAddress'), language),
    [readLine(at(address, 'postalCode'), language), readLine(at(address, 'addressLocality'), language)]
      .filter((line) => line !== null && line !== '')
      .join(' '),
    readLine(at(address, 'addressRegion'), language),
    readLine(isNode(country.value) ? at(country, 'name') : country, language),
  ];
  return lines.filter((line) => line !== null && line !== '').join(', ');
}

/** The first picture whose address and size are both told; without its size it could not be given a fixed box. */
export function readImage(spot: Spot, name: Texts, language: string): FeedEvent['image'] {
  for (const image of items(spot)) {
    const width = pixelsSchema.safeParse(quantity(at(image, 'width')));
    const height = pixelsSchema.safeParse(quantity(at(image, 'height')));
    const address = [at(image, 'contentUrl'), at(image, 'url')]
      .map((written) => webAddressSchema.safeParse(single(written).value))
      .find((result) => result.success);
    if (!width.success || !height.success || !address) continue;
    const caption = readTexts(at(image, 'caption'), language);
    const alternative = caption && Object.keys(caption).length > 0 ? caption : name;
    return { contentUrl: address.data, width: width.data, height: height.data, alternative };
  }
  return null;
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

/** A call-off or a postponement without a new date: not a session that anyone could come to. */
export function isCalledOff(node: Spot): boolean {
  return items(at(node, 'eventStatus')).some((status) =>
    ['EventCancelled', 'EventPostponed'].includes(term(single(status).value)),
  );
}
