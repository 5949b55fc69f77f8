import { expect, it } from 'vitest';
import { colon, withColon } from './colon';

it('a colon has a no-break space before it in French alone', () => {
  expect(withColon('1 billet', 'terminé', 'fr')).toBe('1 billet\u00a0: terminé');
  expect(withColon('1 ticket', 'done', 'en')).toBe('1 ticket: done');
  expect(colon('de')).toBe(': ');
});
