import { expect, it } from 'vitest';
import { saleState } from './sale-state';

it('a session without places is not on sale', () => {
  expect(saleState({ status: 'on_sale', capacity: 0 })).toBe('no_capacity');
  expect(saleState({ status: 'on_sale', capacity: 5 })).toBe('on_sale');
  expect(saleState({ status: 'on_sale', capacity: null })).toBe('on_sale');
  expect(saleState({ status: 'cancelled', capacity: 0 })).toBe('cancelled');
});
