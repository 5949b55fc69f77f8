import { validate, version } from 'uuid';
import { expect, test } from 'vitest';
import { newId } from './new-id';

test('identifiers have version 7, contain their time, and always increase', () => {
  const before = Date.now();
  const made = Array.from({ length: 20_000 }, newId);
  expect(made.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(new Set(made).size).toBe(made.length);
  expect([...made].sort()).toEqual(made);
  const at = Number.parseInt(made[0]?.replaceAll('-', '').slice(0, 12) ?? '', 16);
  expect(at).toBeGreaterThanOrEqual(before);
  expect(at).toBeLessThanOrEqual(Date.now());
});
