import { describe, expect, it } from 'vitest';
import type { Position } from '../../../contract/event';
import type { Place } from '../../../discovery/places';
import { placesView } from './places';

const id = '0b51a3c4-7b1e-4c55-9d7e-1d2f3a4b5c6d';
const path = `/en/catalogs/${id}/places`;

const place = (name: string, position: Position | null, address = ''): Place => ({
  name,
  address,
  position,
  events: [],
});
const at = (latitude: number, longitude: number): Position => ({ latitude, longitude });
const view = (places: readonly Place[], query: Record<string, string> = {}) =>
  placesView(places, 'en', id, query);

/** Thirty places on a line to the north, 5 km apart; two more are in the house of the last one. */
const line = Array.from({ length: 30 }, (_, index) => place(`Place ${index + 1}`, at(50 + index * 0.045, 4)));
const [last] = line.slice(-1);
const places = [...line, place('Annex A', last?.position ?? null), place('Annex B', last?.position ?? null)];

describe('a marker leads', () => {
  it('to its entry, also on another page of the list', () => {
    const spread = Array.from({ length: 30 }, (_, index) =>
      place(`Place ${index + 1}`, at(50 + (index % 6) * 0.1, 4 + Math.floor(index / 6) * 0.2)),
    );
    const markers = view(spread, { page: '2' }).maps?.desktop.markers ?? [];
    const hrefOf = (wanted: number) => markers.find(({ number }) => number === wanted)?.href;
    expect(hrefOf(30)).toBe('#place-30');
    expect(hrefOf(2)).toBe(`${path}#place-2`);
    expect(view(spread).maps?.desktop.markers.find(({ number }) => number === 30)?.href).toBe(
      `${path}?page=2#place-30`,
    );
  });

  it('to the list from there, if it stands for several', () => {
    const apart = places.filter((_, index) => index < 10 || index > 28);
    const crowded = view(apart).maps?.desktop.markers.find(({ names }) => names.includes('Annex A'));
    expect(crowded).toMatchObject({ number: null, count: 3 });
    const from = new URL(crowded?.href ?? '', 'https://shop.test').searchParams.get('from') ?? '';
    const there = view(places, { from });
    expect(there.places.slice(0, 3).map(({ name }) => name)).toContain('Annex A');
    // These are now the first of the list, and on the map of the nearest.
    const again = there.maps?.desktop.markers.find(({ names }) => names.includes('Annex A'));
    expect(again?.href).toBe('#place-1');
    expect(there.maps?.count).toBe(24);
  });
});

describe('distances from what a visitor names', () => {
  it('are those of the places, and pages keep the name', () => {
    const found = view(places, { from: ' place  3 ' });
    expect(found.from).toMatchObject({ kind: 'position', name: 'Place 3', typed: 'place 3' });
    expect(found.places.slice(0, 3).map(({ name, distance }) => [name, distance])).toEqual([
      ['Place 3', null],
      ['Place 2', '5 km'],
      ['Place 4', '5 km'],
    ]);
    expect(found.nextHref).toBe(`${path}?from=place+3&page=2`);
    expect(found.maps?.desktop.from).toBeNull();
  });

  it('from coordinates are drawn on the map', () => {
    expect(view(places, { from: '50.2, 4.01' }).maps?.phone.from).not.toBeNull();
  });

  it.each([
    ['Nowhere', 'unknown'],
    ['91, 4', 'outside'],
    ['x'.repeat(201), 'tooLong'],
    ['annex', 'several'],
    ['  ', 'none'],
  ])('are not given from “%s”: %s', (from, kind) => {
    const found = view(places, { from });
    expect(found.from.kind).toBe(kind);
    expect(found.places.map(({ name }) => name)).toEqual(places.slice(0, 24).map(({ name }) => name));
    expect(found.places.every(({ distance }) => distance === null)).toBe(true);
  });

  it('are not given from a place without a position, and one of several leads on by its position', () => {
    const [hidden, known] = [place('Hidden', null, 'A'), place('Hidden', at(50, 4), 'B')];
    expect(view([hidden, ...line], { from: 'hidden' }).from).toMatchObject({
      kind: 'noPosition',
      name: 'Hidden',
    });
    expect(view([hidden, known], { from: 'hidden' }).from.choices).toEqual([
      { name: 'Hidden', address: 'A', href: null },
      { name: 'Hidden', address: 'B', href: `${path}?from=50.000%2C4.000` },
    ]);
  });
});

it('has no map of one position, and the last page instead of one after it', () => {
  expect(view([place('A', at(50, 4)), place('B', null)]).maps).toBeNull();
  expect(view(places, { page: '99' })).toMatchObject({ page: 2, pages: 2, nextHref: null });
});

it('stays small with thousands of places', () => {
  const many = Array.from({ length: 5_000 }, (_, index) =>
    place(`Place ${index}`, at(50 + Math.sin(index * 12.9), 4 + Math.cos(index * 78.2)), 'Some street 1'),
  );
  expect(JSON.stringify(view(many)).length).toBeLessThan(150_000);
});
