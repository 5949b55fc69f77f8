import { expect, it } from 'vitest';
import { closedReason } from './offer-days';

it.each([
  ['the sale of all of them is over', [{ status: 'not_on_sale' }], 'notOnSale'],
  ['nothing is left', [{ status: 'on_sale' }], 'soldOut'],
  ['a server with only the specification says nothing more', [{}], 'soldOut'],
  ['some are held', [{ status: 'on_sale', mayReturn: true }, { status: 'not_on_sale' }], 'allHeld'],
] as const)('offers are closed because %s', (_, offers, expected) => {
  expect(closedReason(offers)).toBe(expected);
});
