import { sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  type Cancellation,
  cancellationSchema,
  type CancellationTerms,
  cancellationTermsSchema,
} from '@/lib/contract/cancellation';
import type { Feed } from '@/lib/contract/feed';
import type { Order } from '@/lib/contract/order';
import { bothItem } from './booking';
import { boatAndMuseum } from './feed';
import { startTestOrders, type TestOrders } from './order';
import type { CallOptions, TestAnswer } from './test-service';

export type Rule = Feed['products'][number]['cancellation'];

/** All scopes that a shop without staff has. */
export const shopScopes = ['catalog:read', 'booking:read', 'booking:write'];

interface Sold {
  /** Of the boat's departure at ten, of which each unit takes one place. */
  boat: number;
  /** Of the offer. */
  offer: number;
}

/** A service on PostgreSQL with the boat and the museum, which are sold together with a rule for cancelling. */
export interface TestCancellations extends TestOrders {
  /** Imports the feed with another rule, limits or price. */
  feed: (change: Parameters<typeof boatAndMuseum>[0]) => Promise<void>;
  /** Orders so many units of boat and museum. */
  order: (quantity?: number) => Promise<Order>;
  cancel: (order: Order, body?: object, options?: CallOptions) => Promise<TestAnswer>;
  /** Cancels with every scope; throws if the answer is not 201. */
  cancelled: (order: Order, body?: object) => Promise<Cancellation>;
  terms: (order: Order) => Promise<CancellationTerms>;
  sold: () => Promise<Sold>;
}

export const rule: Rule = { deadlineHours: 24, share: 0.8 };
const usual = { boatCapacity: 50, offerCapacity: 60, cancellation: rule };

export async function startTestCancellations(): Promise<TestCancellations> {
  const orders = await startTestOrders();
  const { service, places } = orders;
  const feed: TestCancellations['feed'] = async (change) => {
    const body = boatAndMuseum({ ...usual, ...change });
    const { status, body: answer } = await service.call('POST', '/v1/ticketing/feeds', {
      body,
      organization: 'river',
    });
    if (status !== 201) throw new Error(`${status}: ${JSON.stringify(answer)}`);
  };
  await feed({});
  const cancel: TestCancellations['cancel'] = (order, body = {}, options = {}) =>
    service.call('POST', `${order['@id']}/_cancel`, {
      scopes: shopScopes,
      ...options,
      body: { reason: 'ill', ...body },
    });
  const soldOf = async (path: string): Promise<number> => {
    const id = path.split('/').at(-1) ?? '';
    const [found] = await service.database.rows(
      z.object({ sold: z.int() }),
      sql`select sold from ticketing.counter where id = ${id}`,
    );
    return found?.sold ?? 0;
  };
  return {
    ...orders,
    feed,
    order: async (quantity = 1) => {
      const [order] = await orders.ordered([bothItem(places, quantity)]);
      if (order === undefined) throw new Error('nothing was ordered');
      return order;
    },
    cancel,
    cancelled: async (order, body = {}) => {
      const { status, body: answer } = await service.call('POST', `${order['@id']}/_cancel`, {
        body: { reason: 'ill', ...body },
      });
      if (status !== 201) throw new Error(`${status}: ${JSON.stringify(answer)}`);
      return cancellationSchema.parse(answer);
    },
    terms: async (order) =>
      cancellationTermsSchema.parse((await service.call('GET', `${order['@id']}/cancellation_terms`)).body),
    sold: async () => ({ boat: await soldOf(places.ten), offer: await soldOf(places.offer) }),
  };
}

/** The tickets of an order, unit by unit: boat and museum. */
export function unitsOf(order: Order): [boat: string, museum: string][] {
  const tickets = order.items[0]?.tickets ?? [];
  return Array.from({ length: tickets.length / 2 }, (_, i) => [
    tickets[2 * i] ?? '',
    tickets[2 * i + 1] ?? '',
  ]);
}
