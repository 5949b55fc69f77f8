import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { messages } from '@/lib/locale/messages';
import type { FrontPage } from '@/lib/storefront/shop/search/front-page';
import { FrontContents } from './front-contents';

type Section = NonNullable<FrontPage['programme']>['sections'][number];

const catalog = (id: string, name: string): FrontPage['catalogs'][number] => ({
  id,
  name,
  lang: undefined,
  timezone: 'Europe/Paris',
  issuer: undefined,
  languages: [],
  accent: 'cobalt',
});
const [museum, boats] = [catalog('m', 'Museum'), catalog('b', 'Boats')];

function section(kind: Section['kind'], day: string | null, total: number): Section {
  const booking = {
    status: 'on_sale',
    days: [{ first: '2026-11-28', last: '2026-11-28' }],
    nextSessionAt: '2026-11-28T10:00:00+01:00',
    fromPrice: '8.00',
    nextAvailableQuantity: 2,
    productIds: [],
  } as const;
  return {
    kind,
    day,
    total,
    parameters: { day: 'today' },
    events: [
      {
        id: 'e',
        catalog: museum,
        accent: 'cobalt',
        name: 'Tour',
        picture: null,
        place: 'Hall',
        house: 'Museum',
        day,
        part: undefined,
        hasLaterParts: false,
        booking,
      },
    ],
  };
}

function rendered(page: Partial<FrontPage>): string {
  const quick: FrontPage['quick'] = [
    { name: 'day', value: 'today', isChosen: false, parameters: { day: 'today' } },
  ];
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      <FrontContents catalogs={[museum, boats]} quick={quick} programme={null} {...page} />
    </NextIntlClientProvider>,
  );
}

const headings = (html: string) =>
  [...html.matchAll(/<h([123])[^>]*>(.*?)<\/h\1>/g)].map(([, level, text = '']) => [
    Number(level),
    text.replaceAll(/<[^>]*>/g, ''),
  ]);
const links = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href);

describe('the front page', () => {
  it('says when events are by its headings, and leads from a part of a day to all of it', () => {
    const html = rendered({
      programme: { unread: [], sections: [section('today', '2026-11-28', 9), section('weekend', null, 1)] },
    });
    expect(headings(html)).toEqual([
      [1, 'What’s on'],
      [2, 'Today'],
      [3, 'Tour'],
      [2, 'This weekend'],
      [3, 'Tour'],
      [2, 'Organisers'],
    ]);
    // Beside the heading only the time is said.
    expect(html).toMatch(/>Saturday 28 November( 2026)?<\/p>/);
    expect(html).toContain('>10:00</p>');
    expect(html).toContain('Last 2');
    expect(links(html).filter((href) => href?.includes('/search'))).toEqual([
      '/en/search?day=today',
      '/en/search?day=today',
    ]);
    expect(html).toContain('All 9 events<span class="sr-only">: Today</span>');
  });

  it('of one catalogue is its programme, with links to its own page', () => {
    const html = rendered({
      catalogs: [museum],
      programme: { unread: [], sections: [section('today', '2026-11-28', 9)] },
    });
    expect(headings(html)).toEqual([
      [1, 'Museum'],
      [2, 'Today'],
      [3, 'Tour'],
    ]);
    expect(links(html)).toEqual([
      '/en/catalogs/m?day=today',
      '/en/catalogs/m/events/e?date=2026-11-28',
      '/en/catalogs/m?day=today',
      '/en/catalogs/m',
    ]);
  });

  it('says that nothing is on today where the next day with something is shown', () => {
    const html = rendered({ programme: { unread: [], sections: [section('next', '2027-06-05', 1)] } });
    expect(headings(html)[1]).toEqual([2, expect.stringMatching(/^Saturday 5 June( 2027)?$/)]);
    expect(html).toContain('Nothing more is on today');
  });

  it('says which catalogues are missing, or that all are', () => {
    const some = rendered({ programme: { unread: ['Boats', 'Museum'], sections: [] } });
    expect(some).toContain('The events of Boats and Museum can’t be shown at the moment.');
    const none = rendered({ programme: null });
    expect(headings(none)).toEqual([
      [1, 'What’s on'],
      [2, 'The programme can’t be shown at the moment'],
      [2, 'Organisers'],
    ]);
  });

  it('without catalogues says that nothing is on sale', () => {
    const html = rendered({ catalogs: [], programme: { unread: [], sections: [] } });
    expect(html).toContain('Nothing is on sale yet');
    expect(html).not.toContain('<form');
  });
});
