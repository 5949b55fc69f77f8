import { describeSoldSession } from '@/lib/shop/flows/event-change/describe-session';
import { findEventChange, readProgress } from '@/lib/shop/data/event-change-store';
import type { EventChangeAction } from '@/lib/shop/values/event-change-values';
import { startEventChange } from '@/lib/shop/flows/event-change/start-event-change';
import { readOrders } from '@/lib/shop/data/order-store';
import { lastSegment } from '@/lib/contract/iri';
import { fromCents } from '@/lib/money/money';
import { type Ordered, orderedWithTickets } from './cancellations';
import type { TestShop } from './test-shop';

/** The session of which an order has tickets. */
export async function sessionOfOrder({ context }: TestShop, { id }: Ordered): Promise<string> {
  const [order] = await readOrders(context.database, id);
  const [ticket] = order?.data.items[0]?.offerTickets ?? [];
  return lastSegment(ticket?.session ?? '');
}

/** So many orders of two tickets of one session. */
export async function severalOrders(shop: TestShop, count: number): Promise<Ordered[]> {
  const made: Ordered[] = [];
  for (let i = 0; i < count; i += 1) made.push(await orderedWithTickets(shop));
  return made;
}

/** Starts the work for everyone who has tickets of a session. */
export async function startFor(
  { context, ticketing }: TestShop,
  sessionId: string,
  action: EventChangeAction,
  /** `occursAt`: the present time of the session; left out: that at which it was sold. */
  /** `target`: a session of the programme, by its path. */
  {
    occursAt,
    message = 'A storm is coming.',
    target,
  }: { occursAt?: Date | undefined; message?: string; target?: string } = {},
): Promise<string | null> {
  const ids = ticketing.orders
    .filter(({ items }) =>
      items.some(({ offerTickets }) => offerTickets.some((one) => one.session?.endsWith(sessionId))),
    )
    .map(({ id }) => id);
  const session = await describeSoldSession(context, sessionId, ids, 'en');
  if (session === null) throw new Error('no order has the session');
  const other = ticketing.programme.find((one) => one.session === target);
  const rest = {
    sessionId,
    action,
    message,
    staff: 'ada',
    ...(other === undefined
      ? {}
      : { target: { id: lastSegment(other.session), occursAt: new Date(other.occursAt) } }),
  };
  return startEventChange(context, {
    ...session,
    occursAt: occursAt ?? new Date(session.occursAt),
    ...rest,
  });
}

const mostRounds = 30;

/** Lets the worker finish it, and resolves to what has become of the orders. */
export async function untilDone(shop: TestShop, id: string | null) {
  for (let round = 0; round < mostRounds; round += 1) {
    await shop.laterAll();
    await shop.settle();
    const change = await findEventChange(shop.context.database, id ?? '');
    if (change?.state === 'done') return readProgress(shop.context.database, change);
  }
  throw new Error(`it does not end: ${shop.reports.join('\n')}`);
}

/** What the provider has refunded of an order's payment. */
export function refundedFor({ provider }: TestShop, { intent }: Ordered): string {
  return fromCents(provider.refunded.get(intent) ?? 0);
}
