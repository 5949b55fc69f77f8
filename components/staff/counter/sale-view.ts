import type { Checkout } from '@/lib/shop/rules/checkout';
import type { OrderView } from '@/lib/shop/flows/lookup/read-checkout';
import type { GiveAnswer, ItemNotice, SaleProblem } from '@/lib/storefront/staff/counter/counter-problems';
import type { ExchangeProblem } from '@/lib/storefront/common/exchange/exchange-problem';
import type { Sale } from '@/lib/storefront/staff/counter/counter';
import type { VoucherNotice } from '@/lib/storefront/common/checkout/voucher-notice';
import type { PlacedOrderView } from '../../order/order-view';

type Action = (form: FormData) => Promise<void>;

/** A sale as its page shows it. */
export interface SaleView extends Omit<Sale, 'view'> {
  readonly view: Pick<
    OrderView,
    | 'items'
    | 'fees'
    | 'total'
    | 'due'
    | 'back'
    | 'returned'
    | 'voucher'
    | 'credit'
    | 'leastTotal'
    | 'invoices'
  > & {
    readonly checkout: Pick<Checkout, 'id' | 'reference' | 'state' | 'reason' | 'settledAs' | 'language'> &
      Pick<Checkout, 'email' | 'entries' | 'expiresAt' | 'secondsLeft'>;
    readonly orders: readonly PlacedOrderView[];
  };
}

export interface CounterSaleProps {
  readonly sale: SaleView;
  readonly problem: SaleProblem | null;
  /** What became of a code. */
  readonly notice: VoucherNotice | null;
  /** What became of an item that was to be removed. */
  readonly item: ItemNotice | null;
  /** Why earlier tickets do not pay for the sale. */
  readonly exchangeProblem: ExchangeProblem | null;
  /** What became of tickets that were to be given. */
  readonly give: GiveAnswer | null;
  /** The country that is chosen beforehand. */
  readonly country: string;
  readonly actions: Readonly<
    Record<
      | 'takeMoney'
      | 'giveUp'
      | 'give'
      | 'payBack'
      | 'removeItem'
      | 'applyVoucher'
      | 'removeVoucher'
      | 'payWithEarlier'
      | 'keepEarlier',
      Action
    >
  >;
}
