import { describe, expect, it } from 'vitest';
import { actorOf, readTyped, typedCapacity } from './catalog-change';
import { typedAmount } from '../../common/forms/typed-amount';

const typed = { reason: ' a test ', capacity: '5', amount: '12.5', from: '2027-06-01' };
const subject = '/v1/ticketing/catalogs/1/products/2';

describe('what staff type', () => {
  it.each([
    ['12', '12.00'],
    ['12.5', '12.50'],
    ['12,50', '12.50'],
    [' 0 ', '0.00'],
    ['007', '7.00'],
    ['', null],
    ['abc', null],
    ['-1', null],
    ['1.505', null],
    ['1e3', null],
    ['=cmd()', null],
    ['9'.repeat(10_000), null],
  ])('as an amount: %s is %s', (text, amount) => {
    expect(typedAmount(text)).toBe(amount);
  });

  it.each([
    ['0', 0],
    [' 40 ', 40],
    ['2147483647', 2_147_483_647],
    ['2147483648', null],
    ['', null],
    ['-1', null],
    ['1.5', null],
    ['many', null],
    ['9'.repeat(10_000), null],
  ])('as a capacity: %s is %s', (text, units) => {
    expect(typedCapacity(text)).toBe(units);
  });

  it('is one change, with who makes it and why', () => {
    expect(readTyped('price', subject, typed, 'Ann')).toEqual({
      kind: 'price',
      subject,
      from: '2027-06-01',
      amountInclTax: '12.50',
      actor: 'Ann',
      reason: 'a test',
      originalAmountInclTax: null,
      amountExclTax: null,
    });
    expect(readTyped('capacity', subject, typed, 'Ann')).toMatchObject({ kind: 'capacity', capacity: 5 });
    expect(readTyped('close', subject, typed, 'Ann')).toMatchObject({ kind: 'sales_stop', subject });
    expect(readTyped('hide', subject, typed, 'Ann')).toEqual({
      kind: 'hidden',
      actor: 'Ann',
      reason: 'a test',
    });
  });

  it.each([
    ['close', { reason: '  ' }, 'reason'],
    ['hide', { reason: 'x'.repeat(501) }, 'reason'],
    ['capacity', { capacity: 'many' }, 'capacity'],
    ['price', { amount: 'abc' }, 'amount'],
    ['price', { from: 'tomorrow' }, 'from'],
    ['price', { from: '2027-02-30' }, 'from'],
    ['price', { reason: '' }, 'reason'],
  ] as const)('for %s with %j names the field that is wrong: %s', (what, wrong, field) => {
    expect(readTyped(what, subject, { ...typed, ...wrong }, 'Ann')).toBe(field);
  });

  it('is recorded under the name of the person, or else the identifier', () => {
    const nothing = { permissions: [], catalogs: 'all' } as const;
    expect(actorOf({ id: 'p1', name: ' Ann ', ...nothing })).toBe('Ann');
    expect(actorOf({ id: 'p1', name: ' ', ...nothing })).toBe('p1');
    expect(actorOf({ id: 'p1', name: 'n'.repeat(200), ...nothing })).toHaveLength(100);
  });
});
