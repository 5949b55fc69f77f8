import { expect, it } from 'vitest';
import { otherLanguage } from './catalog';

it.each([
  [{ language: 'fr', languages: ['fr', 'en'] }, 'en', undefined],
  // The shop asks for English before the catalogue's own language.
  [{ language: 'fr', languages: ['fr', 'en'] }, 'de', 'en'],
  [{ language: 'fr', languages: ['fr', 'nl'] }, 'de', 'fr'],
  // A server may list only its translations, or nothing.
  [{ language: 'fr', languages: ['en'] }, 'fr', undefined],
  [{ language: 'fr' }, 'fr', undefined],
  [{ language: 'fr' }, 'de', 'fr'],
  [{}, 'de', undefined],
])('the texts of %j for who reads %s are in another language: %s', (catalog, asked, other) => {
  expect(otherLanguage(catalog, asked)).toBe(other);
});
