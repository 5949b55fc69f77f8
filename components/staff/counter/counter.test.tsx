import { NextIntlClientProvider } from 'next-intl';
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { languages, type Language } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import type { VoucherNotice } from '@/lib/storefront/common/checkout/voucher-notice';
import type { GiveAnswer, ItemNotice, SaleProblem } from '@/lib/storefront/staff/counter/counter-problems';
import type { Sold } from '@/lib/storefront/staff/counter/counter';
import type { ExchangeProblem } from '@/lib/storefront/common/exchange/exchange-problem';
import { amountAbove } from '@/lib/money/money';
import { voucherRefusals } from '@/lib/contract/voucher';
import type { Line } from '@/lib/shop/values/checkout-values';
import { CounterSale } from './counter-sale';
import type { SaleView } from './sale-view';

const nothing = () => undefined;
const router: AppRouterInstance = {
  back: nothing,
  forward: nothing,
  refresh: nothing,
  push: nothing,
  replace: nothing,
  prefetch: nothing,
  bfcacheId: '0',
};

function html(language: Language, page: ReactNode): string {
  const given = { locale: language, messages: messages[language], timeZone: 'UTC' };
  return renderToStaticMarkup(
    <AppRouterContext value={router}>
      <NextIntlClientProvider {...given}>{page}</NextIntlClientProvider>
    </AppRouterContext>,
  );
}

const done = () => Promise.resolve();
const actions = {
  takeMoney: done,
  giveUp: done,
  payBack: done,
  removeItem: done,
  applyVoucher: done,
  removeVoucher: done,
  give: done,
  payWithEarlier: done,
  keepEarlier: done,
};
const cash: Sold = { staff: 'ada', amount: '36.00', method: 'cash', given: '50.00', change: '14.00' };

type Changes = Partial<Pick<SaleView, 'sold' | 'held' | 'exchange'>> &
  Partial<
    Pick<SaleView['view'], 'voucher' | 'items' | 'orders' | 'total' | 'credit' | 'returned' | 'leastTotal'>
  > &
  Partial<Pick<SaleView['view']['checkout'], 'state' | 'reason' | 'settledAs'>>;

const order = (reservationId: string) => ({
  id: 'o-1',
  reservationId,
  reference: 'S-1',
  data: { documents: [`/documents/${reservationId}`] },
});

const saleWith = ({
  sold = null,
  held = null,
  voucher = null,
  items = [],
  total = '36.00',
  credit = '0.00',
  returned = '0.00',
  leastTotal = '0.00',
  exchange = null,
  orders = [order('r-1')],
  ...checkout
}: Changes): SaleView => ({
  sold,
  held,
  exchange,
  backParts: [],
  isWithStaff: false,
  visit: { catalogId: 'c-1', eventId: 'e-1', visit: 's-1' },
  mayGive: true,
  tickets: [],
  contact: { email: 'desk@example.org', country: null, mostTickets: 50 },
  view: {
    items,
    invoices: [],
    fees: '0.00',
    total,
    due: amountAbove(total, credit),
    back: amountAbove(credit, total),
    returned,
    voucher,
    credit,
    leastTotal,
    orders,
    checkout: {
      id: 'c-1',
      reference: 'K7MQ-3XTD',
      state: 'held',
      reason: null,
      settledAs: null,
      language: 'fr',
      email: null,
      expiresAt: new Date('2027-01-01T12:00:00Z'),
      secondsLeft: 600,
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
    item = null,
    exchangeProblem = null,
    give = null,
  }: {
    language?: Language;
    problem?: SaleProblem | null;
    notice?: VoucherNotice | null;
    item?: ItemNotice | null;
    exchangeProblem?: ExchangeProblem | null;
    give?: GiveAnswer | null;
  } = {},
) {
  return html(
    language,
    <CounterSale
      sale={saleWith(changes)}
      problem={problem}
      notice={notice}
      item={item}
      exchangeProblem={exchangeProblem}
      give={give}
      actions={actions}
      country="NL"
    />,
  );
}

const held = { sections: [], errors: [] };

const line = (productName: string, amounts: Pick<Line, 'quantity' | 'unitAmount' | 'totalAmount'>): Line => ({
  catalogId: 'b',
  catalogName: 'Boats',
  timezone: 'Europe/Paris',
  productId: productName,
  productName,
  date: '2027-01-02',
  tickets: [],
  discount: '3.00',
  ...amounts,
});
/** After a voucher of 6.00. */
const twoItems = [
  { holdId: 'h-1', lines: [line('Tour', { quantity: 2, unitAmount: '18.00', totalAmount: '33.00' })] },
  { holdId: 'h-2', lines: [line('Museum', { quantity: 1, unitAmount: '18.00', totalAmount: '15.00' })] },
].map((one) => ({ ...one, reservationId: one.holdId }));
const exchanged = {
  kind: 'used',
  earlierId: 'c-0',
  reference: 'OLD1-2345',
  tickets: 1,
  seller: null,
  card: null,
} as const;
const amountsIn = (page: string) => page.match(/-?€[\d.]+/g) ?? [];

const applied = { name: 'applied', from: null } as const;

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

  it('of two orders has one PDF with the tickets of both, when they are ready', () => {
    const orders = [order('h-1'), order('h-2')];
    const page = sale({ state: 'ordered', sold: cash, items: twoItems, orders });
    expect(page.match(/<a href="[^"]*\/tickets\?[^>]*>[^<]*/g)).toEqual([
      '<a href="/api/orders/c-1/tickets?language=fr" hrefLang="fr" class="button button-secondary">Tickets as PDF, French',
    ]);
    const preparing = orders.map((one) => ({ ...one, data: { documents: [] } }));
    expect(sale({ state: 'ordered', sold: cash, items: twoItems, orders: preparing })).not.toContain(
      'c-1/tickets',
    );
  });

  it.each(languages)('is paid with tickets of another booking, for the difference (%s)', (language) => {
    const { exchange: words } = messages[language].counter;
    const page = sale({ held, items: twoItems, exchange: exchanged, credit: '30.00' }, { language });
    expect(page).toContain('name="total" value="6.00"');
    expect(page).toContain(words.keep);
    expect(page).toContain('staff/orders/c-0');
    expect(page).not.toContain(words.use);
    const card = { code: '…9ZQP', amount: '7.50' };
    const withCard = sale({ held, items: twoItems, exchange: { ...exchanged, card } }, { language });
    expect(withCard).toContain('…9ZQP');
    expect(withCard.match(/7[.,]50/g)).toHaveLength(2);
    const offered = { ...exchanged, kind: 'offered' } as const;
    const offer = sale(
      { held, items: twoItems, exchange: offered },
      { language, exchangeProblem: 'disputed' },
    );
    expect(offer).toContain(words.use);
    expect(offer).toContain(messages[language].rebooking.answers.disputed);
  });

  it.each(languages)('can be given for free by who may, with a reason (%s)', (language) => {
    const { give: words } = messages[language].counter;
    const page = sale({ held, items: twoItems }, { language, give: 'reason' });
    expect(page).toContain('name="giveReason"');
    expect(page).toContain(words.problems.reason);
    const voucher = { code: 'FREE-1', discount: '36.00', left: null, lost: false as const };
    expect(sale({ held, items: twoItems, voucher }, { language })).not.toContain('name="giveReason"');
  });

  it('is too cheap for tickets that can’t be refunded by that much', () => {
    const changes = { held, items: twoItems, exchange: exchanged, credit: '40.00', leastTotal: '38.00' };
    const page = sale(changes, { problem: 'credit_left' });
    expect(page).toContain('has to cost at least €38.00');
    expect(page).toContain(messages.en.counter.problems.credit_left);
    expect(page).not.toContain('You get back');
  });

  it('for which tickets were exchanged names the booking, and what goes back', () => {
    const done = { state: 'ordered', sold: cash, exchange: exchanged } as const;
    expect(sale({ ...done, credit: '40.00' })).toContain('€4.00 goes back');
    expect(sale({ ...done, credit: '30.00' })).not.toContain('goes back');
    expect(sale({ ...done, credit: '30.00' })).toContain(
      '1 ticket of booking OLD1-2345 is not valid any more',
    );
    expect(sale({ ...done, returned: '9.00' })).toContain('Back on the gift card: €9.00');
    expect(sale(done)).not.toContain('gift card');
  });

  it('by card terminal has no change', () => {
    const sold: Sold = { ...cash, method: 'terminal', given: null, change: null };
    expect(sale({ state: 'ordered', sold })).not.toContain(messages.en.counter.change);
  });

  it('without an order says that the money has to be returned, until it is', () => {
    const owed = { state: 'attention', reason: 'pay_back_at_counter', sold: cash } as const;
    expect(sale(owed)).toContain('Give the money back');
    expect(sale(owed)).toContain('Paid back in cash</button>');
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
    const used = { code: 'SUMMER-27', discount: '3.60', left: null, lost: false } as const;
    const page = sale({ state: 'held', held, voucher: used }, { language, notice: applied });
    expect(page).toContain('SUMMER-27');
    expect(page).toContain(words.answers.applied);
    expect(page).not.toContain('name="voucherCode"');
    const wrong = sale({ state: 'held', held }, { language, notice: { name: 'UNKNOWN', from: null } });
    expect(wrong).toContain(`${messages[language].counter.voucherCode}</label>`);
    // At the field, and nowhere else.
    expect(/id="voucherCode-error"[^>]*>([^<]*)/.exec(wrong)?.[1]).toBe(words.answers.UNKNOWN);
    expect(wrong.split(words.answers.UNKNOWN)).toHaveLength(2);
    const from = { name: 'BELOW_MINIMUM', from: '30.00' } as const;
    expect(sale({ state: 'held', held }, { language, notice: from })).toMatch(/30[.,]00/);
    const unknown = sale({ state: 'held', held }, { language, notice: { ...from, from: null } });
    expect(unknown).toContain(words.answers.BELOW_MINIMUM);
    for (const why of voucherRefusals) {
      const lost = { code: 'SUMMER-27', discount: '0.00', lost: true, why } as const;
      const text = sale({ state: 'held', held, voucher: lost }, { language });
      expect(text).toContain('SUMMER-27');
      expect(text).toContain(words.why[why]);
      expect(/role="status"[^>]*>([^<]*)/.exec(text)?.[1]).toMatch(/36[.,]00/);
    }
  });

  it('adds up: the items at their list prices, what the voucher takes off, and the total', () => {
    const voucher = { code: 'SUMMER-27', discount: '6.00', left: null, lost: false } as const;
    const page = sale({ state: 'held', held, items: twoItems, voucher, total: '48.00' });
    // Before them stands what the voucher takes off, beside the button that removes it.
    expect(amountsIn(page).slice(1, 6)).toEqual(['€36.00', '€18.00', '€18.00', '-€6.00', '€48.00']);
    expect(page).toContain('Voucher SUMMER-27</span>');
  });

  it.each(languages)('has a button for each item that removes it (%s)', (language) => {
    const page = sale({ state: 'held', held, items: twoItems }, { language });
    const words = messages[language].checkout.items;
    for (const { holdId, lines } of twoItems) {
      expect(page).toContain(`name="holdId" value="${holdId}"`);
      expect(page).toContain(words.removeLabel.replace('{name}', lines[0]?.productName ?? ''));
    }
  });

  it.each(languages)('says what became of an item that was to be removed (%s)', (language) => {
    const { items } = messages[language].counter;
    for (const item of ['removed', 'not_found'] as const)
      expect(sale({ state: 'held', held }, { language, item })).toContain(items[item]);
  });

  it.each(languages)('that costs nothing asks for no money, and gives the tickets out (%s)', (language) => {
    const { counter } = messages[language];
    const page = sale({ state: 'held', held, total: '0.00' }, { language });
    expect(page).toContain(`${counter.takeFree}</button>`);
    expect(page).toContain(counter.free);
    expect(page).toContain('<input type="hidden" name="method" value="cash"/>');
    expect(page).not.toContain('name="given"');
    expect(page).not.toContain(counter.methods.terminal);
    const sold = { ...cash, amount: '0.00', method: null, given: null, change: null };
    expect(sale({ state: 'ordering', sold }, { language })).toContain(counter.waitingFree);
  });

  it.each(languages)('that is paid says so to a second tab, with a link to its order (%s)', (language) => {
    const { counter } = messages[language];
    const late = [
      { notice: { name: 'not_held', from: null } },
      { item: 'not_found' },
      { problem: 'not_enough' },
    ] as const;
    for (const answer of late) {
      for (const state of ['ordered', 'paid', 'attention'] as const) {
        const page = sale({ state, sold: cash }, { language, ...answer });
        expect(page).toContain(counter.already);
        expect(page).toContain(`href="/${language}/staff/orders/c-1"`);
      }
      expect(sale({ state: 'expired' }, { language, ...answer })).toMatch(
        new RegExp(`role="alert".*${counter.expired}`),
      );
    }
    expect(sale({ state: 'ordered', sold: cash }, { language, notice: applied })).not.toContain(
      counter.already,
    );
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
