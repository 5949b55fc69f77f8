import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceSchema } from '../contract/price';
import { keyFrom } from './keys';
import { percentText, readPercent, readPrice } from './numbers';

describe('a price as it was typed', () => {
  it.each([
    ['18', '18.00'],
    [' 18,5 ', '18.50'],
    ['018.50', '18.50'],
    ['€ 18.50', '18.50'],
    ['18,50\u00a0€', '18.50'],
    ['EUR 18', '18.00'],
    ['1 200,00', '1200.00'],
    ['1’200.00', '1200.00'],
    ['0', '0.00'],
  ])('%j is %s', (text, price) => {
    expect(readPrice(text)).toBe(price);
  });

  it.each(['', 'free', '-1', '1.234', '1,234.50', '18.505', '$18', '18 CHF', '123456789', '1 2'])(
    '%j is none',
    (text) => {
      expect(readPrice(text)).toBeNull();
    },
  );

  it('is one that a feed may have, whatever was typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[€ ]?\d{0,10}[.,]?\d{0,3}$/)), (text) => {
        const price = readPrice(text);
        expect(price === null || priceSchema.safeParse(price).success).toBe(true);
      }),
    );
  });
});

describe('per cent', () => {
  it.each([
    ['5,5', 0.055],
    ['20 %', 0.2],
    ['7', 0.07],
    ['0', 0],
    ['100', 1],
    ['2.125%', 0.02125],
  ])('%j is %s', (text, fraction) => {
    expect(readPercent(text)).toBe(fraction);
    expect(readPercent(percentText(fraction))).toBe(fraction);
  });

  it.each(['', '101', '-1', 'ten', '5,5,5'])('%j is none', (text) => {
    expect(readPercent(text)).toBeNull();
  });
});

describe('a key', () => {
  it.each([
    ['Guided tour', 'guided-tour'],
    ['  Été à l’Opéra! ', 'ete-a-lopera'],
    ['Экскурсия', 'ekskursiya'],
    ['東京', 'dongjing'],
    ['!!!', 'item'],
    ['', 'item'],
  ])('from %j is %s', (name, key) => {
    expect(keyFrom(name, [])).toBe(key);
  });

  it('is none that is taken', () => {
    expect(keyFrom('Tour', ['tour', 'tour-2'])).toBe('tour-3');
  });

  it('is one that a feed may have, from any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.array(fc.string()), (name, taken) => {
        const key = keyFrom(name, [...taken, keyFrom(name, taken)]);
        expect(key).toMatch(/^[a-z0-9][a-z0-9-]*$/);
        expect(key.length).toBeLessThan(100);
        expect(taken).not.toContain(key);
      }),
    );
  });
});
