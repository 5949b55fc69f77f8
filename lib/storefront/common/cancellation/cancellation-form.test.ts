import { describe, expect, it } from 'vitest';
import { checkTyped, typedCancellation } from './cancellation-form';

const orderId = '019c0000-0000-7000-8000-000000000001';

function typed(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return typedCancellation(form);
}

describe('what staff typed', () => {
  const amount = `refund-${orderId}`;

  it('is read as it is, and sent without spaces around it', () => {
    const read = typed({ reason: ' rain ', override: 'yes', [amount]: '12,5', other: 'x' });
    expect(read).toEqual({ reason: ' rain ', override: true, amounts: { [orderId]: '12,5' } });
    expect(checkTyped(read)).toEqual({
      kind: 'right',
      reason: 'rain',
      amounts: new Map([[orderId, '12.50']]),
    });
  });

  it('by the rule has no amounts, so that theirs are not judged', () => {
    expect(checkTyped(typed({ reason: 'rain', [amount]: 'nothing' }))).toEqual({
      kind: 'right',
      reason: 'rain',
      amounts: null,
    });
  });

  it('is wrong in each field at once', () => {
    expect(checkTyped(typed({ reason: ' ', override: 'yes', [amount]: '12,50 euros' }))).toEqual({
      kind: 'wrong',
      reason: 'reason',
      amounts: [orderId],
    });
    expect(checkTyped(typed({ reason: 'x'.repeat(501) }))).toMatchObject({ reason: 'reasonLong' });
  });
});
