import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { z } from 'zod';
import { lastSegment } from '@/lib/contract/iri';
import { orderSchema } from '@/lib/contract/order';
import { fromCents, sumAmounts } from '@/lib/money/money';
import { findCheckout } from '@/lib/shop/data/checkout-store';
import { readHolds } from '@/lib/shop/data/hold-store';
import { findUnsettled } from '@/lib/shop/data/payment-store';
import { hold } from '@/lib/shop/flows/basket/basket';
import { placeOrder } from '@/lib/shop/flows/checkout/place-order';
import { receiveWebhook } from '@/lib/shop/flows/payment/webhooks';
import { applyVoucher } from '@/lib/shop/flows/voucher/apply-voucher';
import { totalOf } from '@/lib/shop/rules/fees';
import type { RequestedItem } from '@/lib/shop/rules/requested-items';
import { hashToken, newToken } from '@/lib/shop/tokens';
import { list, type Places } from '@/testing/ticketing-service/booking';
import { processDue } from './process-due';
import type { Restorable } from './restorable';
import { heldId, orderOf } from './test-shop';

/** Customers of a shop that is restored. */
export interface Sale {
  world: Restorable;
  places: Places;
}

/** Something that a customer holds. */
export interface Held {
  id: string;
  email: string;
  quantity: number;
}

export interface Bought extends Held {
  reference: string;
  /** The payment page; empty: nothing had to be paid. */
  sessionId: string;
}

interface Choice {
  code?: string;
  answers?: boolean;
}

const contextOf = ({ world }: Sale) => world.running().context;

/** The worker, until nothing is due. */
export async function work(sale: Sale): Promise<void> {
  while (await processDue(contextOf(sale)));
}

export async function holdFor(sale: Sale, name: string, items: readonly RequestedItem[]): Promise<Held> {
  const held = await hold(contextOf(sale), {
    language: 'fr',
    catalogId: sale.places.offer.split('/')[4] ?? '',
    items,
    tokenHash: hashToken(newToken()),
    network: 'home',
    site: null,
    openCheckoutId: null,
  });
  const quantity = items.reduce((sum, one) => sum + one.quantity, 0);
  return { id: heldId(held), email: `${name}@example.org`, quantity };
}

/** Orders what is held; the shop may have no payment page for it. */
export async function placeHeld(sale: Sale, { id, email }: Held, { answers = false }: Choice = {}) {
  const context = contextOf(sale);
  const holds = await readHolds(context.database, id);
  const order = orderOf(id, totalOf(holds), { email, firstname: 'Zoë Ann', language: 'fr', phone: '+33 1' });
  const [item] = holds[0]?.reservation.items ?? [];
  const given = [{ item: item?.['@id'] ?? '', unit: 0, answers: [{ field: 'age', value: 8 }] }];
  return placeOrder(context, { ...order, ...(answers ? { more: { invoice: null, answers: given } } : {}) });
}

/** Up to the payment page; for what costs nothing, up to the end. */
export async function openPage(sale: Sale, held: Held, choice: Choice = {}): Promise<Bought> {
  const { database } = contextOf(sale);
  const { id } = held;
  if (choice.code !== undefined) expect(await applyVoucher(contextOf(sale), id, choice.code)).toBe('applied');
  expect(['pay', 'placed']).toContain((await placeHeld(sale, held, choice)).kind);
  const { reference } = (await findCheckout(database, id)) ?? { reference: '' };
  const sessionId = (await findUnsettled(database, id))?.sessionId ?? '';
  return { ...held, reference, sessionId };
}

export async function pageFor(
  sale: Sale,
  name: string,
  items: readonly RequestedItem[],
  choice: Choice = {},
): Promise<Bought> {
  return openPage(sale, await holdFor(sale, name, items), choice);
}

export async function pay(sale: Sale, { sessionId }: Bought): Promise<void> {
  const { provider } = sale.world;
  provider.pay(sessionId);
  const { body, signature } = provider.webhook(sessionId);
  await receiveWebhook(contextOf(sale), body, signature);
}

export async function buy(...args: Parameters<typeof pageFor>): Promise<Bought> {
  const [sale] = args;
  const bought = await pageFor(...args);
  await pay(sale, bought);
  await work(sale);
  expect(await stateOf(sale, bought)).toBe('ordered');
  return bought;
}

export const stateOf = async (sale: Sale, { id }: Held) =>
  (await findCheckout(contextOf(sale).database, id))?.state ?? null;

/** What the provider has of it, in cents. */
function kept({ world: { provider } }: Sale, { sessionId }: Bought): number {
  if (provider.sessions.get(sessionId)?.status !== 'complete') return 0;
  const intent = provider.intentOf(sessionId);
  return (provider.intents.get(intent)?.amountReceived ?? 0) - (provider.refunded.get(intent) ?? 0);
}

/** The service's own orders under this reference. */
export async function ordersOf({ world }: Sale, { reference }: Pick<Bought, 'reference'>) {
  const found = await list(world.running().service, `/v1/booking/orders?externalReference=${reference}`);
  return z.array(orderSchema).parse(found);
}

export const mailsTo = ({ world }: Sale, { email }: Held) =>
  world.mailbox.mails.filter(({ recipients }) => recipients.includes(email)).map(({ mail }) => mail);

/** What the counter of a session says. */
export async function unitsOf({ world }: Sale, session: string) {
  const rows = await world
    .running()
    .service.database.rows(
      z.object({ sold: z.coerce.number(), held: z.coerce.number() }),
      sql`select sold, held from ticketing.counter where id = ${lastSegment(session)}`,
    );
  return rows[0] ?? { sold: 0, held: 0 };
}

/**
 * What the provider has is what the service's orders cost; nobody has both tickets and the money. `byHand`: staff have given
 * money back, or have to decide.
 */
export async function mustAgree(sale: Sale, bought: Bought, { byHand = false } = {}): Promise<void> {
  const { email } = bought;
  const orders = await ordersOf(sale, bought);
  const cost = sumAmounts(orders.map(({ totalAmountInclTax }) => totalAmountInclTax));
  const units = orders.flatMap(({ items }) => items).reduce((sum, item) => sum + item.quantity, 0);
  const expected = (await stateOf(sale, bought)) === 'ordered' ? bought.quantity : 0;
  expect({ units, email }).toEqual({ units: expected, email });
  if (byHand || bought.sessionId === '') return;
  expect({ kept: fromCents(kept(sale, bought)), email }).toEqual({ kept: cost, email });
}
