import { expect, it } from 'vitest';
import { accents } from '@/lib/contract/accent';
import { accentOf, accentOfItems } from './accent';

const ids = Array.from({ length: 60 }, (_, index) => `catalog-${index}`);

it('catalogues have all accents, about as often', () => {
  const counts = accents.map((accent) => ids.filter((id) => accentOf({ id }) === accent).length);
  expect(Math.min(...counts)).toBeGreaterThan(3);
});

it('an order has the accent of its first catalogue', () => {
  const lines = [{ catalogId: 'catalog-1' }, { catalogId: 'catalog-2' }];
  expect(accentOfItems({ items: [{ lines }] })).toBe(accentOf({ id: 'catalog-1' }));
  expect(accentOfItems({ items: [] })).toBeUndefined();
});

it('the colour that an issuer has chosen is that of its pages, and of what was bought', () => {
  for (const accent of accents) {
    expect(accentOf({ id: 'catalog-1', accent })).toBe(accent);
    expect(accentOfItems({ items: [{ lines: [{ catalogId: 'catalog-1', accent }] }] })).toBe(accent);
  }
  expect(accentOf({ id: 'catalog-1', accent: null })).toBe(accentOf({ id: 'catalog-1' }));
});
