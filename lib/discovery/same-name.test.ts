import { expect, it } from 'vitest';
import { isSameName } from './same-name';

it.each([
  ['Musée Lormeau', 'Lormeau Museum', true],
  ['Musée Lormeau', 'MUSEE LORMEAU', true],
  ['Theater am Fluss', 'Theater am Fluss', true],
  ['Lormeau Museum, from the Quay', 'Lormeau Museum', false],
  ['The quay', 'River Boats', false],
  ['Museum', 'Theatre', false],
])('“%s” and “%s” are the same name: %s', (one, other, expected) => {
  expect(isSameName(one, other)).toBe(expected);
});
