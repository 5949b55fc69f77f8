import { describe, expect, it } from 'vitest';
import { metersBetween, wayBetween, type Venue } from './travel';

const quay = { latitude: 47.4027, longitude: -0.9598 };
const museum = { latitude: 47.4031, longitude: -0.9612 };
const paris = { latitude: 48.8566, longitude: 2.3522 };
const lyon = { latitude: 45.764, longitude: 4.8357 };

const venue = (position: Venue['position'], name = 'Museum', address = '1 Quay'): Venue => ({
  name,
  address,
  position,
});
/** So many degrees of latitude to the north: 0.009 are about a kilometre. */
const north = (degrees: number) => venue({ latitude: quay.latitude + degrees, longitude: quay.longitude });

describe('the distance between two positions', () => {
  it('is that over the ground', () => {
    expect(metersBetween(paris, lyon) / 1000).toBeCloseTo(391.5, 0);
    expect(metersBetween(quay, museum)).toBeCloseTo(114.4, 0);
    expect(metersBetween(quay, quay)).toBe(0);
  });
  it('crosses the date line the short way', () => {
    const [west, east] = [
      { latitude: 0, longitude: 179.9 },
      { latitude: 0, longitude: -179.9 },
    ];
    expect(metersBetween(west, east) / 1000).toBeCloseTo(22.2, 1);
  });
});

describe('the way between two venues', () => {
  it('is walked if it is short, with a third more than the straight line', () => {
    expect(wayBetween(venue(quay), venue(museum))).toEqual({ by: 'foot', minutes: 2 });
    expect(wayBetween(venue(quay), north(0.009))).toEqual({ by: 'foot', minutes: 18 });
  });
  it('is ridden if the walk would take more than half an hour', () => {
    expect(wayBetween(venue(quay), north(0.0155))).toMatchObject({ by: 'foot', minutes: 30 });
    // 2.9 km in the city.
    expect(wayBetween(venue(quay), north(0.02))).toEqual({ by: 'ride', minutes: 19 });
    // 509 km, the last 499 of them faster.
    expect(wayBetween(venue(paris), venue(lyon))).toEqual({ by: 'ride', minutes: 539 });
  });
  it('is none within one venue', () => {
    expect(wayBetween(venue(quay), venue(quay, 'Another door'))).toEqual({ by: 'same', minutes: 0 });
    expect(wayBetween(venue(null), venue(null))).toEqual({ by: 'same', minutes: 0 });
  });
  it('is unknown without positions, and 20 minutes are allowed for it', () => {
    const unknown = { by: 'unknown', minutes: 20 };
    expect(wayBetween(venue(quay), venue(null, 'Elsewhere'))).toEqual(unknown);
    expect(wayBetween(null, null)).toEqual(unknown);
    expect(wayBetween(venue(null, '', ''), venue(null, '', ''))).toEqual(unknown);
  });
});
