import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { messages } from '@/lib/locale/messages';
import type { SearchView } from '@/lib/storefront/shop/search/discovery';
import { SearchResults } from './search-results';

const q = 'museum pumping';
const view: SearchView = {
  total: 0,
  page: 1,
  pages: 1,
  events: [],
  complete: true,
  unread: [],
  swapped: null,
  nextDay: null,
  criteria: { q },
  parameters: { q },
  quick: [],
  sortings: [],
  given: [{ name: 'q', parameters: {} }],
  choices: {
    catalog: [],
    day: [],
    place: [],
    category: [],
    price: [],
    language: [],
    accessibility: [],
    tickets: [],
  },
  problems: { words: null, dates: null, unusedDay: null },
  nearestWords: { without: 'museum', q: 'pumping', count: 3, parameters: { q: 'pumping' } },
  nearest: [{ name: 'q', count: 6, parameters: {} }],
};

it('without results, links offer the search without one word and without all words', () => {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      <SearchResults
        view={view}
        hrefOf={(parameters) => `/en?${new URLSearchParams(parameters).toString()}`}
      />
    </NextIntlClientProvider>,
  );
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(Without[^<]*)</g)].map(([, ...link]) => link);
  expect(links).toEqual([
    ['/en?q=pumping', 'Without “museum”: 3 events'],
    ['/en?', 'Without “museum pumping”: 6 events'],
  ]);
});
