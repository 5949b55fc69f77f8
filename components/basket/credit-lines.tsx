import { useLocale, useTranslations } from 'next-intl';
import { amountAbove, compareAmounts, formatAmount, subtractAmounts } from '@/lib/money/money';

interface CreditLinesProps {
  readonly total: string;
  readonly credit: string;
  /** What is left to pay, and what remains of the credit; left out: the tickets pay for anything. */
  readonly due?: string | undefined;
  readonly back?: string | undefined;
  /** What of the price of the tickets goes back to the gift card that has paid it. */
  readonly returned?: string | undefined;
  /** With a smaller total the tickets can't be exchanged, so nothing goes back. */
  readonly leastTotal?: string;
  /** The order is made: what was due is paid. */
  readonly isPaid?: boolean;
}

/** What earlier tickets pay of a total, and what is left to pay or goes back; nothing without them. */
export function CreditLines({
  total,
  credit,
  due = amountAbove(total, credit),
  back = amountAbove(credit, total),
  returned = '0.00',
  leastTotal = '0.00',
  isPaid = false,
}: CreditLinesProps) {
  const t = useTranslations('checkout.items');
  const language = useLocale();
  const isCredit = compareAmounts(credit, '0.00') > 0;
  const isReturned = compareAmounts(returned, '0.00') > 0;
  if (!isCredit && !isReturned) return null;
  const isLess = back !== '0.00';
  const rest = [
    ...(isCredit && !(isLess && due === '0.00')
      ? [{ name: isPaid ? 'paidNow' : 'due', amount: due } as const]
      : []),
    ...(isLess ? [{ name: 'back', amount: back } as const] : []),
    ...(isReturned ? [{ name: 'returned', amount: returned } as const] : []),
  ];
  return (
    <dl className="space-y-1 pt-3">
      {isCredit ? (
        <div className="flex justify-between gap-4">
          <dt>{t('credit')}</dt>
          <dd className="tabular">{formatAmount(subtractAmounts('0.00', credit), language)}</dd>
        </div>
      ) : null}
      {compareAmounts(total, leastTotal) < 0
        ? null
        : rest.map(({ name, amount }) => (
            <div key={name} className="flex justify-between gap-4 font-bold">
              <dt>{t(name)}</dt>
              <dd className="tabular">{formatAmount(amount, language)}</dd>
            </div>
          ))}
    </dl>
  );
}
