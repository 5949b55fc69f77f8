import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { CancellationProblem } from '@/lib/shop/tables/cancellation-table';
import type { RefundProblem } from '@/lib/shop/tables/refund-table';
import type { RefundSettlement } from '@/lib/shop/rules/refund';
import type { Evidence } from '@/lib/shop/rules/order-evidence';
import type {
  LookOnly,
  Reason,
  Settlement,
  TimelineEvent,
  PaidBackWay,
} from '@/lib/shop/values/checkout-values';
import type { MailKind } from '@/lib/shop/data/mail-store';
import type { RepeatableStep, State } from '@/lib/shop/values/checkout-state';
import type { TimelineEntry } from '@/lib/shop/data/timeline-store';
import { voucherRefusals } from '@/lib/contract/voucher';
import { languages, type Language } from '@/lib/locale/languages';
import { messages } from '@/lib/locale/messages';
import { Timeline } from './timeline';

/** The names of a type, all of them: the compiler misses one that is not listed. */
const all = <Name extends string>(names: Readonly<Record<Name, true>>) => Object.keys(names);

const reasons = all<Reason>({
  sold_out: true,
  price_changed: true,
  order_refused: true,
  amount_differs: true,
  order_unknown: true,
  orders_differ: true,
  payment_unknown: true,
  refund_failed: true,
  capture_failed: true,
  void_failed: true,
  pay_back_at_counter: true,
  restored: true,
});
const problems = all<CancellationProblem | RefundProblem>({
  not_cancellable: true,
  deadline_passed: true,
  redeemed: true,
  not_valid: true,
  unsupported: true,
  forbidden: true,
  refund_failed: true,
  disputed: true,
  amount_differs: true,
  pay_back_at_counter: true,
});
const lookups = all<LookOnly>({
  expired: true,
  refused: true,
  other_orders: true,
  too_old: true,
  restored: true,
});
type Unclear = Extract<Evidence, { kind: 'unclear' }>['why'] | Exclude<Evidence['kind'], 'unclear'>;
const seen = all<Unclear>({
  none: true,
  ordered: true,
  partly_ordered: true,
  ordered_twice: true,
  total_differs: true,
  unreadable: true,
});
const steps = all<RepeatableStep>({ payment: true, capture: true, refund: true, void: true });
// The e-mail with a code to find orders is of no order.
const mails = all<Exclude<MailKind, 'code'>>({
  confirmation: true,
  confirmation_copy: true,
  invoice: true,
  goodwill: true,
  tickets_ready: true,
  refund: true,
  not_charged: true,
  staff_looking: true,
  settled: true,
  not_completed: true,
  waiting_joined: true,
  message: true,
  message_test: true,
  staff_invitation: true,
  waiting_free: true,
  cancelled: true,
  event_changed: true,
  reminder: true,
  gift: true,
  gift_change: true,
});
const settlements = all<Settlement>({ refunded: true, ordered: true, nothing: true });
const refundSettlements = all<RefundSettlement>({ refunded: true, nothing: true });
const waysBack = all<PaidBackWay>({ cash: true, terminal: true, provider: true, other: true });
const states = all<State>({
  held: true,
  paying: true,
  paid: true,
  ordering: true,
  capturing: true,
  ordered: true,
  refunding: true,
  refunded: true,
  voiding: true,
  voided: true,
  expired: true,
  cancelled: true,
  attention: true,
});

type Detail = TimelineEntry['detail'];
const each = (name: string, values: readonly string[]): Detail[] =>
  values.map((value) => ({ [name]: value }));
const nothing: Detail[] = [];

/** The details with which each kind of entry is written: each enumerated value once. */
const written: Readonly<Record<TimelineEvent, readonly Detail[]>> = {
  held: nothing,
  hold_extended: nothing,
  answers_sent: nothing,
  item_added: nothing,
  item_changed: nothing,
  item_removed: nothing,
  hold_expired: nothing,
  basket_emptied: nothing,
  order_begun: nothing,
  rebuilt: nothing,
  refund_found: nothing,
  rereserved_before_payment: nothing,
  rereserved_after_payment: nothing,
  payment_closed: nothing,
  payment_unknown: nothing,
  payment_unexpected: nothing,
  unexpected_refunded: [{ amount: '36.00' }],
  void_too_late: nothing,
  order_placed: [{ total: '36.00' }],
  payment_received: ['cash', 'terminal'].map((method) => ({ amount: '36.00', method })),
  order_made: [{ orders: ['S-1', 'S-2'], total: '36.00' }],
  order_impossible: each('reason', reasons),
  order_unknown: [...each('reason', reasons), ...each('why', seen)],
  order_looked_up: each('why', lookups),
  overdue: each('state', states),
  tried_again: each('ask', steps),
  capture_confirmed: nothing,
  capture_failed: nothing,
  void_confirmed: nothing,
  void_failed: nothing,
  refund_confirmed: nothing,
  refund_failed: nothing,
  refund_seen: [{ amount: '36.00' }],
  pay_back_at_counter: [{ amount: '36.00' }],
  sold_at_counter: [
    { amount: '36.00', method: 'cash', by: 'staff' },
    { amount: '36.00', method: 'terminal', by: 'staff' },
  ],
  tickets_given: [{ amount: '36.00', reason: 'Press', by: 'staff' }],
  mail_sent: each('kind', mails),
  mail_failed: each('kind', mails),
  mail_requeued: each('kind', mails),
  mail_acknowledged: nothing,
  mail_copied: [{ by: 'staff' }],
  invoice_corrected: [],
  gift_changed: [],
  phone_changed: nothing,
  email_changed: [{ address: 'm…@example.test' }],
  ticket_correction: nothing,
  ticket_correction_refused: nothing,
  answers_correction: nothing,
  documents_late: nothing,
  links_revoked: nothing,
  personal_data_erased: nothing,
  document_downloaded: languages.map((language) => ({ language, by: 'guest' })),
  settled_by_hand: [...each('as', settlements), ...each('paidBack', waysBack)],
  refund_undelivered: [{ foreignAmount: '12.00 USD' }],
  refund_repeated: nothing,
  refunded_at_provider: nothing,
  fraud_warning: nothing,
  dispute_open: nothing,
  dispute_won: nothing,
  dispute_lost: nothing,
  dispute_closed: nothing,
  dispute_answered: nothing,
  dispute_funds_withdrawn: nothing,
  dispute_funds_reinstated: nothing,
  dispute_marked: [{ incidentKind: 'dispute', status: 'open' }],
  incident_acknowledged: [
    ...['refund_failed', 'refunded_at_provider', 'fraud_warning'].map((incidentKind) => ({
      incidentKind,
      status: 'open',
    })),
    ...['open', 'won', 'lost', 'closed', 'settled'].map((status) => ({ incidentKind: 'dispute', status })),
    { incidentKind: 'refund_failed', status: 'settled' },
    ...each('paidBack', ['cash', 'terminal', 'other']),
  ],
  tickets_blocked: nothing,
  tickets_asked: each('asked', ['cancel', 'restore']),
  tickets_unblocked: nothing,
  cancellation_requested: [{ amount: '18.00', override: true, by: 'staff' }],
  cancellation_made: nothing,
  cancellation_refunded: [{ amount: '18.00' }],
  cancellation_refused: each('reason', problems),
  cancellation_stuck: each('reason', problems),
  cancellation_retried: nothing,
  goodwill_requested: [{ amount: '5.00' }],
  goodwill_refunded: [{ amount: '5.00' }],
  goodwill_stuck: each('reason', problems),
  cancellation_settled: [...each('as', refundSettlements), ...each('paidBack', waysBack)],
  event_change_told: nothing,
  changed_order_settled: nothing,
  tickets_credited: [{ earlier: 'K7MQ-3XTD', amount: '9.00' }],
  credit_lost: each('why', [
    'changed',
    'not_possible',
    'disputed',
    'given_back',
    'gift_card',
    'not_ordered',
    'unsupported',
  ]),
  tickets_exchanged: [{ amount: '9.00' }],
  voucher_applied: [{ code: 'SUMMER-27', discount: '3.60' }],
  voucher_removed: [{ code: 'SUMMER-27', discount: '0.00' }],
  voucher_lost: voucherRefusals.map((why) => ({ code: 'SUMMER-27', why })),
};

/** The text of an entry: what happened, and its details. */
function shown(language: Language, what: string, detail: Detail = {}): { what: string; details: string } {
  // A newer release may have stored another kind.
  const entry = { id: 1, at: new Date('2027-01-01T12:00:00Z'), what: what as TimelineEvent, detail };
  const page = renderToStaticMarkup(
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone="UTC">
      <Timeline entries={[entry]} scans={{ kind: 'scans', scans: [], more: 0 }} />
    </NextIntlClientProvider>,
  );
  const [, html = ''] = /<\/time><p>(.*)<\/p>/.exec(page) ?? [];
  const [text = '', details = ''] = html.split('<span class="tabular text-small text-ink-soft">');
  return { what: text, details: details.replace('</span>', '').trim() };
}

/** A name that only programs use. */
const code = /[a-z]_[a-z]|\b[A-Z]+_[A-Z_]+\b|DISABLED|EXPIRED|UNKNOWN/;

describe.each(languages)('the timeline of an order in %s', (language) => {
  it.each(Object.entries(written))('has a text for %s and for each of its values', (what, details) => {
    expect(Object.keys(messages[language].staff.happened)).toContain(what);
    expect(shown(language, what).what).not.toMatch(code);
    for (const detail of details) {
      const text = shown(language, what, detail).details;
      expect(text, JSON.stringify(detail)).not.toBe('');
      expect(text, JSON.stringify(detail)).not.toMatch(code);
    }
  });

  it('has another text for each value of the same kind', () => {
    const kinds = [
      'order_impossible',
      'order_looked_up',
      'tried_again',
      'voucher_lost',
      'credit_lost',
      'cancellation_stuck',
    ] as const;
    for (const what of kinds) {
      const texts = written[what].map((detail) => shown(language, what, detail).details);
      expect(new Set(texts).size).toBe(texts.length);
    }
  });

  it('names the code of a voucher, and what it took off', () => {
    const { details } = shown(language, 'voucher_applied', { code: 'SUMMER-27', discount: '3.60' });
    expect(details).toContain('SUMMER-27');
    expect(details).toMatch(/3[.,]60/);
    const card = { code: 'K7MQ-3XTD-92FA-JJ4W-PQ8Z', discount: '3.60' };
    for (const what of ['voucher_applied', 'voucher_removed', 'voucher_lost']) {
      expect(shown(language, what, card).details).toContain('…PQ8Z');
      expect(shown(language, what, card).details).not.toContain('K7MQ');
    }
    expect(shown(language, 'voucher_lost', { code: 'SUMMER-27', why: 'EXPIRED' }).details).toContain(
      messages[language].voucher.why.EXPIRED,
    );
  });
});

it('the address to which staff have sent an e-mail again is named, as far as it is stored', () => {
  const detail = { kind: 'confirmation', address: 'm…@example.test' };
  for (const what of ['mail_requeued', 'mail_copied', 'email_changed'])
    expect(shown('en', what, detail).details).toContain('m…@example.test');
});

it('what staff wrote, and names that only a newer release knows, are shown as they are', () => {
  expect(shown('en', 'settled_by_hand', { as: 'refunded', reason: 'paid in cash' }).details).toContain(
    'paid in cash',
  );
  expect(shown('en', 'order_impossible', { reason: 'rain' }).details).toBe('rain');
  expect(shown('en', 'something_new').what).toContain('something_new');
});
