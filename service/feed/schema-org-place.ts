import type { Feed } from '@/lib/contract/feed';
import {
  at,
  fail,
  isAbsent,
  isNode,
  items,
  nodeCalled,
  referenceOf,
  type Spot,
  term,
  warn,
  warnOfOthers,
} from './schema-org-spot';
import { readLine } from './schema-org-values';

export type Venue = NonNullable<Feed['events'][number]['venue']>;

const online: Readonly<Record<string, string>> = {
  de: 'Online',
  en: 'Online',
  es: 'En línea',
  fr: 'En ligne',
  it: 'Online',
  nl: 'Online',
};

const ofPlace = new Set(['name', 'address', 'maximumAttendeeCapacity']);
const ofVirtual = new Set(['name']);

/** The places of a `location`: nodes or texts; a text that is the `@id` of a node of the document is that node. */
export function placesOf(location: Spot): Spot[] {
  return items(location).map((place) => {
    const { value, reading } = place;
    return (typeof value === 'string' ? nodeCalled(value, reading) : null) ?? place;
  });
}

/**
 * Where it takes place: the first place that says anything, real ones before virtual ones, because there is one venue.
 * Null when there is none, or after an error.
 */
export function readVenue(location: Spot, language: string): Venue | null {
  const places = placesOf(location);
  const sorted = [...places.filter((place) => !isVirtual(place)), ...places.filter(isVirtual)];
  let venue: Venue | null = null;
  for (const place of sorted) {
    if (venue !== null) {
      warn(place, 'left out: an event has one venue');
      continue;
    }
    const found = readPlace(place, language);
    if (found === 'error') return null;
    venue = found;
  }
  return venue;
}

function isVirtual(place: Spot): boolean {
  return items(at(place, '@type')).some((type) => term(type.value) === 'VirtualLocation');
}

function readPlace(place: Spot, language: string): Venue | null | 'error' {
  if (typeof place.value !== 'string' && !isNode(place.value)) {
    fail(place, 'a Place or a text is needed');
    return 'error';
  }
  if (referenceOf(place.value) !== null) {
    warn(place, 'left out: the document has no node with this @id');
    return null;
  }
  if (isNode(place.value)) warnOfOthers(place, isVirtual(place) ? ofVirtual : ofPlace);
  const name = readLine(isNode(place.value) ? at(place, 'name') : place, language);
  if (isVirtual(place)) return { name: name || (online[language] ?? 'Online'), address: '' };
  const address = isNode(place.value) ? readAddress(at(place, 'address'), language) : '';
  if (name === null || address === null) return 'error';
  if (name === '' && address === '') {
    warn(place, 'left out: it has neither a name nor an address');
    return null;
  }
  return { name: name === '' ? address : name, address };
}

function readAddress(spot: Spot, language: string): string | null {
  const address = items(spot)[0];
  if (!address || !isNode(address.value) || Object.hasOwn(address.value, '@value')) {
    return readLine(spot, language);
  }
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

/** Whether a location, if it is told at all, is the venue. */
export function isVenue(location: Spot, venue: Venue | null, language: string): boolean {
  if (isAbsent(location)) return true;
  const own = readVenue(location.quietly(), language);
  return own?.name === venue?.name && own?.address === venue?.address;
}
