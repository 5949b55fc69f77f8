import { setTimeout as pause } from 'node:timers/promises';
import { payBack } from '../../../shop/flows/refund/pay-back';
import { bindingCancellations, readCancellations } from '../../../shop/data/cancellation-store';
import type { WholeCheckout } from '../../../shop/data/whole-checkout-store';
import type { Cancellation } from '../../../shop/tables/cancellation-table';
import { findRefund, readRefundsFor } from '../../../shop/data/refund-store';
import { isToPayBack } from '../../../shop/rules/refund';
import type { Refund } from '../../../shop/tables/refund-table';
import type { CounterWay } from '../../../shop/values/checkout-values';
import type { AppContext } from '../../../runtime/app-context';
import { waitBriefly } from '../../common/request/wait-briefly';

/**
 * What staff are told of money that goes back at the counter. `paid_back`: these refunds are recorded as paid back now.
 * `to_pay_back`: they are owed. `waits`: it is not decided yet, and nothing is to be given. `paid_before`: it was recorded before.
 */
export type BackAtCounter =
  | { readonly said: 'paid_back'; readonly refunds: readonly string[] }
  | { readonly said: 'to_pay_back' | 'waits' | 'paid_before' };

type Reader = AppContext['checkoutContext']['database'];

interface PayingBackNow {
  readonly staff: string;
  readonly reason: string;
  /** Null: somebody pays it back later. */
  readonly way: CounterWay | null;
}

const mostMilliseconds = 2_500;
const millisecondsBetweenLooks = 50;

const isUndecided = ({ state }: Refund) => state === 'planned' || state === 'due';
const isBackAtCounter = ({ problem, state }: Refund) =>
  problem === 'pay_back_at_counter' && state === 'settled';

/**
 * Waits a moment until it is known which refunds are paid back at the counter, and records that they are. Money is recorded only
 * here, while the person waits: not by the worker, when the customer may have left. Null: nothing goes back at the counter.
 */
async function payBackNow(
  { checkoutContext }: Pick<AppContext, 'checkoutContext'>,
  read: () => Promise<readonly Refund[]>,
  { staff, reason, way }: PayingBackNow,
): Promise<BackAtCounter | null> {
  const end = performance.now() + mostMilliseconds;
  let refunds = await read();
  await waitBriefly(mostMilliseconds, async () => {
    while (refunds.some(isUndecided) && performance.now() < end) {
      await pause(millisecondsBetweenLooks);
      refunds = await read();
    }
  });
  const paid = way === null ? [] : await payBack(checkoutContext, refunds, { staff, reason, paidBack: way });
  if (paid.length > 0) return { said: 'paid_back', refunds: paid };
  const now = await read();
  if (now.some(isUndecided)) return { said: 'waits' };
  if (now.some(isToPayBack)) return { said: 'to_pay_back' };
  return now.some(isBackAtCounter) ? { said: 'paid_before' } : null;
}

/** Of the cancellations of these tickets of a purchase, as paths. */
export function payBackTickets(
  context: Pick<AppContext, 'checkoutContext'>,
  { checkoutId, tickets }: { readonly checkoutId: string; readonly tickets: readonly string[] },
  how: PayingBackNow,
): Promise<BackAtCounter | null> {
  const { database } = context.checkoutContext;
  const wanted = new Set(tickets);
  return payBackNow(
    context,
    async () => {
      const own = (await bindingCancellations(database, checkoutId)).filter((one) =>
        one.tickets.some((ticket) => wanted.has(ticket)),
      );
      return readRefundsOf(database, checkoutId, own);
    },
    how,
  );
}

/** What is left of the price of tickets that were exchanged for this purchase. */
export function payBackExchange(
  context: Pick<AppContext, 'checkoutContext'>,
  { checkout, rebooking }: Pick<WholeCheckout, 'checkout' | 'rebooking'>,
  how: PayingBackNow,
): Promise<BackAtCounter | null> {
  const { database } = context.checkoutContext;
  return payBackNow(
    context,
    async () => (rebooking === null ? [] : readExchangeRefunds(database, rebooking.earlierId, checkout.id)),
    how,
  );
}

/** The refunds of the tickets of an earlier purchase that were exchanged for a later one. */
export async function readExchangeRefunds(
  reader: Reader,
  earlierId: string,
  laterId: string,
): Promise<Refund[]> {
  const own = (await readCancellations(reader, earlierId)).filter(({ rebookedTo }) => rebookedTo === laterId);
  return readRefundsOf(reader, earlierId, own);
}

async function readRefundsOf(
  reader: Reader,
  checkoutId: string,
  cancellations: readonly Pick<Cancellation, 'id'>[],
): Promise<Refund[]> {
  const ids = new Set(cancellations.map(({ id }) => id));
  const refunds = await readRefundsFor(reader, checkoutId, [...ids]);
  return refunds.filter(({ cancellationId }) => cancellationId !== null && ids.has(cancellationId));
}

/** Of one goodwill of a purchase. */
export function payBackGoodwill(
  context: Pick<AppContext, 'checkoutContext'>,
  { checkoutId, id }: Pick<Refund, 'checkoutId' | 'id'>,
  how: PayingBackNow,
): Promise<BackAtCounter | null> {
  const read = async () => {
    const refund = await findRefund(context.checkoutContext.database, id);
    return refund?.checkoutId === checkoutId && refund.cause === 'goodwill' ? [refund] : [];
  };
  return payBackNow(context, read, how);
}
