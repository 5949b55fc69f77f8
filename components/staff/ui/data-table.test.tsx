import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ManagedCatalog } from '@/lib/contract/managed-catalog';
import type { Voucher } from '@/lib/contract/voucher';
import { messages } from '@/lib/locale/messages';
import { DataTable } from './data-table';
import { VoucherTable } from '../voucher/voucher-table';

const reason = 'a campaign of the summer '.repeat(20).trim();
const catalog: ManagedCatalog = {
  '@id': '/v1/ticketing/catalogs/c-1',
  '@type': 'ManagedCatalog',
  id: 'c-1',
  key: 'c',
  name: 'Harbour',
  timezone: 'Europe/Paris',
  maintainer: 'feed',
  hidden: null,
  syncedAt: '2026-11-01T00:00:00Z',
  overrideCount: 0,
  catalog: '/v1/ticketing/catalogs/c-1',
  language: 'en',
  languages: ['en'],
  importedAt: '2026-11-01T00:00:00Z',
  feedCatalog: {},
};
const voucher: Voucher = {
  '@id': '/v1/ticketing/catalogs/c-1/vouchers/v-1',
  '@type': 'Voucher',
  id: 'v-1',
  code: 'SUMMER-27',
  kind: 'amount',
  value: '1000.00',
  products: null,
  maximumUses: 1000,
  minimumAmountInclTax: '30.00',
  validFrom: '2026-10-31T23:00:00Z',
  validUntil: '2027-03-31T22:00:00Z',
  disabled: false,
  orderedUses: 120,
  heldUses: 3,
  reason,
  actor: 'Ada',
  createdAt: '2026-11-01T00:00:00Z',
  changedAt: '2026-11-01T00:00:00Z',
};

const html = renderToStaticMarkup(
  <NextIntlClientProvider locale="en" messages={messages.en} timeZone="UTC">
    <VoucherTable
      catalog={catalog}
      vouchers={[voucher]}
      products={[]}
      page={1}
      pages={1}
      mayChange
      now={new Date('2026-12-01T00:00:00Z')}
    />
  </NextIntlClientProvider>,
);

/** The classes of the cells of the row, by the column. */
const cells = new Map(
  [...html.slice(html.indexOf('<tbody>')).matchAll(/<t[hd][^>]*class="([^"]*)"[^>]*>(.*?)<\/t[hd]>/gs)].map(
    ([, classes = '', content = ''], index) => [
      ['code', 'discount', 'state', 'uses', 'limits', 'reason', 'actions'][index],
      { classes: classes.split(' '), content },
    ],
  ),
);

it('a long reason does not break the codes, numbers and dates beside it', () => {
  expect(cells.get('reason')?.content).toContain(reason);
  for (const column of ['code', 'discount', 'state', 'uses'])
    expect(cells.get(column)?.classes, column).not.toContain('wrap-anywhere');
  expect(cells.get('code')?.content).toContain('min-w-[12ch]');
  for (const column of ['limits', 'reason']) {
    // It may break anywhere, but is neither as narrow as a letter nor as wide as the page.
    expect(cells.get(column)?.classes, column).toContain('wrap-anywhere');
    expect(cells.get(column)?.content, column).toMatch(/class="[^"]*md:min-w-24 md:max-w-md/);
  }
});

it('a cell without content has no name of its column on a phone', () => {
  const table = renderToStaticMarkup(
    <DataTable
      caption="Payments"
      columns={['How', 'Count', 'Amount']}
      rows={[{ key: 'total', cells: ['Total', '', '€36.00'] }]}
    />,
  );
  const [count = '', amount = ''] = table.match(/<td[^>]*>/g) ?? [];
  expect(count).toContain('max-md:hidden');
  expect(amount).not.toContain('max-md:hidden');
});
