import type { Position } from '../contract/event';
import { typedText } from '../contract/typed-text';

/** With three decimals, which is about a hundred meters: sorting places by distance needs no more. */
export function roundedPosition({ latitude, longitude }: Position): string {
  return `${latitude.toFixed(3)},${longitude.toFixed(3)}`;
}

/** A number as it is typed: also with a comma, and with the sign that is typeset as minus. */
const degrees = '([-+−]?\\d{1,3}(?:[.,]\\d{1,12})?)\\s*°?';

/** What may be pasted or typed: each with latitude and longitude. */
const forms = [
  // RFC 5870: geo:51.5,-0.12;u=30 and what apps add to it.
  /^geo:([-+]?[\d.]{1,16}),([-+]?[\d.]{1,16})/i,
  // A marker, then the part of OpenStreetMap's addresses that says what the map shows.
  /[?&]mlat=([-+]?[\d.]{1,16})&mlon=([-+]?[\d.]{1,16})/,
  /#map=[\d.]{1,5}\/([-+]?[\d.]{1,16})\/([-+]?[\d.]{1,16})/,
  // 51.5, -0.12 · 51.5 -0.12 · 51,5; -0,12
  new RegExp(`^${degrees}\\s*(?:[;/]|,\\s|\\s)\\s*${degrees}$`),
  /^([-+−]?\d{1,3}\.\d{1,12})\s*°?,\s*([-+−]?\d{1,3}(?:\.\d{1,12})?)\s*°?$/,
  /^([-+−]?\d{1,3}),([-+−]?\d{1,3})$/,
];

/** `51.5° N, 0.12° W` */
const withDirections = new RegExp(`^${degrees}\\s*([NS])[\\s,;]+${degrees}\\s*([EOW])$`, 'i');

const parseNumber = (text: string) => Number(text.replace('−', '-').replace(',', '.'));

function checkPosition(latitude: number, longitude: number): Position | null {
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? { latitude, longitude } : null;
}

/**
 * The position that a text is: degrees (WGS 84), a `geo:` address, or a link of OpenStreetMap. Null: it is none;
 * `outside`: it is written like one, but is nowhere on earth.
 */
export function readPosition(text: string): Position | 'outside' | null {
  // Single spaces: the expressions would take long for thousands of them.
  const trimmed = typedText(text);
  const directed = withDirections.exec(trimmed);
  if (directed !== null) {
    const [, latitude = '', south = '', longitude = '', west = ''] = directed;
    const signs = [/s/i.test(south) ? -1 : 1, /[ow]/i.test(west) ? -1 : 1] as const;
    return checkPosition(signs[0] * parseNumber(latitude), signs[1] * parseNumber(longitude)) ?? 'outside';
  }
  for (const form of forms) {
    const found = form.exec(trimmed);
    if (found === null) continue;
    const [latitude, longitude] = [parseNumber(found[1] ?? ''), parseNumber(found[2] ?? '')];
    return Number.isNaN(latitude + longitude) ? null : (checkPosition(latitude, longitude) ?? 'outside');
  }
  return null;
}
