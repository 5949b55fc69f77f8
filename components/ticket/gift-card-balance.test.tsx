import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { messages } from '@/lib/locale/messages';
import type { GiftCard } from '@/lib/contract/item-ticket';
import { TicketCard } from './ticket-list';

const line = {
  catalogId: 'c',
  catalogName: 'Museum',
  timezone: 'Europe/Paris',
  date: '2029-12-31',
  productId: 'p',
  productName: 'Card, €50',
  quantity: 1,
  unitAmount: '50.00',
  totalAmount: '50.00',
  tickets: [],
  giftCard: true as const,
};

const shown = (change: Partial<GiftCard>) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      <TicketCard
        line={line}
        ticket={{ name: 'Card', occursAt: null, sessionName: null, event: null }}
        holder="Ada Martin"
        reference="J8ZM-PNAT"
        codeImage={null}
        shareLink="https://shop.example/tickets/x"
        walletLinks={{ apple: null, google: null }}
        number={1}
        count={2}
        giftCard={{
          valueInclTax: '50.00',
          remainingInclTax: '32.00',
          validUntil: '2029-12-31T23:00:00.000Z',
          disabled: false,
          ...change,
        }}
      />
    </NextIntlClientProvider>,
  );

it('a gift card says what is left and how to use it, and speaks of no ticket or holder', () => {
  const html = shown({});
  expect(html).toContain('€32.00 left');
  expect(html).toContain('alid until Monday 31 December 2029');
  expect(html).toContain('Whoever has this code can pay with it');
  expect(html).toContain('Gift card 1 of 2');
  expect(html.replaceAll(/<[^>]*>/g, ' ')).not.toMatch(/ticket|Ada Martin/i);
});

it('one of which staff have changed the last day shows that one', () => {
  const html = shown({ validUntil: '2031-06-30T22:00:00.000Z' });
  expect(html).toContain('alid until Monday 30 June 2031');
  expect(html).not.toContain('2029');
  expect(shown({ validUntil: null })).not.toContain('alid until');
});

it.each([
  { change: { validUntil: '2020-01-01T00:00:00.000Z' }, said: 'It has expired.' },
  { change: { disabled: true }, said: 'It can’t be used any more.' },
])('one that nobody can pay with says so instead of what is left: $said', ({ change, said }) => {
  const html = shown(change);
  expect(html).toContain(said);
  expect(html).not.toContain('€32.00 left');
  expect(html).not.toContain('can pay with it');
});
