import { describe, expect, it } from 'vitest';
import { relativeTime } from '@/testing/processor-time';
import type { Position } from '../../../contract/event';
import { metersBetween } from '../../../combination/travel';
import { placeMap, type MapSize, type PlaceMap } from './place-map';

const size: MapSize = { width: 300, least: 180, most: 340, gap: 46 };

const at = (latitude: number, longitude: number): Position => ({ latitude, longitude });

function mapOf(positions: readonly Position[], from: Position | null = null, of = size): PlaceMap {
  const map = placeMap(
    positions.map((position, index) => ({ number: index + 1, position })),
    of,
    from,
  );
  if (map === null) throw new Error('no map');
  return map;
}

const markerOf = (map: PlaceMap, number: number) => {
  const found = map.markers.find(({ numbers }) => numbers.includes(number));
  if (found === undefined) throw new Error(`${number} is not on the map`);
  return found;
};

/** Some hundred positions of a town, the same in each run. */
const town = Array.from({ length: 300 }, (_, index) =>
  at(51.5 + Math.sin(index * 12.9) / 20, -0.1 + Math.cos(index * 78.2) / 20),
);

describe('a map of places', () => {
  it('has north above, east at the right, and one scale in both directions', () => {
    const [south, north, east] = [at(60, 10), at(60.05, 10), at(60, 10.1)];
    const map = mapOf([south, north, east]);
    const [a, b, c] = [1, 2, 3].map((number) => markerOf(map, number));
    expect(b?.y).toBeLessThan(a?.y ?? 0);
    expect(c?.x).toBeGreaterThan(a?.x ?? 0);
    const perMeter = ((a?.y ?? 0) - (b?.y ?? 0)) / metersBetween(south, north);
    expect(((c?.x ?? 0) - (a?.x ?? 0)) / metersBetween(south, east) / perMeter).toBeCloseTo(1, 1);
    expect((map.scale?.length ?? 0) / (map.scale?.meters ?? 0) / perMeter).toBeCloseTo(1, 1);
  });

  it.each([
    ['a town', town],
    ['a street from north to south', [at(51, 0), at(51.5, 0), at(51.2, 0)]],
    ['a street from west to east', [at(51, 0), at(51, 1), at(51, 0.4)]],
    ['one position', [at(51, 0), at(51, 0), at(51, 0)]],
    ['the whole world', [at(60, -120), at(-33, 151), at(35, 139), at(-34, -58), at(0, 20)]],
    ['both poles', [at(90, 0), at(-90, 0)]],
  ])('keeps every marker whole inside, and none on another: %s', (_, positions) => {
    const map = mapOf(positions);
    expect(map.height).toBeGreaterThanOrEqual(size.least);
    expect(map.height).toBeLessThanOrEqual(size.most);
    for (const [index, { x, y }] of map.markers.entries()) {
      expect(Math.min(x, y, map.width - x, map.height - y)).toBeGreaterThanOrEqual(size.gap / 2);
      for (const other of map.markers.slice(index + 1)) {
        expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThanOrEqual(size.gap - 0.2);
      }
    }
    const numbers = map.markers.flatMap((marker) => marker.numbers).sort((a, b) => a - b);
    expect(numbers).toEqual(positions.map((__, index) => index + 1));
  });

  it('shows two entrances of one house close to each other', () => {
    expect(mapOf([at(51, 0), at(51.0001, 0)]).markers).toHaveLength(1);
  });

  it('is not spoilt by one place that is far away', () => {
    const map = mapOf([...town, at(40.7, -74)]);
    expect(map.outside).toEqual([301]);
    expect(map.markers.length).toBeGreaterThan(10);
    expect(map.scale?.length).toBeCloseTo(mapOf(town).scale?.length ?? 0, 0);
    // Of three places in different countries none is the odd one out.
    expect(mapOf([at(51, 0), at(51.1, 0), at(48, 2)]).outside).toEqual([]);
  });

  it('is not divided at the meridian of 180°', () => {
    const map = mapOf([at(-17, 179.9), at(-17, -179.9), at(-17.1, -179.7)]);
    expect(map.scale?.meters).toBeLessThanOrEqual(20_000);
    expect(markerOf(map, 1).x).toBeLessThan(markerOf(map, 2).x);
    const [crowded] = mapOf([at(-17, 179.9999), at(-17, -179.9999)]).markers;
    expect(Math.abs(crowded?.position.longitude ?? 0)).toBeGreaterThan(179.9);
  });

  it('has no scale where none would be right, and none of its numbers is endless', () => {
    expect(mapOf([at(60, 0), at(40, 10)]).scale).toBeNull();
    expect(JSON.stringify(mapOf([at(90, 0), at(-90, 0)]))).not.toMatch(/NaN|Infinity|null,"y"/);
  });

  it('shows the visitor, unless the places would hardly be seen any more', () => {
    expect(mapOf(town, at(51.5, -0.12)).from).not.toBeNull();
    expect(mapOf(town, at(48.9, 2.3)).from).toBeNull();
  });

  it('of thousands of places has as many markers as have room, in little time', () => {
    const many = Array.from({ length: 5_000 }, (_, index) =>
      at(51.5 + Math.sin(index * 12.9) / 5, -0.1 + Math.cos(index * 78.2) / 5),
    );
    const draw = () => mapOf(many, null, { width: 600, least: 240, most: 560, gap: 34 });
    expect(relativeTime(draw)).toBeLessThan(20);
    const map = draw();
    expect(map.markers.length).toBeLessThan(300);
    expect(map.markers.reduce((sum, { numbers }) => sum + numbers.length, 0) + map.outside.length).toBe(
      5_000,
    );
  });

  it('needs at least one place', () => {
    expect(placeMap([], size)).toBeNull();
  });
});
