import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Offer } from '@/lib/contract/offer';
import { type Language, languages } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import type { EventTickets } from '@/lib/storefront/shop/event/event-tickets';
import { EventSessions } from './event-sessions';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function typeOf(number: number, name: string, maximum: number): EventTickets['types'][number] {
  const price = {
    '@type': 'TicketingOfferPrice',
    amountInclTax: '8.00',
    originalAmountInclTax: '8.00',
    currency: 'EUR',
    syncAt: '2027-01-01T00:00:00Z',
  } as const;
  const product = { '@id': `/v1/products/${id(number)}`, '@type': 'TicketingProduct' as const };
  const offer: Offer = {
    '@id': `/v1/offers/${id(number)}`,
    '@type': 'TicketingOffer',
    id: id(number),
    date: '2027-06-01',
    availableQuantity: maximum,
    realtimePriceRequired: false,
    tickets: [],
    price,
    product: { ...product, id: id(number), name, description: '' },
  };
  return { offer, price, maximum };
}

const seated = {
  '@id': `/v1/sessions/${id(3)}`,
  '@type': 'TicketingSession' as const,
  id: id(3),
  occursAt: '2027-06-01T20:00:00+02:00',
  duration: null,
  availableQuantity: 90,
  seatPlan: `/v1/seat-plans/${id(4)}`,
};

/** The page of an event with these types of tickets for one session. */
function pageWith(types: EventTickets['types'], language: Language = 'en'): string {
  const nothing = { days: [], earlierFrom: null, laterFrom: null };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
      <EventSessions
        catalog={{
          id: id(1),
          timezone: undefined,
          lang: undefined,
          name: 'Theatre',
          languages: [],
          accent: 'pine',
          issuer: undefined,
        }}
        event={{
          id: id(2),
          name: 'Play',
          excerpt: '',
          isShort: true,
          lead: '',
          sanitizedHtml: '',
          picture: null,
          venue: null,
          gallery: [],
          isArrivalWindow: false,
          languages: [],
          accessibility: [],
          meetingPoint: '',
          minimumAge: null,
          included: '',
        }}
        shown={{ kind: 'strip', ...nothing }}
        selected={null}
        times={null}
        activities={[]}
        activity={null}
        skippedDay={null}
        chosen={{ session: seated, day: '2027-06-01', description: '', offers: [], waitable: new Set() }}
        tickets={{ formId: id(9), session: seated, perHold: 10, types, others: [], waitable: new Set() }}
        dayOffers={[]}
        zone=""
        booking={null}
        products={[]}
        action={() => Promise.resolve()}
        fieldsOf={(offerId) => ({ quantity: `quantity.${offerId}`, price: `price.${offerId}` })}
        fieldOf={(ticketId) => ticketId}
        preset={new Map()}
      />
    </NextIntlClientProvider>,
  );
}

const numbersIn = (html: string) => [...html.matchAll(/type="number"[^>]* value="(\d+)"/g)].map(([, n]) => n);

describe('the tickets of a session with numbered seats', () => {
  it('are chosen on the plan, which the link opens at the seats', () => {
    const html = pageWith([typeOf(11, 'Zone 1', 10)]);
    expect(html).toContain(`/offers/${id(11)}?session=${id(3)}&amp;seats=#seats"`);
  });
});

describe('what the form of an event begins with', () => {
  it('is one ticket of the first type', () => {
    const html = pageWith([typeOf(11, 'Full price', 5), typeOf(12, 'Reduced', 5)]);
    expect(numbersIn(html)).toEqual(['1', '0']);
    expect(html).toContain('€8.00</output>');
    expect(html).not.toContain(messages.en.shop.offer.chooseTickets);
  });

  it.each(languages)('is nothing in %s if the first type is sold out, which is said', (language) => {
    const html = pageWith([typeOf(11, 'Full price', 0), typeOf(12, 'Reduced', 5)], language);
    const { soldOut, chooseOthers, chooseTickets } = messages[language].shop.offer;
    expect(numbersIn(html)).toEqual(['0']);
    expect(html).toContain(`Full price</strong>: ${soldOut}. ${chooseOthers}`);
    // No total that would look ready, and a button that leads to the numbers where there are scripts.
    expect(html).not.toContain('</output>');
    expect(html).toMatch(
      new RegExp(`<a href="#tickets" class="[^"]*needs-script[^"]*">${chooseTickets}</a>`),
    );
  });
});
