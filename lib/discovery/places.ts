import { metersBetween } from '../combination/travel';
import type { Position } from '../contract/event';
import { venueToday } from '../locale/venue-time';
import { nameOfPlace } from './criteria';
import { firstDayFrom } from './days';
import type { FoundEvent, ListedEvent } from './listing';
import { folded, spellings } from './spelling';

/** Where events of a catalogue take place. */
export interface Place {
  /** As most of its events write it. */
  readonly name: string;
  /** May be empty. */
  readonly address: string;
  readonly position: Position | null;
  /** Its events, the next one first, with the first day that can be booked. */
  readonly events: readonly FoundEvent[];
}

/** Positions of one place may differ by so many meters: of an entrance and the middle of a building. */
const sameWithin = 150;

type Venue = NonNullable<ListedEvent['event']['venue']>;

interface Gathered {
  /** The first known address, folded. */
  address: string;
  position: Position | null;
  readonly venues: Venue[];
  readonly events: ListedEvent[];
}

/** The letters and digits of a text, without accents: texts that differ in anything else are the same. */
export function placeKey(text: string): string {
  return inWords(folded(text));
}

const inWords = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
const keysOfSpellings = (text: string) => spellings(text).map(inWords);

/** A degree of latitude has so many bands; each is much higher than `sameWithin`. */
const bandsPerDegree = 100;
const bandOf = ({ latitude }: Position) => Math.floor(latitude * bandsPerDegree);

/** The places with one name: another event's position is compared only with those nearby. */
class SameName {
  readonly all: Gathered[] = [];
  private unlocated: Gathered[] = [];
  private readonly bands = new Map<number, Gathered[]>();

  /** The place of an event with this position and address: positions decide, then addresses, if both are known. */
  find({ position, address }: Pick<Gathered, 'position' | 'address'>): Gathered | undefined {
    const isSameAddress = (place: Gathered) =>
      place.address === '' || address === '' || place.address === address;
    if (position === null) return this.all.find(isSameAddress);
    const band = bandOf(position);
    const near = [band - 1, band, band + 1]
      .flatMap((each) => this.bands.get(each) ?? [])
      .find((place) => place.position !== null && metersBetween(place.position, position) <= sameWithin);
    return near ?? this.unlocated.find(isSameAddress);
  }

  add(place: Gathered): void {
    this.all.push(place);
    if (place.position === null) this.unlocated.push(place);
    else this.locate(place, place.position);
  }

  locate(place: Gathered, position: Position): void {
    place.position = position;
    this.unlocated = this.unlocated.filter((each) => each !== place);
    const band = bandOf(position);
    this.bands.set(band, [...(this.bands.get(band) ?? []), place]);
  }
}

/** The value that occurs most often; of several the first. */
function mostFrequent(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: readonly [string, number] = ['', 0];
  for (const entry of counts) if (entry[1] > best[1]) best = entry;
  return best[0];
}

/** Computes the key of each text once: events at one place repeat them. */
function keysOfTexts(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const key = known.get(text) ?? placeKey(text);
    known.set(text, key);
    return key;
  };
}

function gather(events: readonly ListedEvent[]): Gathered[] {
  const keyOf = keysOfTexts();
  const byName = new Map<string, SameName>();
  for (const listed of events) {
    const { venue } = listed.event;
    const name = venue ? keyOf(venue.name) || keyOf(venue.address) : '';
    if (!venue || name === '') continue;
    const sameName = byName.get(name) ?? new SameName();
    byName.set(name, sameName);
    const own = { address: keyOf(venue.address), position: venue.position ?? null };
    const known = sameName.find(own);
    if (known === undefined) {
      sameName.add({ ...own, venues: [venue], events: [listed] });
      continue;
    }
    known.venues.push(venue);
    known.events.push(listed);
    if (known.position === null && own.position !== null) sameName.locate(known, own.position);
    if (known.address === '') known.address = own.address;
  }
  return [...byName.values()].flatMap(({ all }) => all);
}

/** The first day that can be booked of each event, and the events in their order. */
function nextFirst(events: readonly ListedEvent[], todayIn: (timezone?: string) => string): FoundEvent[] {
  const withDay = events.map((listed): FoundEvent => {
    const { booking, catalog } = listed;
    return {
      ...listed,
      day: booking === null ? null : firstDayFrom(booking.days, todayIn(catalog.timezone)),
    };
  });
  const moment = ({ day, booking }: FoundEvent) => {
    const next = booking?.nextSessionAt ?? '';
    return `${day ?? (booking?.status === 'over' ? '99999' : '9999')} ${day !== null && next.startsWith(day) ? next : ''}`;
  };
  return withDay.sort((a, b) => (moment(a) < moment(b) ? -1 : moment(a) > moment(b) ? 1 : 0));
}

/**
 * The places of these events, by name. Two events are at one place if its names are the same but for accents, case and
 * punctuation, and its positions or addresses do not say otherwise. Events without a venue are at none.
 */
export function placesOf(events: readonly ListedEvent[], now: Date, language: string): Place[] {
  // There is one time zone for a catalogue, and a formatter of dates is slow.
  const todays = new Map<string | undefined, string>();
  const todayIn = (timezone?: string) => {
    const today = todays.get(timezone) ?? venueToday(now, timezone);
    todays.set(timezone, today);
    return today;
  };
  const { compare } = new Intl.Collator(language, { numeric: true });
  return gather(events)
    .map(({ venues, position, events: own }): Place => {
      const addresses = venues.map(({ address }) => address.trim()).filter((address) => address !== '');
      const address = mostFrequent(addresses);
      const name = mostFrequent(venues.map((venue) => nameOfPlace(venue.name))) || address;
      return { name, address: name === address ? '' : address, position, events: nextFirst(own, todayIn) };
    })
    .sort((a, b) => compare(a.name, b.name) || compare(a.address, b.address));
}

/** How many places the events have, as `placesOf` counts them. */
export function countPlaces(events: readonly ListedEvent[]): number {
  return gather(events).length;
}

export interface PlaceFromHere extends Place {
  /** Whole meters, so that places as far away as each other keep their order; null if the place has no position. */
  readonly distance: number | null;
}

/** The places, the nearest first; places without a position are last, in the order they had. */
export function nearestFirst(places: readonly Place[], from: Position): PlaceFromHere[] {
  return places
    .map((place) => ({
      ...place,
      distance: place.position && Math.round(metersBetween(place.position, from)),
    }))
    .sort((a, b) => (a.distance ?? Infinity) - (b.distance ?? Infinity) || 0);
}

/** The places that a visitor means by a name, the best match first; more than one if several match equally well. */
export function placesNamed(places: readonly Place[], text: string): Place[] {
  const asked = placeKey(text);
  if (asked === '') return [];
  const words = asked.split(' ');
  const hasWords = (key: string) => {
    const own = key.split(' ');
    return words.every((word) => own.some((each) => each.startsWith(word)));
  };
  const levels: ((place: Place) => boolean)[] = [
    ({ name }) => keysOfSpellings(name).includes(asked),
    ({ name }) => keysOfSpellings(name).some((key) => key.startsWith(asked)),
    ({ name }) => keysOfSpellings(name).some(hasWords),
    ({ name, address }) => keysOfSpellings(`${name} ${address}`).some(hasWords),
  ];
  for (const matches of levels) {
    const found = places.filter(matches);
    if (found.length > 0) return found;
  }
  return [];
}
