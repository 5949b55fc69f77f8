import { eq } from 'drizzle-orm';
import { isOneOf } from '../../database/conditions';
import type { Reader } from '../../database/database';
import { amountAbove, sumAmounts } from '../../money/money';
import {
  type CancellationStage,
  isEnded,
  type RefundSettlement,
  refundSettlement,
  refundStage,
  type RefundStage,
} from '../rules/refund';
import { type Cancellation, type CancellationProblem, cancellationTable } from '../tables/cancellation-table';
import { checkoutTable } from '../tables/checkout-table';
import { changedOrderTable, eventChangeTable } from '../tables/event-change-table';
import type { Refund, RefundProblem } from '../tables/refund-table';
import { readCancellations } from './cancellation-store';
import { readRefundsFor } from './refund-store';

/** What another purchase's payment returns of a refund. */
interface OtherPart extends Pick<Refund, 'id' | 'checkoutId' | 'amount' | 'paymentId' | 'paidBack'> {
  state: RefundStage;
  settledAs: RefundSettlement | null;
}

/**
 * A cancellation of a purchase with its refunds; or what a payment of the purchase returns of another purchase's cancellation.
 * `amount`: what is refunded of all payments, without what staff had refunded at the provider's pages before.
 */
export interface ShownCancellation extends Omit<Cancellation, 'state' | 'problem' | 'orderId'> {
  /** The order at the service; null: no tickets were cancelled. */
  readonly orderId: string | null;
  /** Of the payment of this purchase; null: nothing is refunded from it. */
  readonly refund: Refund | null;
  /** What staff and customers are told of the tickets, then of the refund of this purchase's payment. */
  readonly state: CancellationStage;
  readonly problem: CancellationProblem | RefundProblem | null;
  readonly settledAs: RefundSettlement | null;
  readonly parts: readonly OtherPart[];
  /** What was given back for the tickets before they were cancelled. */
  readonly givenBefore: string;
  /** The tickets are cancelled, and nothing of the refund is left to do, for another purchase's payment either. */
  readonly isEnded: boolean;
  /** The purchase whose tickets were cancelled, of a part of a refund; of goodwill, the purchase itself; null: its own tickets. */
  readonly wholeAt: string | null;
  /** Staff have given back a part of the money, and no tickets were cancelled. */
  readonly isGoodwill: boolean;
  /** The booking number of the purchase for which the tickets were exchanged; null: they were not. */
  readonly rebookedReference: string | null;
  /** What the organiser wrote when it cancelled the session; null: it did not. */
  readonly organiserMessage: string | null;
}

/** The oldest first. */
export async function readShownCancellations(
  reader: Reader,
  checkoutId: string,
): Promise<ShownCancellation[]> {
  const own = await readCancellations(reader, checkoutId);
  const ids = own.map(({ id }) => id);
  const refunds = await readRefundsFor(reader, checkoutId, ids);
  const isElsewhere = ({ cancellationId }: Refund) =>
    cancellationId !== null && !ids.includes(cancellationId);
  const elsewhere = refunds.filter(isElsewhere);
  const context = await readContext(reader, [
    ...ids,
    ...elsewhere.flatMap(({ cancellationId }) => cancellationId ?? []),
  ]);
  return [
    ...own.map((one) => shownOf(one, refunds, context.get(one.id))),
    ...elsewhere.flatMap((refund) => {
      const whole = context.get(refund.cancellationId ?? '')?.cancellation;
      return whole === undefined ? [] : partOf(refund, whole);
    }),
    ...refunds.filter(({ cause }) => cause === 'goodwill').map(goodwillOf),
  ].sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

function shownOf(one: Cancellation, all: readonly Refund[], context: Context | undefined): ShownCancellation {
  const refunds = all.filter(({ cancellationId }) => cancellationId === one.id);
  const refund = refunds.find(({ checkoutId }) => checkoutId === one.checkoutId) ?? null;
  const isWaived = refunds.length > 0 && refunds.every(({ state }) => state === 'waived');
  const made = refunds.filter(({ state }) => isWaived || state !== 'waived');
  const amount = sumAmounts(made.map((each) => each.amount));
  const planned = sumAmounts(refunds.map((each) => each.amount));
  return {
    ...one,
    refund,
    amount,
    settledAs: isWaived ? 'nothing' : settledOf(refund),
    state: one.state !== 'cancelled' ? one.state : refund === null ? 'done' : refundStage(refund),
    problem: one.problem ?? refund?.problem ?? null,
    givenBefore: amountAbove(one.amount, planned),
    parts: refunds
      .filter((each) => each !== refund)
      .map(({ id, checkoutId, amount: part, paymentId, paidBack, state }) => ({
        id,
        checkoutId,
        amount: part,
        paymentId,
        paidBack,
        state: refundStage({ state }),
        settledAs: refundSettlement(state),
      })),
    isEnded: one.state === 'cancelled' && refunds.every(isEnded),
    wholeAt: null,
    isGoodwill: false,
    rebookedReference: context?.rebookedReference ?? null,
    organiserMessage: context?.organiserMessage ?? null,
  };
}

/** Of several parts one may be waived: then the others are refunded. */
const settledOf = (refund: Refund | null) => (refund?.state === 'settled' ? 'refunded' : null);

const withoutTickets = {
  tickets: [],
  reference: null,
  document: null,
  rebookedTo: null,
  toldAt: null,
  returned: null,
  parts: [],
  givenBefore: '0.00',
  rebookedReference: null,
  organiserMessage: null,
};

/** Of a refund that has no cancellation of this purchase's tickets. */
function refundAlone(refund: Refund) {
  const { id, checkoutId, amount, problem, createdAt, enteredAt } = refund;
  return {
    ...withoutTickets,
    id,
    checkoutId,
    amount,
    problem,
    createdAt,
    enteredAt,
    refund,
    state: refundStage(refund),
    settledAs: refundSettlement(refund.state),
    isEnded: isEnded(refund),
  };
}

function partOf(refund: Refund, whole: Cancellation): ShownCancellation {
  return { ...whole, ...refundAlone(refund), wholeAt: whole.checkoutId, isGoodwill: false };
}

function goodwillOf(refund: Refund): ShownCancellation {
  const { checkoutId, staff, reason, escalatedAt } = refund;
  return {
    ...refundAlone(refund),
    orderId: null,
    override: false,
    credited: null,
    staff,
    reason: reason ?? '',
    escalatedAt,
    wholeAt: checkoutId,
    isGoodwill: true,
  };
}

type Context = Pick<ShownCancellation, 'rebookedReference' | 'organiserMessage'> & {
  cancellation: Cancellation;
};

/** The cancellations, and why the tickets were given back: the booking that they pay for, and what the organiser wrote. */
async function readContext({ db }: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, Context>> {
  if (ids.length === 0) return new Map();
  const { id } = cancellationTable;
  const rows = await db
    .select({
      cancellation: cancellationTable,
      rebookedReference: checkoutTable.reference,
      organiserMessage: eventChangeTable.message,
    })
    .from(cancellationTable)
    .leftJoin(checkoutTable, eq(checkoutTable.id, cancellationTable.rebookedTo))
    .leftJoin(changedOrderTable, eq(changedOrderTable.cancellationId, id))
    .leftJoin(eventChangeTable, eq(eventChangeTable.id, changedOrderTable.changeId))
    .where(isOneOf(id, ids));
  return new Map(rows.map((row) => [row.cancellation.id, row]));
}
