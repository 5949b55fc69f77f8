import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { messages } from '@/lib/locale/messages';
import type { UnitView } from '@/lib/storefront/common/cancellation/cancellation-units';
import { ChosenUnits } from './chosen-units';
import { ConfirmUnits } from './confirm-units';
import { UnitBox } from './units';

const unit = (paid: string, refund = paid): UnitView => ({
  key: `o-1/${paid}`,
  orderId: 'o-1',
  references: ['T-1'],
  holder: 'Ada Martin',
  tickets: ['t-1'],
  paid,
  refund,
  returned: '0.00',
  obstacle: null,
  isExchanged: false,
  until: '2027-06-01T08:00:00Z',
  rebooking: { obstacle: null, until: null, returned: '0.00', mostBack: '0.00' },
  line: {
    catalogId: 'c',
    catalogName: 'Boats',
    timezone: 'UTC',
    date: '2027-06-01',
    productId: 'p',
    productName: 'Child',
    quantity: 1,
    unitAmount: paid,
    totalAmount: paid,
    tickets: [],
  },
});
const done = () => Promise.resolve();

function renderText(page: ReactNode): string {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      {page}
    </NextIntlClientProvider>,
  );
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

const confirm = (chosen: readonly UnitView[]) =>
  renderText(<ConfirmUnits checkoutId="c" chosen={chosen} isCounter={false} action={done} back="/back" />);

describe('cancelling tickets that cost nothing', () => {
  it.each(['cancellation', 'rebooking'] as const)('the choice says until when, and no amount: %s', (of) => {
    const text = renderText(<UnitBox of={of} unit={unit('0.00')} isOpen isByRule />);
    expect(text).toMatch(/Can be (cancelled|exchanged) until Tuesday/);
    expect(text).not.toContain('€');
  });

  it('the confirmation says nothing about money', () => {
    const text = confirm([unit('0.00')]);
    expect(text).toContain('Cancel these tickets');
    expect(text).not.toMatch(/€|back to|get back|money/i);
  });

  it('staff see no amount either', () => {
    const props = { checkoutId: 'c', chosen: [unit('0.00')], isCounter: true, isStaff: true };
    expect(renderText(<ChosenUnits {...props} />)).not.toMatch(/€|refund|money/i);
  });

  it('a paid ticket beside a free one: only the paid amount is shown', () => {
    const text = confirm([unit('0.00'), unit('18.00')]);
    // Beside the paid ticket, as the sum, and on the button.
    expect(text.match(/€[\d.]+/g)).toEqual(['€18.00', '€18.00', '€18.00']);
    expect(text).toContain('The money goes back');
  });
});

describe('tickets whose refund is EUR 0', () => {
  it('says that no money is given back', () => {
    const text = confirm([unit('18.00', '0.00')]);
    expect(text).toContain('No money is given back.');
    expect(text).not.toMatch(/The money goes back|Cancel and get|€0/);
  });
});
