import { describe, expect, it } from 'vitest';
import { localize, negotiateLanguage } from './languages';

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

describe('localize', () => {
  it('falls back to the catalogue language, then to any', () => {
    expect(localize({ en: 'Boat', fr: 'Bateau' }, 'fr', 'en')).toBe('Bateau');
    expect(localize({ en: 'Boat' }, 'fr', 'en')).toBe('Boat');
    expect(localize({ it: 'Barca' }, 'fr', 'en')).toBe('Barca');
    expect(localize({}, 'fr', 'en')).toBe('');
  });
});
