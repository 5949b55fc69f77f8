import { expect, it } from 'vitest';
import { accents, accentsOf } from './accent';

const ids = Array.from({ length: 60 }, (_, index) => `catalog-${index}`);

it('a catalogue has another accent than the four before it', () => {
  const given = ids.map(accentsOf(ids));
  given.forEach((accent, index) => {
    expect(given.slice(Math.max(0, index - 4), index)).not.toContain(accent);
  });
  expect(new Set(given).size).toBe(accents.length);
});

it('a catalogue that is added at the end changes no other', () => {
  const [before, after] = [accentsOf(ids), accentsOf([...ids, 'new'])];
  for (const id of ids) expect(after(id)).toBe(before(id));
});

it('the same list gives the same accents, and no catalogue an accent by its place alone', () => {
  expect(ids.map(accentsOf(ids))).toEqual(ids.map(accentsOf(ids)));
  expect(new Set(ids.map((id) => accentsOf([id])(id))).size).toBe(accents.length);
});
