import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { checkTyped, typedCancellation } from '@/lib/storefront/cancellation-form';
import { StaffCancelFields, type StaffCancelState } from './staff-cancel-form';

const orderId = '019c0000-0000-7000-8000-000000000001';
const words = {
  ...{ reason: 'Reason', reasonHint: 'For the records', override: 'Otherwise', box: 'Against the rule' },
  ...{ amount: 'Refund in euros', submit: 'Cancel and refund', back: 'Choose others' },
};

function page(state: StaffCancelState): string {
  return renderToStaticMarkup(
    <StaffCancelFields
      {...{ state, words, isNeeded: false, back: '/back' }}
      orders={[{ orderId, paid: '36.00', hint: 'At most €36.00' }]}
    />,
  );
}

describe('the form with which staff cancel', () => {
  it('begins with the amounts that were paid, and without an error', () => {
    const fresh = page({ attempt: 0, typed: null, problem: null });
    expect(fresh).toContain('value="36.00"');
    expect(fresh).not.toContain('aria-invalid');
    expect(fresh).not.toContain('checked=""');
  });

  it('shows everything as typed after a mistake, with each error at its field', () => {
    const again = page({
      attempt: 1,
      typed: { reason: 'fell "ill"', override: true, amounts: { [orderId]: '12,50 euros' } },
      problem: {
        ...{ title: 'Nothing was cancelled', text: 'Write each refund as an amount.' },
        mistakes: { amounts: { [orderId]: 'Write each refund as an amount.' } },
      },
    });
    expect(again).toContain('value="fell &quot;ill&quot;"');
    expect(again).toContain('checked=""');
    expect(again).toContain('value="12,50 euros"');
    expect(again).toContain(`id="refund-${orderId}-error"`);
    expect(/<input[^>]*12,50 euros[^>]*>/.exec(again)?.[0]).toContain('aria-invalid="true"');
    expect(again).not.toContain('id="reason-error"');
    expect(again).toMatch(/role="alert".*Nothing was cancelled/);
  });

  it('shows at the box that it has to be ticked', () => {
    const again = page({
      attempt: 1,
      typed: { reason: 'rain', override: false, amounts: {} },
      problem: { title: 'Nothing', text: 'Tick it.', mistakes: { override: 'Tick it.', amounts: {} } },
    });
    expect(/<input type="checkbox"[^>]*>/.exec(again)?.[0]).toContain('aria-describedby="override-error"');
    expect(again).not.toContain('checked=""');
  });
});

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
      ...{ kind: 'right', reason: 'rain', amounts: null },
    });
  });

  it('is wrong in each field at once', () => {
    expect(checkTyped(typed({ reason: ' ', override: 'yes', [amount]: '12,50 euros' }))).toEqual({
      ...{ kind: 'wrong', reason: 'reason', amounts: [orderId] },
    });
    expect(checkTyped(typed({ reason: 'x'.repeat(501) }))).toMatchObject({ reason: 'reasonLong' });
  });
});
