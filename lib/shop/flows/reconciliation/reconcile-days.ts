import type { ListedOrder, OrderList } from '../../../client/order-list';
import type { ListedPayment, ListedRefund } from '../../../payment/payment';
import { databaseNow } from '../../../database/database-now';
import type { Books, ServiceOrder } from './reconcile-compare';
import { grouped, isWithin, readAccounts, type Range } from '../../data/reconcile-store';
import type { CheckoutContext } from '../../context';

export type Reconciling = Pick<CheckoutContext, 'database' | 'client' | 'payments'>;

/** More than two clocks differ, and longer than most purchases take from the first hold to the order. */
const marginMilliseconds = 60 * 60_000;

// Texts in the list are not used, so the language does not matter; every server offers one of them.
const call = { language: 'en' };

export interface Days {
  /** One day after another, without gaps. */
  read(day: Range): Promise<Books>;
  orders: OrderList;
}

export async function openDays(context: Reconciling, since: Date): Promise<Days> {
  const { database, client, payments } = context;
  const start = new Date(since.getTime() - marginMilliseconds);
  const orderList = await client.openOrderList(start, call);
  const sides = {
    sessions: keepingTail<ListedPayment>(start, (from, until) => collect(payments.listPayments(from, until))),
    refunds: keepingTail<ListedRefund>(start, (from, until) => collect(payments.listRefunds(from, until))),
    orders: keepingTail<ServedOrder>(start, async (from, until) =>
      (await orderList.between(from, until)).map(served),
    ),
  };
  const read = async (day: Range): Promise<Books> => {
    const listed = {
      from: new Date(day.from.getTime() - marginMilliseconds),
      until: new Date(day.until.getTime() + marginMilliseconds),
    };
    const [sessions, refunds, ordered] = await Promise.all([
      sides.sessions(listed),
      sides.refunds(listed),
      sides.orders(listed),
    ]);
    const ofDay = <Item extends { createdAt: Date }>(items: readonly Item[]) =>
      items.filter(({ createdAt }) => isWithin(day, createdAt));
    const accounts = await readAccounts(database, day, {
      sessions: ofDay(sessions).map(({ session }) => session.id),
      intents: ofDay(refunds).flatMap(({ intent }) => intent ?? []),
      references: ofDay(ordered).map(({ externalReference }) => externalReference),
    });
    const now = await databaseNow(database);
    const orders = grouped(ordered, ({ externalReference }) => externalReference);
    return { day, listed, now, sessions, refunds, accounts, orders };
  };
  return { read, orders: orderList };
}

/** An order that names its purchase: other orders are not the shop's. */
type ServedOrder = ServiceOrder & { externalReference: string; createdAt: Date };

function served({ id, reservation, totalAmountInclTax, ...order }: ListedOrder): ServedOrder {
  const [externalReference, createdAt] = [order.externalReference ?? '', new Date(order.createdAt)];
  return { id, reservation, totalAmountInclTax, externalReference, createdAt };
}

/** Lists range after range; what two ranges share is listed once. */
function keepingTail<Item extends { createdAt: Date }>(
  start: Date,
  list: (from: Date, until: Date) => Promise<Item[]>,
): (range: Range) => Promise<Item[]> {
  let kept: Item[] = [];
  let listedUntil = start;
  return async (range) => {
    const more = await list(listedUntil, range.until);
    listedUntil = range.until;
    kept = [...kept.filter(({ createdAt }) => createdAt >= range.from), ...more];
    return kept;
  };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
