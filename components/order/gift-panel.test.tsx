import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { messages } from '@/lib/locale/messages';
import type { GiftView } from '@/lib/storefront/shop/order/gift';
import { GiftPanel } from './gift-panel';

const gift: GiftView = {
  name: 'Grace',
  email: 'grace@example.org',
  message: '',
  date: '2026-12-05',
  state: 'waiting',
  sentAt: null,
  end: null,
  answer: null,
  limits: {
    first: '2026-11-30',
    last: '2026-12-24',
    longest: 100,
    most: 500,
    lines: 12,
    minutes: 5,
    times: 5,
  },
};
const noAction = () => Promise.reject(new Error('nothing is sent here'));

function panelOf(change: Partial<GiftView>): string {
  const actions = { change: noAction, again: noAction };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="Europe/Paris">
      <GiftPanel checkoutId="one" gift={{ ...gift, ...change }} actions={actions} />
    </NextIntlClientProvider>,
  );
}

const sent = { state: 'sent', sentAt: '2026-11-30T10:00:00Z' } as const;

it.each(['cancelled', 'exchanged', 'both', 'calledOff'] as const)(
  'promises and offers nothing when no ticket is left (%s)',
  (end) => {
    for (const state of ['waiting', 'undelivered', 'ended'] as const) {
      const panel = panelOf({ end, state });
      expect(panel).toContain('the gift is not sent');
      for (const none of ['It will be sent', '<form', 'check the address']) expect(panel).not.toContain(none);
    }
    const panel = panelOf({ end, ...sent });
    expect(panel).toContain('It was sent on Monday 30 November 2026');
    expect(panel).not.toContain('<form');
  },
);

it('asks for a day only if there are several, and names what is optional', () => {
  expect(panelOf({})).toContain('min="2026-11-30" max="2026-12-24"');
  expect(panelOf({}).match(/\(optional\)/g)).toHaveLength(2);
  expect(panelOf({})).toContain('12 lines');
  const limits = { ...gift.limits, last: gift.limits.first };
  expect(panelOf({ limits })).not.toContain('type="date"');
});

it('offers to change a gift that waits, and to send one again that was sent', () => {
  expect(panelOf({})).toContain('It will be sent on Saturday 5 December 2026');
  expect(panelOf({})).toContain('Change the person or the day');
  expect(panelOf(sent)).toContain('Send the gift again');
});
