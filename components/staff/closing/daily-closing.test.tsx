import { NextIntlClientProvider } from 'next-intl';
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { DayView } from '@/lib/shop/flows/closing/read-day';
import { languages, type Language } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import { DailyClosing } from './daily-closing';

const figure = { method: 'cash', kind: 'payment', count: 2, amount: '36.00' } as const;
const open: DayView = {
  figures: [figure],
  cash: '36.00',
  closing: null,
  corrections: [],
  shifts: { shifts: [], amounts: [{ shift: null, method: 'cash', amount: '36.00' }] },
  payouts: [],
  notPaidOut: null,
};
const moment = new Date('2026-11-25T20:00:00Z');
const closed: DayView = {
  ...open,
  corrections: [{ ...figure, count: 1, amount: '18.00' }],
  closing: {
    day: '2026-11-24',
    timezone: 'Europe/Paris',
    figures: [figure],
    expected: '36.00',
    counted: '35.50',
    note: '=cmd() <b>',
    staff: 'id-1',
    name: 'Ada',
    closedAt: moment,
  },
  payouts: [
    {
      id: 'po_1',
      arrivesOn: '2026-11-24',
      status: 'failed',
      currency: 'EUR',
      amount: '50.00',
      payments: 2,
      paymentsAmount: '54.00',
      refunds: 0,
      refundsAmount: '0.00',
      disputesAmount: '0.00',
      othersAmount: '0.00',
      fees: '1.58',
      problemCount: 120,
      readAt: moment,
      problems: [
        { reason: 'amount_differs', id: 'pi_1', amount: '36.00', expected: '35.00', checkoutId: 'c-1' },
        { reason: 'failed', id: 'po_1', amount: '50.00', expected: null, checkoutId: null },
      ],
    },
  ],
};

const actions = {
  close: () => Promise.resolve({ attempt: 1, values: { counted: '', note: '' }, problem: null }),
  readPayouts: () => Promise.resolve(),
};

function page(language: Language, view: DayView, changes: Partial<ComponentProps<typeof DailyClosing>> = {}) {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
      <DailyClosing
        day="2026-11-24"
        today="2026-11-25"
        timeZone="Europe/Paris"
        isWrong={false}
        isBlind={false}
        view={view}
        actions={actions}
        longestNote={500}
        done={undefined}
        problem={undefined}
        {...changes}
      />
    </NextIntlClientProvider>,
  );
}

describe.each(languages)('the daily closing (%s)', (language) => {
  const texts = messages[language].closing;

  it('of an open day asks for the counted cash, and sends the cash that it shows', () => {
    const html = page(language, open);
    expect(html).toMatch(/<input type="hidden" name="expected" value="36.00"/);
    expect(html).toContain('name="counted"');
    expect(html).toContain(texts.cash.button);
    expect(html).toContain(texts.payouts.none);
  });

  it('of a closed day shows the difference, the note as text, the corrections and what does not match', () => {
    const html = page(language, closed);
    expect(html).not.toContain('name="counted"');
    expect(html).toMatch(/0[.,]50/);
    expect(html).toContain('=cmd() &lt;b&gt;');
    expect(html).toContain(texts.corrections.caption);
    expect(html).toContain(texts.problems.reasons.amount_differs);
    expect(html).toContain(texts.problems.reasons.failed);
    expect(html).toContain(`/${language}/staff/orders/c-1`);
    expect(html).toContain('120');
  });

  it('lists the payments that are in no payout, if the provider reports payouts', () => {
    const { title, none } = texts.notPaidOut;
    expect(page(language, open)).not.toContain(title);
    const nothing = page(language, { ...open, notPaidOut: { days: 14, count: 0, payments: [] } });
    expect(nothing).toContain(title);
    expect(nothing).toContain(none);
    const payment = { payment: 'pi_7', checkoutId: 'c-7', reference: 'K7MQ-3XTA', amount: '36.00' };
    const listed = { days: 14, count: 120, payments: [{ ...payment, day: '2026-11-02' }] };
    const html = page(language, { ...open, notPaidOut: listed });
    for (const text of ['pi_7', `/${language}/staff/orders/c-7`, 'K7MQ-3XTA', '120'])
      expect(html).toContain(text);
    expect(html).toMatch(/36[.,]00/);
    expect(html).not.toContain(none);
  });

  it('has no form for a person who may only look, nor for a day that has not begun', () => {
    const looked = page(language, open, { actions: null });
    expect(looked).not.toContain('name="counted"');
    expect(looked).not.toContain(texts.payouts.button);
    expect(page(language, open, { day: '2026-11-26' })).not.toContain('name="counted"');
  });

  it('says what was done, or why the payouts were not read, and nothing for another address', () => {
    expect(page(language, closed, { done: 'closed' })).toContain(texts.done.closed);
    expect(page(language, open, { problem: 'unavailable' })).toContain(texts.failed.unavailable);
    expect(page(language, open, { isWrong: true })).toContain(texts.wrongDay);
    expect(page(language, open, { done: 'toString', problem: '__proto__' })).not.toContain('role="alert"');
  });

  it('has neither amounts of the counter nor a form for a person who has to count a till first', () => {
    const blind = page(language, open, { isBlind: true });
    expect(blind).toContain(messages[language].shift.day.blind);
    expect(blind).not.toContain('name="counted"');
  });
});
