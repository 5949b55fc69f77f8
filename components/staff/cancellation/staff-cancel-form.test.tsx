import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { UnitView } from '@/lib/storefront/common/cancellation/cancellation-units';
import { refundFields } from './refund-fields';
import { StaffCancelFields, type StaffCancelState } from './staff-cancel-form';

const orderId = '019c0000-0000-7000-8000-000000000001';
const words = {
  reason: 'Reason',
  reasonHint: 'For the records',
  override: 'Otherwise',
  box: 'Against the rule',
  submit: 'Cancel and refund',
  back: 'Choose others',
};

function page(state: StaffCancelState, isNeeded = false, isFree = false, start = ''): string {
  return renderToStaticMarkup(
    <StaffCancelFields
      state={state}
      words={words}
      isNeeded={isNeeded}
      reason="Asked for"
      keys={null}
      back="/back"
      orders={[{ orderId, isFree, start, label: 'Refund in euros', hint: 'At most €36.00' }]}
    />,
  );
}

describe('the form with which staff cancel', () => {
  it('begins without a decision against the rule, even where one is needed, and without an error', () => {
    for (const isNeeded of [false, true]) {
      const fresh = page({ attempt: 0, typed: null, problem: null }, isNeeded);
      expect(fresh).toMatch(/name="refund-[^>]*value=""/);
      expect(fresh).toContain('At most €36.00');
      expect(fresh).not.toContain('aria-invalid');
      expect(fresh).not.toContain('checked=""');
    }
  });

  it('begins with what is left of the payment, if that is less than what was paid', () => {
    const fresh = page({ attempt: 0, typed: null, problem: null }, false, false, '3.00');
    expect(fresh).toMatch(/name="refund-[^>]*value="3.00"/);
  });

  it('has no field for the refund of tickets that cost nothing, and refunds nothing', () => {
    const free = page({ attempt: 0, typed: null, problem: null }, true, true);
    expect(free).toContain(`type="hidden" name="refund-${orderId}" value="0.00"`);
    expect(free).not.toContain('€');
  });

  it('has a field for each order, which says for which tickets it is if there are several', () => {
    const unit = (of: string, productName: string, reference: string): UnitView => ({
      key: `${of}/0`,
      orderId: of,
      references: [reference],
      holder: '',
      tickets: [],
      paid: '18.00',
      refund: '0.00',
      returned: '0.00',
      obstacle: 'DEADLINE_PASSED',
      isExchanged: false,
      until: null,
      rebooking: { obstacle: null, until: null, returned: '0.00', mostBack: '0.00' },
      line: {
        catalogId: 'c',
        catalogName: 'Boats',
        timezone: null,
        date: '2027-06-01',
        productId: 'p',
        productName,
        quantity: 1,
        unitAmount: '18.00',
        totalAmount: '18.00',
        tickets: [],
      },
    });
    const text = {
      label: 'Refund',
      most: (paid: string) => `At most €${paid}`,
      mostLeft: (amount: string) => `At most €${amount}: what is left`,
    };
    const [adult, child] = [unit('o-1', 'Adult', 'T-1'), unit('o-2', 'Child', 'T-2')];
    expect(refundFields([adult, unit('o-1', 'Adult', 'T-3')], null, text)).toEqual([
      { orderId: 'o-1', isFree: false, start: '', label: 'Refund', hint: 'At most €36.00' },
    ]);
    expect(refundFields([adult, child], null, text)).toEqual([
      {
        orderId: 'o-1',
        isFree: false,
        start: '',
        label: 'Refund: Boats, Adult',
        hint: 'T-1 · At most €18.00',
      },
      {
        orderId: 'o-2',
        isFree: false,
        start: '',
        label: 'Refund: Boats, Child',
        hint: 'T-2 · At most €18.00',
      },
    ]);
    expect(refundFields([adult], '3.00', text)).toMatchObject([
      { start: '3.00', hint: 'At most €3.00: what is left' },
    ]);
    expect(refundFields([adult], '18.00', text)).toMatchObject([{ start: '', hint: 'At most €18.00' }]);
  });

  it('shows everything as typed after a mistake, with each error at its field', () => {
    const again = page({
      attempt: 1,
      typed: { reason: 'fell "ill"', override: true, amounts: { [orderId]: '12,50 euros' } },
      problem: {
        title: 'Nothing was cancelled',
        text: 'Write each refund as an amount.',
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
