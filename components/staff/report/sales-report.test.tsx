import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { SalesReport as Figures } from '@/lib/shop/flows/report/read-sales';
import type { VoucherReport } from '@/lib/shop/flows/report/read-vouchers';
import { languages, type Language } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import { SalesReport } from './sales-report';

const money = { sold: '84.65', refunded: '0.00', exchanged: '0.00', net: '84.65' };
const figures = { orders: 3, units: 5, cancelled: 0, ...money };
const sales: Figures = {
  total: figures,
  byDay: [{ ...figures, day: '2026-11-24' }],
  byChannel: [{ ...figures, channel: 'web' }],
  byProduct: [{ ...figures, product: '/v1/p/1', name: 'Harbour' }],
  byRate: [
    { rate: 0.055, sold: '40.00', soldExclTax: '37.91', returned: '10.00', returnedExclTax: '9.48' },
    { rate: null, sold: '44.65', soldExclTax: '44.65', returned: '0.00', returnedExclTax: '0.00' },
  ],
};
const none: VoucherReport = { total: { uses: 0, discount: '0.00', sold: '0.00' }, byCode: [] };
const some: VoucherReport = {
  total: { uses: 1203, discount: '23.41', sold: '84.65' },
  byCode: [
    { code: 'SUMMER-27', uses: 1, discount: '18.01', sold: '36.02' },
    { code: 'WINTER', uses: 1202, discount: '5.40', sold: '48.63' },
  ],
};

function page(language: Language, vouchers: VoucherReport) {
  const period = { from: '2026-11-01', to: '2026-11-30', timeZone: 'Europe/Paris' };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
      <SalesReport period={period} isWrong={false} report={{ by: null, sales, vouchers }} />
    </NextIntlClientProvider>,
  );
}

/** The cells of the rows of a table, without the names of columns that phones show. */
const rows = (html: string, section = 'vouchers') =>
  [
    ...(
      new RegExp(`<section[^>]*aria-labelledby="${section}".*?</section>`, 's').exec(html)?.[0] ?? ''
    ).matchAll(/<tr.*?<\/tr>/gs),
  ]
    .slice(1)
    .map(([row]) =>
      [...row.replaceAll(/<span aria-hidden.*?<\/span>/gs, '').matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(
        ([, text]) => text,
      ),
    );

describe('the vouchers of a report', () => {
  it('has uses, discount and sales of each code, and the total', () => {
    expect(rows(page('en', some))).toEqual([
      ['SUMMER-27', '1', '€18.01', '€36.02'],
      ['WINTER', '1,202', '€5.40', '€48.63'],
      ['Total', '1,203', '€23.41', '€84.65'],
    ]);
  });

  it.each(languages)('says in %s that none was used', (language) => {
    const html = page(language, none);
    expect(html).toContain(messages[language].reports.vouchers.none);
    expect(rows(html)).toEqual([]);
  });
});

it('the report has the tax in what was sold and not given back, at each rate', () => {
  expect(rows(page('en', none), 'taxes')).toEqual([
    ['5.5', '€40.00', '€10.00', '€30.00', '€28.43', '€1.57'],
    ['No rate', '€44.65', '€0.00', '€44.65', '€44.65', '€0.00'],
    ['Total', '€84.65', '€10.00', '€74.65', '€73.08', '€1.57'],
  ]);
});

it.each(languages)('sales by session have its time and its name, and the rest together (%s)', (language) => {
  const named = { ...figures, key: 'k', name: '<b>Boat</b>', at: '2027-06-01T10:00:00+02:00' };
  const fees = { ...figures, key: null, name: null, at: null };
  const sales = { total: figures, others: { count: 2, sales: figures }, rows: [named, fees] };
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
      <SalesReport
        period={{ from: '2026-11-01', to: '2026-11-30', timeZone: 'Europe/Paris' }}
        isWrong={false}
        report={{ by: 'session', sales }}
      />
    </NextIntlClientProvider>,
  );
  const names = rows(html, 'by-part').map(([name]) => name?.replaceAll(/<[^>]*>/g, ''));
  expect(names).toHaveLength(4);
  expect(names[0]).toContain('10:00 · &lt;b&gt;Boat&lt;/b&gt;');
  expect(names[1]).toBe(messages[language].reports.noProduct);
});
