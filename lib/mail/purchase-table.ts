import type { EmailTranslate } from '../locale/email-messages';
import type { Language } from '../locale/languages';
import { feeKind, formatAmount, subtractAmounts } from '../money/money';
import type { Block, Detail, TableRow } from './email-page';
import { isSome } from './ways-back';

export interface EmailLine {
  /** What this line and those after it are for, up to the next one with such a title. */
  above?: { title: string; details: readonly Detail[] };
  quantity: number;
  title: string;
  /** Of each visit the day and time, the event, and the place. */
  details: readonly Detail[];
  /** Before a voucher. */
  totalAmount: string;
}

/** What was bought, and what it costs. Amounts in EUR. */
export interface Purchase {
  lines: readonly EmailLine[];
  /** In addition to the lines (a fee), or below 0 a discount. */
  fees: string;
  total: string;
  /** Only some of what was bought: then the price is that of the whole booking. */
  isPart?: boolean;
  /** A code, and what it takes off the lines; null: none. `left`: what is left then of a gift card; null: it is none. `complimentary`: staff have given the tickets. */
  voucher?: { code: string; discount: string; left?: string | null; complimentary?: boolean } | null;
  /**
   * What tickets of an earlier booking were worth, what was paid beside them, what of their price goes back, and what to the
   * gift card that had paid for a part of them.
   */
  credit?: { worth: string; due: string; back: string; returned: string };
}

const noCredit = { worth: '0.00', due: '0.00', back: '0.00', returned: '0.00' };

/** A row for each line, and for what is said above several. `valueOf`: what stands at its end. */
export function lineRows(
  lines: readonly EmailLine[],
  valueOf: (line: EmailLine) => string = () => '',
): TableRow[] {
  return lines.flatMap((line) => [
    ...(line.above === undefined ? [] : [{ ...line.above, value: '', strong: true }]),
    { title: `${line.quantity} × ${line.title}`, details: line.details, value: valueOf(line) },
  ]);
}

/** A row for each line at its list price, the fee, what a voucher took off, the total, and what is paid with earlier tickets. */
export function purchaseTable(
  { lines, fees, total, isPart = false, voucher = null, credit = noCredit }: Purchase,
  language: Language,
  t: EmailTranslate,
): Block {
  const amount = (value: string) => formatAmount(value, language);
  const fee = isPart ? null : feeKind(fees);
  const minus = (value: string) => amount(subtractAmounts('0.00', value));
  const isLess = !isPart && voucher !== null && isSome(voucher.discount);
  return {
    kind: 'table',
    rows: [
      ...lineRows(lines, ({ totalAmount }) => amount(totalAmount)),
      ...(fee === null ? [] : [{ title: t(`checkout.items.${fee}`), details: [], value: amount(fees) }]),
      ...(isLess ? [{ ...voucherTexts(voucher, amount, t), value: minus(voucher.discount) }] : []),
      {
        title: t(isPart ? 'email.confirmation.whole' : 'checkout.items.total'),
        details: [],
        value: amount(total),
        strong: true,
      },
      ...creditRows(credit).map(({ name, value }) => ({
        title: t(`checkout.items.${name}`),
        details: [],
        value: amount(value),
      })),
    ],
  };
}

function voucherTexts(
  { code, left = null, complimentary = false }: NonNullable<Purchase['voucher']>,
  amount: (value: string) => string,
  t: EmailTranslate,
) {
  if (complimentary) return { title: t('voucher.complimentary'), details: [] };
  if (left === null) return { title: t('voucher.line', { code }), details: [] };
  return {
    title: t('voucher.giftCardLine', { code }),
    details: [t('checkout.order.giftCard.left', { amount: amount(left) })],
  };
}

function creditRows({ worth, due, back, returned }: NonNullable<Purchase['credit']>) {
  return [
    ...(!isSome(worth)
      ? []
      : [
          { name: 'credit', value: subtractAmounts('0.00', worth) } as const,
          ...(isSome(due) ? [{ name: 'paidNow', value: due } as const] : []),
          ...(isSome(back) ? [{ name: 'back', value: back } as const] : []),
        ]),
    ...(isSome(returned) ? [{ name: 'returned', value: returned } as const] : []),
  ];
}
