import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { messages } from '@/lib/locale/messages';
import { GivenTickets } from './given-tickets';

const gift = { name: 'Grace', email: 'grace@example.org', message: '', date: null };

const shown = (view: Parameters<typeof GivenTickets>[0]['view']) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      <GivenTickets view={view} />
    </NextIntlClientProvider>,
  );

it('says who has the tickets of a gift that was sent, and nothing before that or without one', () => {
  expect(shown({ checkout: { gift }, giftDelivery: { state: 'sent' } })).toContain(
    'Grace has these tickets: those that you cancel or exchange will not be valid any more.',
  );
  expect(shown({ checkout: { gift }, giftDelivery: { state: 'waiting' } })).toBe('');
  expect(shown({ checkout: { gift: null }, giftDelivery: null })).toBe('');
});
