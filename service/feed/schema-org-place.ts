import type { Feed } from '@/lib/contract/feed';
import { mostOfAddress } from '@/lib/contract/feed-text';
import { supportedLanguage } from '@/lib/locale/languages';
import { serviceTranslator } from '@/lib/locale/service-messages';
import { readPosition } from './schema-org-facts';
import { isNode, referenceOf, type DocumentPart } from './schema-org-part';
import { readImages } from './schema-org-images';
import { readLine } from './schema-org-values';

export type Venue = NonNullable<Feed['events'][number]['venue']>;

const ofPlace = new Set(['name', 'address', 'geo', 'image', 'maximumAttendeeCapacity']);
const ofVirtual = new Set(['name']);
const ofAddress = new Set([
  'streetAddress',
  'postalCode',
  'addressLocality',
  'addressRegion',
  'addressCountry',
]);

/** The places of a `location`: nodes or texts; a text that is the `@id` of a node of the document is that node. */
export function placesOf(location: DocumentPart): DocumentPart[] {
  return location.items().map((place) => {
    return (typeof place.value === 'string' ? place.find(place.value) : null) ?? place;
  });
}

/**
 * The venue: the first place that has any content, real places before virtual ones, because there is only one
 * venue. Null if there is none, or after an error.
 */
export function readVenue(location: DocumentPart): Venue | null {
  const places = placesOf(location);
  const sorted = [...places.filter((place) => !isVirtual(place)), ...places.filter(isVirtual)];
  let venue: Venue | null = null;
  for (const place of sorted) {
    if (venue !== null) {
      place.warn('Left out: an event has one venue.');
      continue;
    }
    const found = readPlace(place);
    if (found === 'error') return null;
    venue = found;
  }
  return venue;
}

function isVirtual(place: DocumentPart): boolean {
  return place.types().includes('VirtualLocation');
}

function readPlace(place: DocumentPart): Venue | null | 'error' {
  if (typeof place.value !== 'string' && !isNode(place.value)) {
    place.fail('A Place or a text is needed.');
    return 'error';
  }
  if (referenceOf(place.value) !== null) {
    return place.warn('Left out: the document has no node with this "@id".');
  }
  if (isNode(place.value)) place.warnOfOthers(isVirtual(place) ? ofVirtual : ofPlace);
  const name = readLine(isNode(place.value) ? place.at('name') : place);
  if (isVirtual(place))
    return {
      name: name || serviceTranslator(supportedLanguage(place.reading.language))('feed.online'),
      address: '',
    };
  const address = isNode(place.value) ? readAddress(place.at('address')) : '';
  if (name === null || address === null) return 'error';
  if (name === '' && address === '') return place.warn('Left out: the name and the address are missing.');
  const position = isNode(place.value) ? readPosition(place) : null;
  const ownName = name === '' ? address : name;
  const named = { [place.reading.language]: ownName };
  const images = isNode(place.value) ? readImages(place.at('image'), named) : [];
  return { name: ownName, address, ...(position && { position }), ...(images.length > 0 && { images }) };
}

function readAddress(part: DocumentPart): string | null {
  const address = part.items()[0];
  if (!address || !isNode(address.value) || Object.hasOwn(address.value, '@value')) {
    const line = readLine(part, mostOfAddress);
    return line === null ? null : withoutEmptyParts(line);
  }
  address.warnOfOthers(ofAddress);
  const country = address.at('addressCountry');
  const lines = [
    readLine(address.at('streetAddress')),
    [readLine(address.at('postalCode')), readLine(address.at('addressLocality'))].filter(Boolean).join(' '),
    readLine(address.at('addressRegion')),
    readLine(isNode(country.value) ? country.at('name') : country),
  ];
  const joined = lines.filter(Boolean).join(', ');
  if (joined.length > mostOfAddress)
    return part.fail(`An address of at most ${mostOfAddress} characters is needed.`);
  return joined;
}

/** "Hall, , 2 Street" comes from sites that join the fields of a form. */
function withoutEmptyParts(address: string): string {
  const parts = address.split(',').filter((part) => part.trim() !== '');
  return parts.join(',').trim();
}

/** Whether the location, if there is one, is the venue. */
export function isVenue(location: DocumentPart, venue: Venue | null): boolean {
  if (location.isAbsent) return true;
  const own = readVenue(location.quietly());
  return own?.name === venue?.name && own?.address === venue?.address;
}
