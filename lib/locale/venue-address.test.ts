import { expect, it } from 'vitest';
import { addressAfterName } from './venue-address';

it.each([
  ['67 Kingston Vale', '67 Kingston Vale'],
  ['Dorich House, 67 Kingston Vale', '67 Kingston Vale'],
  ['Dorich House', ''],
  ['', ''],
  ['Dorich Houses, 1 Lane', 'Dorich Houses, 1 Lane'],
])('the address "%s" is shown after the name as "%s"', (address, shown) => {
  expect(addressAfterName({ name: 'Dorich House', address })).toBe(shown);
});
