import type { Checkout } from './checkout';

/** What staff should do about each kind of finding, in one sentence. */
export const advice = {
  paid_unknown:
    'Paid at the provider, and nothing of it here: give the money back there, unless the order can be found by hand.',
  paid_there_only:
    'The provider has the money and the shop does not know of it: see that the worker runs; if it does, a person has to settle it.',
  paid_here_only:
    'Written down as paid, and the provider says otherwise: find out there what became of the payment before anything is sent.',
  amount_differs:
    'Another amount or currency was paid than was agreed to: give back the difference, or ask the customer for it.',
  authorized_too_long:
    'Money is set aside for over an hour, neither taken nor let go: see that the worker runs, or capture or cancel it at the provider.',
  paid_twice: 'Paid more than once: give one of the payments back at the provider.',
  paid_for_nothing: 'Paid, and neither ordered nor given back: give the money back at the provider.',
  ordered_unpaid: 'Ordered, and not paid: ask the customer for the money, or have the order cancelled.',
  ordered_and_refunded:
    'There is an order, and the money was given back: have the order cancelled, unless this was agreed with the customer.',
  refund_there_only:
    'Given back at the provider, and not written down here: if nobody did so by hand, find out who did.',
  refund_here_only:
    'The customer was told of a refund that the provider did not carry out: give the money back there again.',
  refund_differs: 'Another amount was given back than was paid: give back the difference.',
  order_missing:
    'Ordered, and the service does not know the order: ask its operator; the customer may stand there without tickets.',
  order_there_only:
    'The service has an order that is not written down here: send the customer its tickets, or have it cancelled.',
  order_twice: 'The service has more than one order for the same purchase: have one of them cancelled.',
  order_total_differs:
    'The order costs something else than was agreed to: ask the operator of the service which is right.',
} as const;

export type FindingKind = keyof typeof advice;

export interface Finding {
  kind: FindingKind;
  /** The order's reference as the customer has it; the provider's ID of the payment when there is none. */
  reference: string;
}

/** A purchase that a worker or staff still process. */
export type InHand = Pick<Checkout, 'reference' | 'state' | 'reason'>;

/** Purchases are counted by their result. `free`: those of `ordered` for which nothing had to be paid. */
export const countNames = ['paid', 'ordered', 'free', 'refunded', 'voided'] as const;

export interface Reconciliation {
  counts: Record<(typeof countNames)[number], number>;
  inHand: readonly InHand[];
  findings: readonly Finding[];
}

export function reconciliationText({ counts, inHand, findings }: Reconciliation, since: Date): string {
  const { paid, ordered, free, refunded, voided } = counts;
  const lines = [
    `Since ${since.toISOString().slice(0, 10)}: ${paid} paid, ${ordered} ordered (${free} of them free of charge), ` +
      `${refunded} refunded, ${voided} voided, ${inHand.length} in hand.`,
    ...section(
      'In hand',
      inHand.map(({ reference, state, reason }) => [reference, state, reason ?? '']),
    ),
    ...(findings.length === 0
      ? ['', 'All matches.']
      : section(
          `Does not match: ${findings.length}`,
          findings.map(({ reference, kind }) => [reference, kind, advice[kind]]),
        )),
  ];
  return `${lines.join('\n')}\n`;
}

function section(title: string, rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const aligned = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return ['', title, ...aligned];
}
