import { NextIntlClientProvider } from 'next-intl';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { StaffMatch } from '@/lib/shop/flows/lookup/find-orders';
import { messages } from '@/lib/locale/messages';
import type { StaffSearch } from '@/lib/storefront/staff/lookup/search-orders';
import { LiveSearchBox, LiveSearchResults } from './live-search';
import { StaffSearch as StaffSearchView } from './staff-search';

const match: StaffMatch = {
  id: 'c-1',
  reference: 'K7MQ-3XTD',
  channel: 'web',
  state: 'ordered',
  total: '36.00',
  reason: null,
  email: 'hans@example.test',
  settledAs: null,
  escalatedAt: null,
  references: [],
  name: 'Hans Maier',
  refunded: '0.00',
  toRefund: '0.00',
  isUndelivered: false,
  tickets: 2,
  cancelled: 0,
  exchanged: 0,
  createdAt: new Date('2026-01-01T12:00:00Z'),
  reasons: [
    { kind: 'name', found: 'Hans' },
    { kind: 'email', found: 'hans@example.test', typed: 'hans@exampel.test' },
  ],
};

function page(changes: Partial<StaffSearch>, address = ''): string {
  const search: StaffSearch = {
    query: '',
    found: [],
    isCut: false,
    isTooLong: false,
    serviceUnavailable: false,
    ...changes,
  };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
      <SearchParamsContext value={new URLSearchParams(address)}>
        <StaffSearchView search={search}>
          <LiveSearchBox />
          <LiveSearchResults />
        </StaffSearchView>
      </SearchParamsContext>
    </NextIntlClientProvider>,
  );
}

const valueOf = (html: string) =>
  /<input[^>]*name="q"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="q"/.exec(html);

describe('the search of staff', () => {
  it('begins with the text of the address, which is newer than the page after the back button', () => {
    expect(valueOf(page({}, 'q=hans'))?.slice(1)).toContain('hans');
    expect(valueOf(page({ query: 'ada' }, 'q=ada'))?.slice(1)).toContain('ada');
  });

  it('shows what the server found for its own address', () => {
    expect(page({ query: 'hans', found: [match] }, 'q=hans')).toContain('1 booking found');
    const tooLong = page({ isTooLong: true }, `q=${'x'.repeat(300)}`);
    expect(tooLong).toContain('A search has at most 254 characters');
  });

  it('says that a text is too short, if nothing has just this name', () => {
    expect(page({ query: 'h' }, 'q=h')).toContain('“h” is too short');
    expect(page({ query: 'hansi' }, 'q=hansi')).toContain('Nothing found for “hansi”');
    expect(page({ query: 'li', found: [match] }, 'q=li')).toContain('1 booking found');
  });

  it.each([
    [{}, 'ordered', '€36.00'],
    [{ refunded: '16.00', cancelled: 1 }, 'ordered', '€16.00 of €36.00 refunded'],
    [{ refunded: '36.00', cancelled: 2 }, 'all tickets cancelled', '€36.00 refunded'],
    [{ toRefund: '36.00', cancelled: 2 }, 'all tickets cancelled', '€36.00 · Still to refund €36.00'],
    [
      { refunded: '6.00', cancelled: 1, exchanged: 1 },
      'all tickets cancelled or exchanged',
      '€6.00 of €36.00 refunded',
    ],
    [{ exchanged: 2 }, 'all tickets exchanged', '€36.00'],
    [{ state: 'refunded', isUndelivered: true }, '<strong>a refund failed</strong>', '€36.00'],
  ] as const)('says what became of the order and of its money: %j', (changes, state, amount) => {
    const html = page({ query: 'hans', found: [{ ...match, ...changes }] }, 'q=hans');
    expect(html).toContain(`>${state}</td>`);
    expect(html).toContain(`>${amount}</td>`);
  });

  it('of an address names the address before the name', () => {
    const html = page({ query: 'hans@exampel.test', found: [match] }, 'q=hans@exampel.test');
    expect(html.indexOf('hans@exampel.test →')).toBeLessThan(html.indexOf('name: Hans'));
    expect(html.indexOf('hans@exampel.test →')).toBeGreaterThan(0);
  });
});
