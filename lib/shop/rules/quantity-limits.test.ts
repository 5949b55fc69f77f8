import { describe, expect, it } from 'vitest';
import { stepped, withinProduct } from './quantity-limits';

describe('the numbers of a product that can be booked', () => {
  it.each([
    [9, {}, 9],
    [9, { minimumQuantity: 1, maximumQuantity: null }, 9],
    [9, { maximumQuantity: 4 }, 4],
    [9, { minimumQuantity: 5, maximumQuantity: 20 }, 9],
    [4, { minimumQuantity: 5 }, 0],
    [0, {}, 0],
    [-1, {}, 0],
  ])('of %d that can be had, of %j: %d', (most, product, expected) => {
    expect(withinProduct(most, product)).toBe(expected);
  });

  it.each([
    [0, 1, { minimum: 1, least: 0 }, 1],
    [0, 1, { minimum: 5, least: 0 }, 5],
    [5, 1, { minimum: 5, least: 0 }, 6],
    [5, -1, { minimum: 5, least: 0 }, 0],
    [6, -1, { minimum: 5, least: 0 }, 5],
    [5, -1, { minimum: 5, least: 5 }, 5],
    [3, 1, { minimum: 5, least: 5 }, 5],
    [1, -1, { minimum: 1, least: 0 }, 0],
  ] as const)('%d and a step of %d, of %j: %d', (count, by, limits, expected) => {
    expect(stepped(count, by, limits)).toBe(expected);
  });
});
