import { describe, expect, it } from 'vitest';
import type { Voucher } from '../../../contract/voucher';
import { limitsAsTyped, readTypedLimits, readTypedVoucher } from './vouchers';

const paris = 'Europe/Paris';
const product =
  '/v1/ticketing/catalogs/019470b0-0000-7000-8000-000000000001/products/019470b0-0000-7000-8000-000000000002';
const typed = {
  code: ' summer-27 ',
  kind: 'percentage',
  value: '15',
  products: [],
  validFrom: '',
  validUntil: '',
  maximumUses: '',
  minimumAmountInclTax: '',
  reason: ' a campaign ',
};

describe('a voucher that staff type', () => {
  it('takes a percentage with or without its sign', () => {
    for (const value of ['15', '15%', '15 %']) {
      expect(readTypedVoucher({ ...typed, value }, paris, 'Ann')).toMatchObject({
        value: { value: '15.00' },
      });
    }
    const amount = readTypedVoucher({ ...typed, kind: 'amount', value: '15%' }, paris, 'Ann');
    expect(amount).toEqual({ problem: 'value' });
  });

  it('has no limits where the fields are empty', () => {
    expect(readTypedVoucher(typed, paris, 'Ann')).toEqual({
      value: {
        code: 'summer-27',
        kind: 'percentage',
        value: '15.00',
        products: null,
        validFrom: null,
        validUntil: null,
        maximumUses: null,
        minimumAmountInclTax: null,
        actor: 'Ann',
        reason: 'a campaign',
      },
    });
  });

  it('is valid from the begin of its first day to the end of its last, at the place of the catalogue', () => {
    const days = { validFrom: '2027-03-27', validUntil: '2027-03-28' };
    const limits = { maximumUses: ' 100 ', minimumAmountInclTax: '20,5' };
    expect(
      readTypedVoucher({ ...typed, ...days, ...limits, products: [product] }, paris, 'Ann'),
    ).toMatchObject({
      value: {
        validFrom: '2027-03-26T23:00:00.000Z',
        validUntil: '2027-03-28T22:00:00.000Z',
        maximumUses: 100,
        minimumAmountInclTax: '20.50',
        products: [product],
      },
    });
  });

  it.each([
    [{ code: '' }, 'code'],
    [{ code: 'abc' }, 'code'],
    [{ code: 'été-2027' }, 'code'],
    [{ code: 'x'.repeat(10_000) }, 'code'],
    [{ kind: 'gift' }, 'kind'],
    [{ value: '' }, 'value'],
    [{ value: '0' }, 'value'],
    [{ value: '100.01' }, 'value'],
    [{ kind: 'amount', value: '-1' }, 'value'],
    [{ value: '=cmd()' }, 'value'],
    [{ products: Array<string>(101).fill(product) }, 'products'],
    [{ validFrom: 'tomorrow' }, 'validFrom'],
    [{ validFrom: '2027-02-30' }, 'validFrom'],
    [{ validUntil: '1' }, 'validUntil'],
    [{ validFrom: '2027-03-02', validUntil: '2027-03-01' }, 'period'],
    [{ maximumUses: '0' }, 'maximumUses'],
    [{ maximumUses: '1.5' }, 'maximumUses'],
    [{ maximumUses: '1000001' }, 'maximumUses'],
    [{ maximumUses: '9'.repeat(10_000) }, 'maximumUses'],
    [{ minimumAmountInclTax: '0' }, 'minimumAmountInclTax'],
    [{ minimumAmountInclTax: 'many' }, 'minimumAmountInclTax'],
    [{ reason: '  ' }, 'reason'],
    [{ reason: 'x'.repeat(501) }, 'reason'],
  ])('with %j has the problem %s', (wrong, problem) => {
    expect(readTypedVoucher({ ...typed, ...wrong }, paris, 'Ann')).toEqual({ problem });
  });

  it('takes 100 percent off, and any amount', () => {
    expect(readTypedVoucher({ ...typed, value: '100' }, paris, 'Ann')).toMatchObject({
      value: { value: '100.00' },
    });
    const amount = { kind: 'amount', value: '250,00' };
    expect(readTypedVoucher({ ...typed, ...amount }, paris, 'Ann')).toMatchObject({
      value: { value: '250.00' },
    });
  });
});

describe('the limits of a voucher', () => {
  const voucher: Voucher = {
    '@id': '/v1/vouchers/1',
    '@type': 'Voucher',
    id: '1',
    code: 'SUMMER-27',
    kind: 'amount',
    value: '5.00',
    products: null,
    validFrom: '2027-03-26T23:00:00.000Z',
    validUntil: '2027-03-28T22:00:00.000Z',
    maximumUses: 100,
    minimumAmountInclTax: '20.50',
    disabled: false,
    heldUses: 0,
    orderedUses: 0,
    actor: 'Ann',
    reason: 'a campaign',
    createdAt: '2027-01-01T00:00:00.000Z',
    changedAt: '2027-01-01T00:00:00.000Z',
  };

  it('stay as they are if nothing is typed, beside the reason', () => {
    const limits = limitsAsTyped(voucher, paris);
    expect(limits).toMatchObject({ validFrom: '2027-03-27', validUntil: '2027-03-28', reason: '' });
    const { validFrom, validUntil, maximumUses, minimumAmountInclTax } = voucher;
    const shown = { disabled: true, unchangedSince: voucher.changedAt };
    expect(
      readTypedLimits({ ...limits, reason: 'stop' }, { timezone: paris, actor: 'Ann', ...shown }),
    ).toEqual({
      value: {
        validFrom,
        validUntil,
        maximumUses,
        minimumAmountInclTax,
        actor: 'Ann',
        reason: 'stop',
        ...shown,
      },
    });
  });

  it('need a reason', () => {
    const of = { timezone: paris, actor: 'Ann', disabled: false, unchangedSince: voucher.changedAt };
    expect(readTypedLimits(limitsAsTyped(voucher, paris), of)).toEqual({ problem: 'reason' });
  });
});
