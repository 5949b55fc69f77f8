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
  visits: [],
  count: 2,
  valid: 2,
  net: '36.00',
  replacedBy: null,
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

  const cells = (changes: Partial<StaffMatch>) => {
    const html = page({ query: 'hans', found: [{ ...match, ...changes }] }, 'q=hans');
    return [...html.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) =>
      cell
        .replaceAll(/<[^>]*>/g, '|')
        .split('|')
        .filter(Boolean)
        .join(' | '),
    );
  };

  it.each([
    [{}, 'ordered | 2 of 2 valid', '€36.00'],
    [
      { refunded: '16.00', net: '20.00', cancelled: 1, tickets: 2, valid: 1 },
      'ordered | 1 of 2 valid',
      '€20.00 | €16.00 refunded',
    ],
    [
      { refunded: '36.00', net: '0.00', cancelled: 2, valid: 0 },
      'all tickets cancelled | 0 of 2 valid',
      '€0.00 | €36.00 refunded',
    ],
    [
      { toRefund: '36.00', cancelled: 2, valid: 0 },
      'all tickets cancelled | 0 of 2 valid',
      '€36.00 | Still to refund €36.00',
    ],
    [
      { cancelled: 1, exchanged: 1, valid: 0, replacedBy: { id: 'c-2', reference: 'Q2WE-4RTZ' } },
      'all tickets cancelled or exchanged | 0 of 2 valid | Exchanged for Q2WE-4RTZ',
      '€36.00',
    ],
    [{ state: 'refunded', isUndelivered: true, count: 0 }, 'a refund failed', '€36.00'],
    [{ state: 'held', net: '0.00', count: 0 }, 'held', '€36.00'],
  ] as const)('says what became of the order and of its money: %j', (changes, state, amount) => {
    expect(cells(changes).slice(2, 4)).toEqual([state, amount]);
  });

  it('names the next visit, with how many there are besides', () => {
    const visit = { name: 'The Great Bend', date: null, timezone: 'Europe/Paris', lang: 'en' };
    const visits = [
      { ...visit, occursAt: '2099-05-03T10:00:00+02:00' },
      { ...visit, occursAt: '2020-05-02T10:00:00+02:00' },
      { ...visit, occursAt: '2099-05-02T10:00:00+02:00' },
    ];
    expect(cells({ visits })[1]).toBe('The Great Bend | Sat 2 May 2099, 10:00 +1');
    const anyTime = { ...visit, name: 'Musée', lang: 'fr', date: '2020-05-02', occursAt: null };
    expect(cells({ visits: [anyTime] })[1]).toBe('Musée | Sat 2 May 2020');
    const html = page({ query: 'hans', found: [{ ...match, visits: [anyTime] }] }, 'q=hans');
    expect(html).toContain('<span lang="fr"');
  });

  it('dims what nothing is left of, and leads to what replaced it', () => {
    const row = (changes: Partial<StaffMatch>) => {
      const html = page({ query: 'hans', found: [{ ...match, ...changes }] }, 'q=hans');
      return /<tr data-result="true" class="([^"]*)"/.exec(html)?.[1] ?? '';
    };
    expect(row({})).not.toContain('ink-soft');
    expect(row({ exchanged: 2, tickets: 2, valid: 0 })).toContain('ink-soft');
    // There is still something to do.
    expect(row({ state: 'refunded', isUndelivered: true, count: 0 })).not.toContain('ink-soft');
    const replacedBy = { id: 'c-2', reference: 'Q2WE-4RTZ' };
    expect(page({ query: 'hans', found: [{ ...match, replacedBy }] }, 'q=hans')).toContain(
      'href="/en/staff/orders/c-2"',
    );
  });

  it('of an address names the address before the name', () => {
    const html = page({ query: 'hans@exampel.test', found: [match] }, 'q=hans@exampel.test');
    expect(html.indexOf('hans@exampel.test →')).toBeLessThan(html.indexOf('name: Hans'));
    expect(html.indexOf('hans@exampel.test →')).toBeGreaterThan(0);
  });
});
