import { useLocale, useTranslations } from 'next-intl';
import { formatAmount, sumAmounts } from '@/lib/money/money';
import { counterWays } from '@/lib/shop/values/checkout-values';
import { Notice } from '../../ui/notice';
import { Done } from '../ui/done';
import type { StaffOrderView } from './order-view';

/**
 * What staff have done on the page of an order. `given_before`: nothing, because somebody else gave money back meanwhile. The
 * last four are of money that goes back at the counter (`BackAtCounter`).
 */
export const orderDone = [
  'cancelled',
  'given',
  'given_before',
  'corrected',
  'unsent',
  'paid_back',
  'to_pay_back',
  'waits',
  'paid_before',
] as const;
export type OrderDone = (typeof orderDone)[number];

const isDone: Readonly<Record<OrderDone, boolean>> = {
  cancelled: true,
  given: true,
  given_before: false,
  corrected: true,
  unsent: false,
  paid_back: true,
  to_pay_back: true,
  waits: false,
  paid_before: false,
};

interface OrderDoneProps extends Pick<StaffOrderView, 'cancellations'> {
  readonly done: OrderDone;
  /** The refunds that were paid back. */
  readonly back: readonly string[];
}

/** "Paid back in cash: €12.00", for each way; and whether all of it goes back by the card terminal. */
function usePaidBack({ cancellations, back }: OrderDoneProps) {
  const t = useTranslations('staff.order.done');
  const ways = useTranslations('cancellation.staff.paidBack');
  const language = useLocale();
  const refunds = cancellations
    .flatMap(({ refund, parts }) => [...(refund === null ? [] : [refund]), ...parts])
    .filter(({ id }) => back.includes(id));
  const sums = counterWays.flatMap((way) => {
    const own = refunds.filter(({ paidBack }) => paidBack === way);
    const amount = formatAmount(sumAmounts(own.map((one) => one.amount)), language);
    return own.length === 0 ? [] : [t('paidBack', { way: ways(way), amount })];
  });
  const isByTerminal = refunds.length > 0 && refunds.every(({ paidBack }) => paidBack === 'terminal');
  return { sums: sums.join(' · '), isByTerminal };
}

export function OrderDoneNotice(props: OrderDoneProps) {
  const t = useTranslations('staff.order.done');
  const { done } = props;
  const { sums, isByTerminal } = usePaidBack(props);
  const title = done === 'paid_back' && sums !== '' ? sums : t(`${done}.title`);
  return (
    <Done>
      <div className="pb-8">
        <Notice tone={isDone[done] ? 'result' : 'problem'} title={title}>
          <p>{t(done === 'paid_back' && isByTerminal ? 'paid_back.terminal' : `${done}.text`)}</p>
        </Notice>
      </div>
    </Done>
  );
}
