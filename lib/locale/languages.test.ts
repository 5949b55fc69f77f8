import { describe, expect, it } from 'vitest';
import { localize, supportedLanguage } from './languages';
import { acceptLanguageOf, negotiateLanguage, preferredLanguage } from './negotiate';

describe('negotiateLanguage', () => {
  const cases: [string | null, string][] = [
    ['fr', 'fr'],
    ['fr-CA', 'fr'],
    ['de, fr;q=0.7, en;q=0.8', 'en'],
    ['de', 'nl'],
    ['*', 'nl'],
    ['fr;q=0, en', 'en'],
    [null, 'nl'],
    ['', 'nl'],
    ['!!;;,,q=', 'nl'],
    ['EN-us', 'en'],
  ];
  it.each(cases)('%s → %s', (header, expected) => {
    expect(negotiateLanguage(header, ['en', 'fr', 'nl'], 'nl')).toBe(expected);
  });
});

it('the languages of our own texts are supported, and English replaces others', () => {
  expect(preferredLanguage('ja, nl-BE;q=0.9, fr;q=0.5')).toBe('nl');
  expect([preferredLanguage('ja'), preferredLanguage(null)]).toEqual(['en', 'en']);
  expect(['de', 'ja', 'constructor'].map(supportedLanguage)).toEqual(['de', 'en', 'en']);
});

describe('localize', () => {
  it('falls back to English, then to the catalogue language, then to any', () => {
    expect(localize({ en: 'Boat', fr: 'Bateau' }, 'fr', 'en')).toBe('Bateau');
    expect(localize({ de: 'Boot', en: 'Boat' }, 'it', 'de')).toBe('Boat');
    expect(localize({ de: 'Boot' }, 'it', 'de')).toBe('Boot');
    expect(localize({ it: 'Barca' }, 'fr', 'en')).toBe('Barca');
    expect(localize({}, 'fr', 'en')).toBe('');
  });
});

describe('a page in a language that a catalogue does not have', () => {
  it.each([
    ['de', ['fr', 'en'], 'en'],
    ['it', ['fr', 'en', 'it'], 'it'],
    ['it', ['fr'], 'fr'],
    ['en', ['fr', 'de'], 'fr'],
  ])('%s of %j: %s', (language, available, expected) => {
    expect(negotiateLanguage(acceptLanguageOf(language), available, 'fr')).toBe(expected);
  });
});
