import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
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
