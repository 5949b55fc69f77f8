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

const shown = (found: ReturnType<typeof view>) => found.groups.flatMap(({ places: own }) => own);

describe('without distances, places', () => {
  const city = [
    place('Arts hall', at(51.52, -0.08), '1 Road, London E2 8AA'),
    place('Bridge', at(51.5, -0.07), '2 Road, London EC3N 4AB'),
    place('Church', null),
    place('Dock', at(51.53, -0.07), '3 Road, London E2 9ZZ'),
    place('Exchange', at(51.51, -0.09), '4 Road, London E10 1AA'),
  ];

  it('are in the groups of their districts, and by name within these', () => {
    expect(view(city)).toMatchObject({
      hasDistricts: true,
      groups: [
        { district: 'London E2', places: [{ name: 'Arts hall' }, { name: 'Dock' }] },
        { district: 'London E10', places: [{ name: 'Exchange' }] },
        { district: 'London EC3N', places: [{ name: 'Bridge' }] },
        { district: '', places: [{ name: 'Church' }] },
      ],
    });
  });

  it('have no heading if all are in one district', () => {
    expect(view([...city.slice(0, 1), ...city.slice(3, 4)])).toMatchObject({ hasDistricts: false });
  });

  it.each([
    ['e2', ['Dock', 'Arts hall']],
    ['E2 7QQ', ['Dock', 'Arts hall']],
    ['e27qq', ['Dock', 'Arts hall']],
    ['ec3n', ['Bridge']],
  ])('are sorted by their distance from a district or a postcode: %s', (from, first) => {
    const found = view(city, { from });
    expect(found.from).toMatchObject({ kind: 'position' });
    expect(found).toMatchObject({ hasDistricts: false });
    const names = shown(found).map(({ name }) => name);
    expect(names.slice(0, first.length).sort()).toEqual([...first].sort());
    expect(names).toHaveLength(city.length);
  });
});

describe('distances from what a visitor names', () => {
  it('are those of the places, and pages keep the name', () => {
    const found = view(places, { from: ' place  3 ' });
    expect(found.from).toMatchObject({ kind: 'position', name: 'Place 3', typed: 'place 3' });
    expect(
      shown(found)
        .slice(0, 3)
        .map(({ name, distance }) => [name, distance]),
    ).toEqual([
      ['Place 3', null],
      ['Place 2', '5 km'],
      ['Place 4', '5 km'],
    ]);
    expect(found.nextHref).toBe(`${path}?from=place+3&page=2`);
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
    expect(shown(found).map(({ name }) => name)).toEqual(places.slice(0, 24).map(({ name }) => name));
    expect(shown(found).every(({ distance }) => distance === null)).toBe(true);
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

it('has the last page instead of one after it', () => {
  expect(view(places, { page: '99' })).toMatchObject({ page: 2, pages: 2, nextHref: null });
});

it('stays small with thousands of places', () => {
  const many = Array.from({ length: 5_000 }, (_, index) =>
    place(`Place ${index}`, at(50 + Math.sin(index * 12.9), 4 + Math.cos(index * 78.2)), 'Some street 1'),
  );
  expect(JSON.stringify(view(many)).length).toBeLessThan(150_000);
});
