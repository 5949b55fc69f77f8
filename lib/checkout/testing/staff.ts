import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { fromCents } from '../../money/money';
import type { Rooms } from '../rooms';
import { settleByHand } from '../settle-by-hand';
import type { PaymentServer } from './payment-server';
import { intentOf } from './payment-resources';
import type { TicketingServer } from './ticketing';

const waitingRow = z.object({ id: z.string(), reference: z.string() });

interface Desk {
  ticketing: Pick<TicketingServer, 'orders'>;
  provider: Pick<PaymentServer, 'sessions' | 'intents' | 'refunded'>;
}

/**
 * What staff do with purchases that no program could settle: they look at the service and at the provider themselves.
 * An order is left as it is; else the money goes back at the provider's own pages. Then they say which.
 */
export async function settleAtTheDesk(rooms: Rooms, desk: Desk): Promise<number> {
  const waiting = await rooms.database.rows(
    waitingRow,
    sql`select id, reference from storefront.checkout where state = 'attention' and settled_as is null`,
  );
  for (const { id, reference } of waiting) {
    const isOrdered = desk.ticketing.orders.some((order) => order.externalReference === reference);
    if (!isOrdered) await giveMoneyBack(rooms, desk, id);
    await settleByHand(rooms, id, { as: isOrdered ? 'ordered' : 'refunded', staff: 'desk' });
  }
  return waiting.length;
}

async function giveMoneyBack({ payments }: Rooms, { provider }: Desk, checkoutId: string): Promise<void> {
  const intents = [...provider.sessions.values()]
    .filter(({ reference }) => reference === checkoutId)
    .flatMap(({ id }) => provider.intents.get(intentOf(id)) ?? []);
  for (const intent of intents) {
    if (intent.status === 'requires_capture') await payments.void({ intent: intent.id });
    if (intent.status === 'succeeded' && !provider.refunded.has(intent.id)) {
      const amount = fromCents(intent.received);
      await payments.refund({ id: `desk-${intent.id}`, checkoutId, intent: intent.id, amount });
    }
  }
}
