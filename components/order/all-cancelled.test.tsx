import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { messages } from '@/lib/locale/messages';
import type { CancellationView } from '../cancellation/cancellation-list';
import { AllCancelled } from './all-cancelled';
import type { OrderPageView } from './order-view';

const cancellation = (changes: Partial<CancellationView>): CancellationView => ({
  id: 'k-1',
  state: 'done',
  tickets: ['t-1'],
  amount: '36.00',
  returned: null,
  reference: 'CN-1',
  document: '/d/9',
  settledAs: null,
  wholeAt: null,
  isGoodwill: false,
  isEnded: true,
  cameBack: false,
  rebookedTo: null,
  rebookedReference: null,
  organiserMessage: null,
  ...changes,
});

const checkout: OrderPageView['checkout'] = {
  id: 'c-1',
  reference: 'K7MQ-3XTD',
  total: '36.00',
  credit: '0.00',
  reason: null,
  settledAs: null,
  invoice: null,
  customer: null,
};

const shown = (...cancellations: CancellationView[]) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      <AllCancelled of="tickets" view={{ checkout, cancellations }} />
    </NextIntlClientProvider>,
  );

it('an order of which one part was exchanged and the other cancelled says both', () => {
  const to = { rebookedTo: 'c-2', rebookedReference: 'NEW1-2345' };
  const page = shown(cancellation({}), cancellation({ id: 'k-2', tickets: ['t-2'], amount: '5.00', ...to }));
  expect(page).toContain('Your tickets are no longer valid</h1>');
  expect(page).toContain('some tickets were exchanged for booking NEW1-2345, and the others were cancelled.');
  expect(page).toContain('Cancelled and exchanged</h2>');
  expect(page).toContain('Exchanged; the rest of the price was refunded.');
});

it('a cancellation for which nothing is paid back names no amount', () => {
  const page = shown(cancellation({ amount: '0.00', document: null }));
  expect(page).toContain('Cancelled.');
  expect(page).not.toMatch(/refunded|€0\.00|Confirmation/);
});
