import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { fromCents } from '@/lib/money/money';
import type { CheckoutContext } from '@/lib/shop/context';
import { settleByHand } from '@/lib/shop/flows/attention/settle-by-hand';
import type { StripeServer } from '@/testing/fakes/stripe/stripe-server';
import type { TicketingServer } from '@/testing/service/service';

const waitingRow = z.object({ id: z.string(), reference: z.string() });

interface Fakes {
  ticketing: Pick<TicketingServer, 'orders'>;
  provider: Pick<StripeServer, 'sessions' | 'intents' | 'refunded'>;
}

/**
 * What staff do with purchases that no program could settle: they look at the service and at the provider
 * themselves. If there is an order, they leave it as it is; otherwise they refund or void the payment at the
 * provider's own pages. Then they record how it was settled. Resolves to how many there were.
 */
export async function settleByStaff(context: CheckoutContext, fakes: Fakes): Promise<number> {
  const waiting = await context.database.rows(
    waitingRow,
    sql`select id, reference from storefront.checkout where id in (
          select checkout_id from storefront.task where kind = 'purchase' and closed_at is null)`,
  );
  for (const { id, reference } of waiting) {
    const isOrdered = fakes.ticketing.orders.some((order) => order.externalReference === reference);
    if (!isOrdered) await returnMoney(context, fakes, id);
    await settleByHand(context, id, { as: isOrdered ? 'ordered' : 'refunded', staff: 'desk' });
  }
  return waiting.length;
}

async function returnMoney(
  { payments }: CheckoutContext,
  { provider }: Fakes,
  checkoutId: string,
): Promise<void> {
  const intents = [...provider.sessions.values()]
    .filter(({ clientReferenceId }) => clientReferenceId === checkoutId)
    .flatMap(({ intentId }) => provider.intents.get(intentId ?? '') ?? []);
  for (const intent of intents) {
    if (intent.status === 'requires_capture') await payments.void({ intent: intent.id });
    if (intent.status === 'succeeded' && !provider.refunded.has(intent.id)) {
      const amount = fromCents(intent.amountReceived);
      await payments.refund({ id: `desk-${intent.id}`, checkoutId, intent: intent.id, amount });
    }
  }
}
