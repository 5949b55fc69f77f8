import { compareAmounts } from '../../money/money';
import { mayHaveOrder, type State } from '../values/checkout-state';

/** What became of a payment that the shop did not know, or (`paid_since`) of which it did not know that it was made. */
export const foundAs = {
  made_again: ['Is made again', 'Made again, with a new order or a refund'],
  paid_since: ['Was paid for: is ordered', 'Was paid for, and is ordered'],
  refunded_before: ['Was refunded: is recorded', 'Had been refunded, and was recorded'],
  for_staff: ['', 'Recorded for staff: another amount was paid, a part was refunded, or it was paid twice'],
  being_opened: [
    'A customer may be on the way to the page: left alone',
    'A customer may be on the way to the page: run this again in three minutes',
  ],
  page_open: ['Can still be paid: the page is closed', ''],
  not_finished: [
    'The bank has not finished the payment',
    'The bank has not finished the payment: run this again later',
  ],
  without_note: [
    'Says nothing of what was bought: refund it at the provider',
    'Says nothing of what was bought: refund it at the provider',
  ],
  reference_taken: ['', 'Another purchase has this reference: refund it at the provider'],
  failed: ['Failed', 'Failed: run this again, or refund it at the provider'],
  other_shop: ['Of another STOREFRONT_URL: left alone', 'Of another STOREFRONT_URL: left alone'],
} as const;

export type FoundAs = keyof typeof foundAs;

export interface Found {
  /** The order's reference; the provider's identifier of the page if there is none. */
  reference: string;
  as: FoundAs;
  /** Of `failed`. */
  why?: string;
}

/** A purchase that is here with an order, and was refunded elsewhere. */
export interface RefundedPurchase {
  reference: string;
  /** What was refunded that was not known, of what was paid. */
  amount: string;
  paid: string;
  /** The bank has not finished all of it, so staff have no task yet. */
  isPending: boolean;
}

/** A purchase that was made again. `without`: what the customer had given, and that is lost. */
export interface RebuiltPurchase {
  reference: string;
  state: State;
  reason: string | null;
  without: readonly string[];
}

export interface AfterRestore {
  found: readonly Found[];
  /** Made again by this run or an earlier one, with what became of them. */
  rebuilt: readonly RebuiltPurchase[];
  /** How many purchases were paid, without it being known yet whether there will be an order. */
  undecided: number;
  /** As far as that was not known before this run. */
  refunded: readonly RefundedPurchase[];
}

const open: readonly FoundAs[] = [
  'not_finished',
  'without_note',
  'reference_taken',
  'being_opened',
  'for_staff',
  'failed',
];

/** False: staff or the operator still have to do something. */
export function isComplete({ found, rebuilt, undecided, refunded }: AfterRestore): boolean {
  return (
    undecided === 0 &&
    !refunded.some(({ isPending }) => isPending) &&
    !found.some(({ as }) => open.includes(as)) &&
    !rebuilt.some(({ state }) => state === 'attention')
  );
}

/** Of a dry run: nothing would be done. */
export const isNothing = ({ found, refunded }: AfterRestore): boolean =>
  refunded.length === 0 && found.every(({ as }) => as === 'other_shop');

export function restoreText({ found, rebuilt, undecided, refunded }: AfterRestore, dryRun: boolean): string {
  const lost = rebuilt.filter(({ state, without }) => mayHaveOrder(state) && without.length > 0);
  const lines = [
    dryRun
      ? `Nothing was changed. ${found.length} payments would be looked after.`
      : `${found.length} payments were looked after.`,
    ...section(
      'Payments',
      found.map((one) => `${one.reference}  ${wordsOf(one, dryRun)}`),
    ),
    ...section(
      'Made again or continued, by now',
      rebuilt.map(({ reference, state, reason }) => `${reference}  ${endOf(state, reason)}`),
    ),
    ...section(
      'Ask these customers for what is lost',
      lost.map(({ reference, without }) => `${reference}  ${without.join(', ')}`),
    ),
    ...section(
      'Refunded since, and their tickets are valid again: a task for staff',
      refunded.map((one) => `${one.reference}  ${refundOf(one)}`),
    ),
    ...(undecided === 0 || dryRun
      ? []
      : ['', `${undecided} paid purchases are not decided yet: run this again before the storefront sells.`]),
  ];
  return `${lines.join('\n')}\n`;
}

const wordsOf = ({ as, why }: Found, dryRun: boolean): string =>
  `${foundAs[as][dryRun ? 0 : 1]}${why === undefined ? '' : ` (${why})`}`;

function refundOf({ amount, paid, isPending }: RefundedPurchase): string {
  const what = compareAmounts(amount, paid) >= 0 ? `all of ${paid} EUR` : `${amount} of ${paid} EUR`;
  return isPending ? `${what}; the bank has not finished it: run this again later` : what;
}

const endOf = (state: State, reason: string | null): string =>
  reason === null || reason === 'restored' ? state : `${state}  ${reason}`;

const section = (title: string, rows: readonly string[]): string[] =>
  rows.length === 0 ? [] : ['', title, ...rows];
