import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { languages, type Language } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import type { VoucherNotice } from '@/lib/storefront/voucher-notice';
import type { SaleProblem } from '@/lib/storefront/counter-problems';
import type { Sold } from '@/lib/storefront/staff-counter';
import { CounterOffers } from './counter-offers';
import { CounterSale } from './counter-sale';
import type { SaleView } from './sale-view';

function html(language: Language, page: ReactNode): string {
  const given = { locale: language, messages: messages[language], timeZone: 'UTC' };
  return renderToStaticMarkup(<NextIntlClientProvider {...given}>{page}</NextIntlClientProvider>);
}

const done = () => Promise.resolve();
const actions = {
  ...{ takeMoney: done, giveUp: done, payBack: done },
  ...{ applyVoucher: done, removeVoucher: done },
};
const cash: Sold = { staff: 'ada', amount: '36.00', method: 'cash', given: '50.00', change: '14.00' };

type Changes = Partial<Pick<SaleView, 'sold' | 'held'>> &
  Partial<Pick<SaleView['view'], 'voucher'>> &
  Partial<Pick<SaleView['view']['checkout'], 'state' | 'reason' | 'settledAs'>>;

const saleWith = ({ sold = null, held = null, voucher = null, ...checkout }: Changes): SaleView => ({
  ...{ sold, held, isWithStaff: false, tickets: [], contact: { email: 'desk@example.org', country: null } },
  view: {
    ...{ items: [], fees: '0.00', total: '36.00', due: '36.00', voucher },
    orders: [
      {
        ...{ id: 'o-1', reservationId: 'r-1', reference: 'S-1' },
        data: { documents: ['/v1/booking/orders/1/documents/2'] },
      },
    ],
    checkout: {
      ...{ id: 'c-1', reference: 'K7MQ-3XTD', state: 'held', reason: null, settledAs: null, language: 'fr' },
      ...{ email: null, expiresAt: new Date('2027-01-01T12:00:00Z'), secondsLeft: 600 },
      entries: { firstname: '', lastname: '', email: '', phone: '', country: '' },
      ...checkout,
    },
  },
});

function sale(
  changes: Changes,
  {
    language = 'en',
    problem = null,
    notice = null,
  }: { language?: Language; problem?: SaleProblem | null; notice?: VoucherNotice | null } = {},
) {
  return html(
    language,
    <CounterSale sale={saleWith(changes)} {...{ problem, notice, actions, country: 'NL' }} />,
  );
}

const held = { sections: [], errors: [] };

describe('a sale', () => {
  it.each(languages)('that is held asks how it is paid (%s)', (language) => {
    const page = sale({ state: 'held', held }, { language });
    expect(page).toContain(messages[language].counter.methods.terminal);
    expect(page).toContain('value="36.00"');
    expect(page).toContain('<option value="NL" selected="">');
  });

  it.each(languages)(
    'that is ordered shows the change, and the tickets in their own language (%s)',
    (language) => {
      const page = sale({ state: 'ordered', sold: cash }, { language });
      expect(page).toContain(messages[language].counter.change);
      expect(page).toMatch(/14[.,]00/);
      expect(page).toContain('hrefLang="fr"');
    },
  );

  it('by card terminal has no change', () => {
    const sold: Sold = { ...cash, method: 'terminal', given: null, change: null };
    expect(sale({ state: 'ordered', sold })).not.toContain(messages.en.counter.change);
  });

  it('without an order says that the money has to be returned, until it is', () => {
    const owed = { state: 'attention', reason: 'pay_back_at_counter', sold: cash } as const;
    expect(sale(owed)).toContain('Give the money back');
    expect(sale(owed)).toContain('The money was returned</button>');
    expect(sale({ ...owed, settledAs: 'refunded' })).not.toContain('<button');
  });

  it('whose hold has ended takes no money', () => {
    for (const state of ['held', 'expired', 'cancelled'] as const) {
      expect(sale({ state })).toContain('This sale is over');
      expect(sale({ state })).not.toContain('<form');
    }
  });

  it.each(languages)('has a voucher, a field for its code, or says that it is lost (%s)', (language) => {
    const words = messages[language].voucher;
    expect(sale({ state: 'held', held }, { language })).toContain('name="voucherCode"');
    const used = { code: 'SUMMER-27', discount: '3.60', lost: false };
    const page = sale(
      { state: 'held', held, voucher: used },
      { language, notice: { name: 'applied', from: null } },
    );
    expect(page).toContain('SUMMER-27');
    expect(page).toContain(words.answers.applied);
    expect(page).not.toContain('name="voucherCode"');
    const from = { name: 'BELOW_MINIMUM', from: '30.00' } as const;
    expect(sale({ state: 'held', held }, { language, notice: from })).toMatch(/30[.,]00/);
    const unknown = sale({ state: 'held', held }, { language, notice: { ...from, from: null } });
    expect(unknown).toContain(words.answers.BELOW_MINIMUM);
    const lost = { code: '', discount: '0.00', lost: true };
    expect(sale({ state: 'held', held, voucher: lost }, { language })).toContain(words.lost);
  });

  it.each(Object.keys(messages.en.counter.problems) as SaleProblem[])(
    'shows what was wrong (%s)',
    (problem) => {
      const page = sale({ state: 'held', held }, { problem });
      expect(page).toContain('role="alert"');
      expect(page).toContain(messages.en.counter.problems[problem].replaceAll("'", '&#x27;'));
    },
  );
});

describe('what is for sale', () => {
  it.each(languages)('on a day without offers says so (%s)', (language) => {
    const catalog = {
      ...{ id: 'c-1', name: 'Boats', timezone: 'Europe/Paris', lang: undefined },
      ...{ languages: [], issuer: undefined },
    };
    const shown = [{ catalog, day: '2026-11-25', offers: [] }];
    const page = html(
      language,
      <CounterOffers catalogs={[catalog]} chosenId={null} day={null} shown={shown} sale="s-1" />,
    );
    expect(page).toContain('value="2026-11-25"');
    expect(page).toContain('name="sale" value="s-1"');
    expect(page).toContain('Boats');
  });
});
