import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { messages } from '@/lib/locale/messages';
import { Price } from './price';

const rendered = (price: Parameters<typeof Price>[0]['price']) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      <Price price={price} />
    </NextIntlClientProvider>,
  );

it.each([
  ['0.00', '0.00', 'Free', '€'],
  ['0.00', '12.00', 'Free', '€0.00'],
  ['12.50', '12.50', '€12.50', 'Free'],
])('%s instead of %s is written as %s, as in calendars and lists', (now, before, expected, other) => {
  const common = { '@type': 'TicketingOfferPrice', currency: 'EUR', syncAt: '2027-06-01T10:00:00Z' } as const;
  const html = rendered({ ...common, amountInclTax: now, originalAmountInclTax: before });
  expect(html).toContain(expected);
  expect(html).not.toContain(other);
});
