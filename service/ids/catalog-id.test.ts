import { validate, version } from 'uuid';
import { expect, test } from 'vitest';
import { byCatalog, catalogIdOf, catalogOf, inCatalog } from './catalog-id';
import { newId } from './new-id';

const [river, hills] = [catalogIdOf('shop', 'river'), catalogIdOf('shop', 'hills')];

test('the id of a catalogue is made from its organization and key', () => {
  expect(catalogIdOf('shop', 'river')).toBe(river);
  expect(new Set([river, hills, catalogIdOf('other', 'river')]).size).toBe(3);
  expect([validate(river), version(river)]).toEqual([true, 8]);
});

test('identifiers of a catalogue name it, and always increase', () => {
  const made = Array.from({ length: 20_000 }, () => inCatalog(newId(), river));
  expect(made.every((id) => validate(id) && version(id) === 8 && catalogOf(id) === river)).toBe(true);
  expect(catalogOf(made[0]?.toUpperCase() ?? '')).toBe(river);
  expect(new Set(made).size).toBe(made.length);
  expect([...made].sort()).toEqual(made);
});

test('rows come by catalogue, in the order of its id', () => {
  const ids = [river, hills, river].map((catalogId) => inCatalog(newId(), catalogId));
  const [first, second] = byCatalog(ids, catalogOf);
  expect([first?.[0], second?.[0]]).toEqual([river, hills].sort());
  expect(new Map(byCatalog(ids, catalogOf)).get(river)).toEqual([ids[0], ids[2]]);
});
