import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Offer } from '@/lib/contract/offer';
import type { Session, SessionState } from '@/lib/contract/session';
import { type Language, languages } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import { SessionList } from '../session/session-list';
import type { EventPage } from '@/lib/storefront/shop/event/events';
import { EventSessions } from './event-sessions';
import { NoSessions } from './no-sessions';
import { OtherProducts } from '../catalogue/product-rows';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const catalog = { id: id(1), timezone: undefined, lang: undefined };

function session(status: SessionState | undefined, availableQuantity: number | null = 0): Session {
  return {
    '@id': `/v1/ticketing/catalogs/${id(1)}/events/${id(2)}/sessions/${id(3)}`,
    '@type': 'TicketingSession',
    id: id(3),
    occursAt: '2027-06-01T10:00:00+02:00',
    duration: null,
    availableQuantity,
    status,
  };
}

/** The HTML of a component in a language. */
function rendered(language: Language, shown: ReactNode): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
      {shown}
    </NextIntlClientProvider>,
  );
}

function listOf(language: Language, sessions: Session[]): string {
  const common = { timezone: undefined, lang: undefined, chosenId: undefined };
  return rendered(language, <SessionList {...common} sessions={sessions} hrefOf={() => '/chosen'} />);
}

const nothing = { days: [], earlierFrom: null, laterFrom: null };

function eventPage(shown: Partial<EventPage>): EventPage {
  return {
    catalog: { ...catalog, name: 'Museum', languages: [], accent: 'pine' as const, issuer: undefined },
    event: {
      id: id(2),
      name: 'Tour',
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
    },
    shown: { kind: 'strip', ...nothing },
    selected: null,
    times: null,
    activities: [],
    activity: null,
    skippedDay: null,
    chosen: null,
    tickets: null,
    dayOffers: [],
    zone: '',
    booking: null,
    products: [],
    ...shown,
  };
}

const shownAs = (language: Language, page: Partial<EventPage>) =>
  rendered(
    language,
    <EventSessions
      {...eventPage(page)}
      action={() => Promise.resolve()}
      fieldsOf={(id) => ({ quantity: `quantity ${id}`, price: `price ${id}` })}
      fieldOf={(id) => id}
      preset={new Map()}
    />,
  );

function panelOf(
  language: Language,
  chosen: Session,
  description = '',
  { offers = [], waitable = [] }: { offers?: Offer[]; waitable?: string[] } = {},
): string {
  const known = { session: chosen, offers, waitable: new Set(waitable) };
  const tickets = { ...known, formId: id(9), perHold: 10, types: [], others: offers };
  return shownAs(language, { chosen: { ...known, day: '2027-06-01', description }, tickets });
}

describe('a session that is not on sale', () => {
  it.each([
    ['en', 'cancelled', 'Cancelled'],
    ['fr', 'cancelled', 'Annulé'],
    ['de', 'postponed', 'Verschoben'],
    ['es', 'postponed', 'Aplazado'],
    ['it', 'not_on_sale', 'Non in vendita'],
    ['nl', 'not_on_sale', 'Niet te koop'],
  ] as const)('is listed in %s as %s: "%s", without a link', (language, status, text) => {
    const html = listOf(language, [session(status)]);
    expect(html).toContain(text);
    expect(html).toContain('>10:00</time>');
    expect(html).not.toContain('<a ');
  });

  it('is a link when it is on sale, also when the server sends no status', () => {
    for (const status of ['on_sale', undefined] as const) {
      const html = listOf('en', [session(status, null)]);
      expect(html).toContain('Available');
      expect(html).toContain('href="/chosen"');
    }
  });

  it.each(languages)('says in %s when all places are only held', (language) => {
    const held = { ...session('on_sale'), mayReturn: true };
    const { state, event } = messages[language].shop;
    expect(listOf(language, [held])).toContain(state.allHeld);
    expect(listOf(language, [held])).not.toContain(state.soldOut);
    expect(panelOf(language, held)).toContain(event.allHeldSession);
  });

  it.each(languages)('shows in %s why there are no tickets for it', (language) => {
    const { event } = messages[language].shop;
    expect(panelOf(language, session('cancelled'))).toContain(event.cancelledSession);
    expect(panelOf(language, session('postponed'))).toContain(event.postponedSession);
    expect(panelOf(language, session('not_on_sale'))).toContain(event.notOnSaleSession);
    expect(panelOf(language, session(undefined))).toContain(event.soldOutSession);
    expect(panelOf(language, session('on_sale', 5))).toContain(event.noOffers);
  });

  it('shows the text about it alone, without markup', () => {
    const html = panelOf('en', session('on_sale', 5), 'Bring <b>boots</b>');
    expect(html).toContain('Bring &lt;b&gt;boots&lt;/b&gt;');
    expect(panelOf('en', session('on_sale', 5))).not.toContain('whitespace-pre-line');
  });
});

describe('the waiting list of a session', () => {
  const label = messages.en.shop.waitingList.button;
  const offer = (number: number, name: string): Offer => ({
    '@id': `/v1/offers/${id(number)}`,
    '@type': 'TicketingOffer',
    id: id(number),
    date: '2027-06-01',
    availableQuantity: 5,
    realtimePriceRequired: false,
    tickets: [],
    price: {
      '@type': 'TicketingOfferPrice',
      amountInclTax: '8.00',
      originalAmountInclTax: '8.00',
      currency: 'EUR',
      syncAt: '2026-01-01T00:00:00Z',
    },
    product: { '@id': '/v1/products/1', '@type': 'TicketingProduct', id: id(8), name, description: '' },
  });
  const text = (html: string) => html.replaceAll(/<[^>]*>/g, '');
  const links = (html: string) => (html.match(/<a .*?<\/a>/g) ?? []).map(text);

  it.each(languages)('is linked in %s where it is sold out or held, with its time and name', (language) => {
    const { button } = messages[language].shop.waitingList;
    for (const mayReturn of [true, false]) {
      const html = listOf(language, [{ ...session('on_sale'), mayReturn, name: 'Tour' }]);
      expect(links(html)).toEqual([`${button} 10:00 Tour`]);
      expect(html).toContain('href="/chosen"');
      // What contains a time is a link to tickets.
      expect(html).not.toMatch(/<a [^>]*>(?:(?!<\/a>).)*<time/);
    }
  });

  it.each(['cancelled', 'postponed', 'not_on_sale'] as const)('is not linked if it is %s', (status) => {
    expect(listOf('en', [session(status)])).not.toContain(label);
  });

  it('has a form on the page of each offer for which one can wait, and for others nothing', () => {
    const offers = [offer(11, 'Adult'), offer(12, 'Child')];
    const html = panelOf('en', session('on_sale'), '', { offers, waitable: [id(11)] });
    expect(links(html)).toEqual([`${label} Adult`]);
    expect(html).toContain(`/offers/${id(11)}?session=${id(3)}#waiting-list`);
    // What the day has left says nothing about this time.
    expect(html).not.toContain('5 left');
    expect(panelOf('en', session('on_sale'), '', { offers })).not.toContain('<a ');
  });
});

describe('a day in the strip', () => {
  const strip = (closedAs: 'cancelled' | null, openCount: number) => {
    const days = [{ day: '2027-06-01', openCount, closedAs, sessions: [] }];
    return shownAs('en', { shown: { kind: 'strip', ...nothing, days } });
  };

  it('is labelled cancelled, and not sold out, when all of its sessions are cancelled', () => {
    expect(strip('cancelled', 0)).toContain('Cancelled');
    expect(strip('cancelled', 0)).not.toContain('sold out');
    expect(strip(null, 0)).toContain('sold out');
    expect(strip(null, 2)).toContain('2 times');
  });
});

it.each(languages)('a session of a whole day has no time of a day (%s)', (language) => {
  const allDay = { ...session('on_sale', null), occursAt: '2027-06-01T00:00:00+02:00', duration: 'PT23H59M' };
  const html = listOf(language, [allDay]);
  expect(html).toContain(messages[language].shop.state.allDay);
  expect(html).not.toContain('00:00<');
});

describe('the products of an event', () => {
  const product = {
    id: id(5),
    name: 'Adult',
    excerpt: '',
    isShort: true,
    lead: '',
    sanitizedHtml: '',
    picture: null,
  };
  const place = {
    catalog: { ...catalog, name: 'Museum', languages: [], accent: 'pine' as const, issuer: undefined },
    products: [product],
  };
  const booking = (status: 'on_sale' | 'cancelled' | 'postponed' | 'over') => ({
    status,
    days: [],
    nextSessionAt: null,
    fromPrice: null,
    nextAvailableQuantity: null,
    productIds: [id(5)],
  });

  it.each(['cancelled', 'postponed', 'over'] as const)('are not offered if it is %s', (status) => {
    const withTimes = rendered('en', <OtherProducts {...place} tickets={null} booking={booking(status)} />);
    const without = rendered('en', <NoSessions {...place} booking={booking(status)} />);
    expect(withTimes).toBe('');
    expect(without).not.toContain('Adult');
    expect(without).toContain(
      { cancelled: 'Cancelled', postponed: 'Postponed', over: 'No more dates' }[status],
    );
  });

  it('are offered if it is on sale, or if the server tells no state', () => {
    for (const known of [booking('on_sale'), null]) {
      expect(rendered('en', <OtherProducts {...place} tickets={null} booking={known} />)).toContain('Adult');
      expect(rendered('en', <NoSessions {...place} booking={known} />)).toContain('Adult');
    }
  });
});
