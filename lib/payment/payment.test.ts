import { describe, expect, it } from 'vitest';
import { PaymentError, paymentLine } from './payment';

describe('an error of the provider', () => {
  it('has no code, and did not use up its key, unless it says so', () => {
    const cause = new Error('why');
    const error = new PaymentError('no', { retry: true, cause });
    expect(error).toMatchObject({ name: 'PaymentError', message: 'no', retry: true, cause });
    expect(error).toMatchObject({ code: null, idempotencyKeySpent: false });
    expect(new PaymentError('no', { retry: false })).toMatchObject({
      retry: false,
      code: null,
      idempotencyKeySpent: false,
    });
    const told = new PaymentError('no', {
      retry: false,
      code: 'amount_too_small',
      idempotencyKeySpent: true,
    });
    expect(told).toMatchObject({ code: 'amount_too_small', idempotencyKeySpent: true });
  });

  it('is recognized by its name, because separate bundles have separate classes', () => {
    const elsewhere = Object.assign(new Error('no'), { name: 'PaymentError' });
    expect(elsewhere instanceof PaymentError).toBe(true);
    expect(new Error('no') instanceof PaymentError).toBe(false);
    const noError: unknown = { name: 'PaymentError' };
    expect(noError instanceof PaymentError).toBe(false);
  });
});

describe('a line to pay', () => {
  const line = { name: 'Adult', description: 'Museum', unitAmount: '18.00', quantity: 2 };

  it('is charged by unit if that gives the exact total', () => {
    expect(paymentLine(line, '36.00')).toEqual(line);
  });

  it('is charged as one unit if the units do not sum up to the total', () => {
    expect(paymentLine(line, '35.99')).toEqual({
      name: '2 × Adult',
      description: 'Museum',
      unitAmount: '35.99',
      quantity: 1,
    });
  });
});
