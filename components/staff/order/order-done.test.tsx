import { expect, it } from 'vitest';
import { shownCancellation } from '@/testing/storefront/shown-cancellation';
import { htmlOf, textOf } from '@/testing/storefront/text-of';
import { OrderDoneNotice } from './order-done';

const cancellation = (paidBack: 'cash' | 'terminal') =>
  shownCancellation({
    returned: '0.00',
    reference: 'C-1',
    staff: 'ada',
    refund: {
      id: 'r-1',
      state: 'settled',
      problem: 'pay_back_at_counter',
      amount: '30.00',
      refundId: null,
      paidBack,
      settledReason: 'ill',
    },
  });

const said = (paidBack: 'cash' | 'terminal') =>
  textOf(<OrderDoneNotice done="paid_back" back={['r-1']} cancellations={[cancellation(paidBack)]} />);

it('cash is to be given to the customer, and nothing when the money went by the card terminal', () => {
  expect(said('cash')).toContain('Paid back in cash: €30.00');
  expect(said('cash')).toContain('Give the customer this amount now.');
  expect(said('terminal')).toContain('Paid back to the card at the terminal: €30.00');
  expect(said('terminal')).toContain('Hand out nothing.');
  expect(said('terminal')).not.toContain('Give the customer');
});

it('goes when a form of the page is refused', () => {
  const page = htmlOf(<OrderDoneNotice done="given" back={[]} cancellations={[]} />);
  expect(page).toContain('[body:has(form_[role=alert])_&amp;]:hidden');
});
