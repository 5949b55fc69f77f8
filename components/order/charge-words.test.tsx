import { NextIntlClientProvider, createTranslator } from 'next-intl';
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { languages, type Language } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import type { PurchaseProblem } from '@/lib/locale/messages';
import { Expired } from '../basket/expired';
import { OpenCheckout } from '../checkout/open-checkout';
import { providerUnavailableKey } from '../checkout/provider-unavailable';
import { Confirming } from './confirming';
import { OrderList } from '../lookup/order-list';
import type { OrderPageView } from './order-view';
import { Unfulfilled, WithStaff } from './unfulfilled';

/** How our pages say in each language that nothing was charged. */
const uncharged: Readonly<Record<Language, RegExp>> = {
  en: /(nothing|not)( \S+){0,2} charged/i,
  fr: /(rien|pas)( \S+){0,2} débité/i,
  de: /nichts( \S+){0,2} (berechnet|abgebucht)|(berechnet|abgebucht) wurde nichts|nicht abgebucht/i,
  es: /no se (le )?(ha cobrado|cobrará|cobra) nada|nada cobrado|sin cobrar/i,
  it: /addebitato nulla|nulla è stato addebitato|nessun addebito|non addebitati/i,
  nl: /niets( \S+){0,3} (rekening gebracht|afgeschreven)|niet afgeschreven/i,
};
/** How our pages say in each language that the payment is being confirmed. */
const confirming: Readonly<Record<Language, RegExp>> = {
  en: /payment is being confirmed/,
  fr: /paiement est en cours de confirmation/,
  de: /Zahlung wird bestätigt|wird Ihre Zahlung gerade bestätigt/,
  es: /pago se está confirmando/,
  it: /pagamento è in corso di conferma/,
  nl: /wordt uw betaling nu bevestigd|Uw betaling wordt bevestigd/,
};

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

/** The text of a page in a language, without markup. */
function textOf(language: Language, page: ReactNode): string {
  const html = renderToStaticMarkup(
    <AppRouterContext value={router}>
      <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
        {page}
      </NextIntlClientProvider>
    </AppRouterContext>,
  );
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

const done = () => Promise.resolve();
const expired = {
  checkoutId: 'c',
  items: [],
  fees: '0.00',
  total: '36.00',
  outcome: null,
  hasEntries: false,
  voucher: null,
  holdAgain: done,
};
const view = (payment: 'open' | 'paid' | 'authorized'): OrderPageView => ({
  checkout: {
    id: 'c',
    reference: 'K7MQ-3XTD',
    total: '36.00',
    credit: '0.00',
    reason: null,
    settledAs: null,
    invoice: null,
    customer: {
      firstname: 'Ada',
      lastname: 'Martin',
      email: 'ada@example.org',
      country: 'FR',
      language: 'en',
    },
  },
  incidents: [],
  cancellations: [],
  block: null,
  confirmation: null,
  invoices: [],
  fees: '0.00',
  items: [],
  total: '36.00',
  credit: '0.00',
  due: '36.00',
  back: '0.00',
  returned: '0.00',
  voucher: null,
  orders: [],
  payments: [{ amount: '36.00', state: payment, paidBack: null }],
});

function openCheckout(isUncharged: boolean, due = '36.00'): ReactNode {
  return (
    <OpenCheckout
      checkoutId="c"
      texts={[]}
      sections={[]}
      step={{ number: 1, count: 1, hasDetails: true, names: [], ownField: 'own' }}
      dayPlan={null}
      most={new Map()}
      reference="K7MQ-3XTD"
      items={[]}
      fees="0.00"
      total="36.00"
      credit="0.00"
      leastTotal="0.00"
      back="0.00"
      voucher={null}
      due={due}
      exchange={null}
      secondsLeft={600}
      entries={{ firstname: '', lastname: '', email: '', phone: '', country: 'FR' }}
      expiresAt={new Date('2026-11-21T14:30:00Z')}
      notice={{ kind: 'payment_cancelled', isUncharged }}
      actions={{ order: (state) => Promise.resolve(state), keep: done, renew: done }}
    />
  );
}

function providerUnavailable(language: Language, mayHavePaid: boolean): string {
  const t = createTranslator({
    locale: language,
    messages: messages[language],
    namespace: 'checkout.problem',
  });
  return t(`${providerUnavailableKey(mayHavePaid)}Text`);
}

/** Pages for states in which only the provider knows whether the customer paid. */
const unknown: Record<string, ReactNode> = {
  'the hold ended on the payment page': <Expired {...expired} why={{ kind: 'unconfirmed' }} />,
  'the customer came back from a page that may be paid': openCheckout(false),
};

/** Pages for payments that were captured or authorized, or may have been. */
const pages: Record<string, ReactNode> = {
  ...unknown,
  'not paid yet, as far as we know': <Confirming view={view('open')} paid={false} waitedSeconds={60} />,
  'paid, and being ordered': <Confirming view={view('paid')} paid waitedSeconds={60} />,
  'being refunded': <Unfulfilled view={view('paid')} kind="refunding" />,
  'being released': <Unfulfilled view={view('authorized')} kind="voiding" />,
  'a list with orders on which something goes on': (
    <OrderList
      orders={(['confirming', 'refunding', 'voiding', 'attention'] as const).map((phase) => ({
        id: phase,
        reference: phase,
        phase,
        total: '36.00',
        lines: [],
        end: {
          refunded: '0.00',
          toRefund: '0.00',
          isUndelivered: false,
          tickets: 0,
          cancelled: 0,
          exchanged: 0,
        },
        createdAt: new Date('2026-11-21T14:30:00Z'),
      }))}
    />
  ),
};

const problems: readonly PurchaseProblem[] = [
  'payment_unknown',
  'amount_differs',
  'order_unknown',
  'refund_failed',
  'void_failed',
  'payment_late',
  'order_late',
  'order_late_free',
  'refund_late',
  'void_late',
  'other',
];

describe.each(languages)('a purchase that costs nothing, in %s', (language) => {
  const { pay } = messages[language].checkout;
  const chargedFree = pay.chargedFree.replaceAll(/\s+/g, ' ');
  const free = textOf(language, openCheckout(true, '0.00'));

  it('is ordered with a button that says so, under a heading and a text that say it, too', () => {
    expect(free).toContain(pay.buttonFree);
    expect(free).toContain(pay.titleFree);
    expect(free).toContain(chargedFree);
    expect(free).not.toContain(` ${pay.title} `);
    expect(chargedFree).toMatch(uncharged[language]);
  });

  it('is not said to cost nothing when it costs something', () => {
    const priced = textOf(language, openCheckout(true));
    expect(priced).not.toContain(pay.buttonFree);
    expect(priced).not.toContain(chargedFree);
  });
});

describe.each(languages)('in %s', (language) => {
  it.each(Object.entries(pages))('the page does not say that nothing was charged: %s', (_, page) => {
    expect(textOf(language, page)).not.toMatch(uncharged[language]);
  });

  it.each(Object.entries(unknown))('the page says that the payment is being confirmed: %s', (_, page) => {
    expect(textOf(language, page)).toMatch(confirming[language]);
  });

  it.each(problems)('nor does the page of a purchase that staff look into: %s', (problem) => {
    const page = <WithStaff view={view('open')} problem={problem} mayChange />;
    expect(textOf(language, page)).not.toMatch(uncharged[language]);
  });

  it('the text for an unreachable provider does not say so either while a page may be paid', () => {
    expect(providerUnavailable(language, true)).not.toMatch(uncharged[language]);
    expect(providerUnavailable(language, true)).toMatch(confirming[language]);
  });

  // The counterexample: these texts say it, so the pattern above would have found it.
  it('the texts for certain cases do say it', () => {
    const certain = [
      textOf(language, <Expired {...expired} why={{ kind: 'expired', reason: null }} />),
      textOf(language, <Expired {...expired} why={{ kind: 'expired', reason: 'sold_out' }} />),
      textOf(language, openCheckout(true)),
      textOf(language, <Unfulfilled view={view('authorized')} kind="voided" />),
      textOf(language, <WithStaff view={view('open')} problem="order_unknown_free" mayChange={false} />),
      providerUnavailable(language, false),
      messages[language].checkout.cancelled.text,
      messages[language].outcome.settled.nothingText,
      messages[language].checkout.orders.phases.voided,
    ];
    for (const text of certain) expect(text).toMatch(uncharged[language]);
  });
});
