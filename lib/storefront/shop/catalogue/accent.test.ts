import { expect, it } from 'vitest';
import { accentOf, accentOfItems, accents } from './accent';

const ids = Array.from({ length: 60 }, (_, index) => `catalog-${index}`);

it('catalogues have all accents, about as often', () => {
  const counts = accents.map((accent) => ids.filter((id) => accentOf(id) === accent).length);
  expect(Math.min(...counts)).toBeGreaterThan(3);
});

it('an order has the accent of its first catalogue', () => {
  const lines = [{ catalogId: 'catalog-1' }, { catalogId: 'catalog-2' }];
  expect(accentOfItems({ items: [{ lines }] })).toBe(accentOf('catalog-1'));
  expect(accentOfItems({ items: [] })).toBeUndefined();
});
