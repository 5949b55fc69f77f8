import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { languages } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import { OfferClosed } from './offer-closed';

it.each(languages)(
  'in %s, an offer whose sale is over is not on sale, and one without tickets is sold out',
  (language) => {
    const shown = (
      closedAs: Parameters<typeof OfferClosed>[0]['closedAs'],
      saleEnded: string | null = null,
    ) =>
      renderToStaticMarkup(
        <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
          <OfferClosed closedAs={closedAs} saleEnded={saleEnded} day="2027-06-01" timezone="Europe/Paris" />
        </NextIntlClientProvider>,
      );
    const { offer, state } = messages[language].shop;
    expect(shown('notOnSale')).toContain(state.notOnSale);
    expect(shown('notOnSale')).not.toContain(offer.soldOut);
    const ended = shown('notOnSale', '2027-05-31T12:00:00+02:00');
    expect(ended).toContain(offer.saleEnded);
    expect(ended).toContain('12:00');
    expect(ended).not.toContain(state.notOnSale);
    // A sale that ends at midnight ends with the day before.
    const atMidnight = shown('notOnSale', '2027-06-01T00:00:00+02:00');
    expect(atMidnight).toContain('31');
    expect(atMidnight).not.toContain('00:00');
    expect(shown('soldOut')).toContain(offer.soldOut);
    expect(shown('allHeld')).toContain(offer.allHeld);
  },
);
