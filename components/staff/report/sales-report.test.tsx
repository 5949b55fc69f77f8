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
      <SalesReport period={period} isWrong={false} sales={sales} vouchers={vouchers} />
    </NextIntlClientProvider>,
  );
}

/** The cells of the rows of the table of vouchers, without the names of columns that phones show. */
const rows = (html: string) =>
  [
    ...(/<section[^>]*aria-labelledby="vouchers".*?<\/section>/s.exec(html)?.[0] ?? '').matchAll(
      /<tr.*?<\/tr>/gs,
    ),
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
