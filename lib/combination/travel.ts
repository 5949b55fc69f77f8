import type { Position } from '../contract/event';
import type { Way } from './plan';

/** Where an event takes place, as far as the catalogue says it. */
export interface Venue {
  readonly name: string;
  readonly address: string;
  readonly position?: Position | null | undefined;
}

/** Streets are longer than the straight line, by a third in most cities. */
const detour = 1.3;
/** 4.5 km an hour. */
const walkedMetersPerMinute = 75;
/** Longer ways are ridden: by bus, bicycle or car. */
const longestWalk = 30;
/** To wait, or to park. */
const beforeRide = 10;
/** 20 km an hour in a city, and 60 beyond the first ten kilometres. */
const cityMinutesPerKilometer = 3;
const cityKilometers = 10;
/** What we allow for a way of which we do not know the length. */
const unknownWay = 20;

/** Meters over the ground between two positions (haversine formula, mean radius of the earth). */
export function metersBetween(a: Position, b: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (one: number, other: number) => Math.sin(radians(other - one) / 2) ** 2;
  const h =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * 6_371_008.8 * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** An estimate of the way between two places, in whole minutes. */
export function wayBetween(a: Venue | null, b: Venue | null): Way {
  if (a === null || b === null) return { by: 'unknown', minutes: unknownWay };
  if (!a.position || !b.position) {
    const isSame = a.name === b.name && a.address === b.address && `${a.name}${a.address}` !== '';
    return isSame ? { by: 'same', minutes: 0 } : { by: 'unknown', minutes: unknownWay };
  }
  const meters = metersBetween(a.position, b.position) * detour;
  if (meters < 10) return { by: 'same', minutes: 0 };
  const walk = Math.ceil(meters / walkedMetersPerMinute);
  if (walk <= longestWalk) return { by: 'foot', minutes: walk };
  const kilometers = meters / 1000;
  const inCity = Math.min(kilometers, cityKilometers);
  const ride = inCity * cityMinutesPerKilometer + (kilometers - inCity);
  return { by: 'ride', minutes: Math.ceil(beforeRide + ride) };
}
