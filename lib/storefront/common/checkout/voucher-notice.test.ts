import { describe, expect, it } from 'vitest';
import { readVoucherNotice, voucherParameters } from './voucher-notice';

describe('what became of a code, in an address', () => {
  it('has the total that is needed, if the service says it', () => {
    const { name, from } = voucherParameters({ refusal: 'BELOW_MINIMUM', minimum: '30.00' });
    expect(readVoucherNotice(name, from)).toEqual({ name: 'BELOW_MINIMUM', from: '30.00' });
    expect(voucherParameters({ refusal: 'BELOW_MINIMUM', minimum: null })).toEqual({ name: 'BELOW_MINIMUM' });
    expect(voucherParameters('applied')).toEqual({ name: 'applied' });
  });

  it.each([undefined, '', '30', '1e9', '=cmd()', '<b>30.00</b>'])('that has %s is no total', (from) => {
    expect(readVoucherNotice('BELOW_MINIMUM', from)).toEqual({ name: 'BELOW_MINIMUM', from: null });
  });

  it('that names nothing known says nothing', () => {
    expect(readVoucherNotice('SOMETHING', '30.00')).toBeNull();
    expect(readVoucherNotice(undefined, undefined)).toBeNull();
  });
});
