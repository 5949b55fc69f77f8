import { describe, expect, it } from 'vitest';
import { readTypedBatch } from './batches';

const typed = {
  name: ' Partners ',
  number: '500',
  prefix: 'summer-',
  kind: 'percentage',
  value: '15 %',
  products: [],
  validFrom: '',
  validUntil: '2027-03-28',
  minimumAmountInclTax: '',
  reason: 'a campaign',
};

describe('a batch of codes that staff type', () => {
  it('has a name, a number of codes, and the discount and days of a voucher', () => {
    expect(readTypedBatch(typed, 'Europe/Paris', 'Ann')).toEqual({
      value: {
        name: 'Partners',
        number: 500,
        prefix: 'summer-',
        kind: 'percentage',
        value: '15.00',
        products: null,
        validFrom: null,
        validUntil: '2027-03-28T22:00:00.000Z',
        minimumAmountInclTax: null,
        actor: 'Ann',
        reason: 'a campaign',
      },
    });
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ number: '' }, 'number'],
    [{ number: '0' }, 'number'],
    [{ number: '5001' }, 'number'],
    [{ number: '1e3' }, 'number'],
    [{ number: '9'.repeat(10_000) }, 'number'],
    [{ prefix: '=cmd()' }, 'prefix'],
    [{ prefix: 'été' }, 'prefix'],
    [{ value: '100,01' }, 'value'],
    [{ validFrom: '2027-03-29' }, 'period'],
    [{ reason: '' }, 'reason'],
  ])('with %j has the problem %s', (wrong, problem) => {
    expect(readTypedBatch({ ...typed, ...wrong }, 'Europe/Paris', 'Ann')).toEqual({ problem });
  });
});
