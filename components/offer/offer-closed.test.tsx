import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { languages } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import { closedReason } from '@/lib/storefront/offer-days';
import { OfferClosed } from './offer-closed';

it.each(languages)(
  'in %s, an offer whose sale is over is not on sale, and one without tickets is sold out',
  (language) => {
    const shown = (...offers: Parameters<typeof closedReason>[0]) =>
      renderToStaticMarkup(
        <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
          <OfferClosed closedAs={closedReason(offers)} day="2027-06-01" />
        </NextIntlClientProvider>,
      );
    const { offer, state } = messages[language].shop;
    expect(shown({ status: 'not_on_sale' })).toContain(state.notOnSale);
    expect(shown({ status: 'not_on_sale' })).not.toContain(offer.soldOut);
    expect(shown({ status: 'on_sale' })).toContain(offer.soldOut);
    // A server with only the specification.
    expect(shown({})).toContain(offer.soldOut);
    expect(shown({ status: 'on_sale', mayReturn: true }, { status: 'not_on_sale' })).toContain(offer.allHeld);
  },
);
