import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { orderSchema } from '@/lib/contract/order';
import { lastSegment } from '@/lib/contract/iri';
import { fromCents, sumAmounts } from '@/lib/money/money';
import { hold } from '../basket/basket';
import { placeOrder } from '../checkout/place-order';
import { receiveWebhook } from '../payment/webhooks';
import { catchUpWithEvents } from '../payment/event-catch-up';
import { applyVoucher } from '../voucher/apply-voucher';
import { reconcile } from '../reconciliation/reconcile';
import { readHolds } from '../../data/hold-store';
import { findUnsettled } from '../../data/payment-store';
import { totalOf } from '../../rules/fees';
import type { RequestedItem } from '../../rules/requested-items';
import { restoreText } from '../../rules/restore-report';
import { hashToken, newToken } from '../../tokens';
import { findCheckout } from '../../data/checkout-store';
import { readOpenTasks } from '../../data/task-store';
import { afterRestore } from './after-restore';
import { bothItem, freeItem, list, openPlaces, type Places } from '@/testing/ticketing-service/booking';
import { madeVoucher } from '@/testing/ticketing-service/voucher';
import { makeDue } from '@/testing/shop/jobs';
import { processDue } from '@/testing/shop/process-due';
import { startRestorable, type Restorable } from '@/testing/shop/restorable';
import { heldId, orderOf } from '@/testing/shop/test-shop';

const boatCapacity = 10;
let world: Restorable;
let places: Places;

const context = () => world.running().context;

async function work(): Promise<void> {
  while (await processDue(context()));
}

interface Bought {
  id: string;
  reference: string;
  email: string;
  sessionId: string;
  quantity: number;
}

const quantityOf = (items: readonly RequestedItem[]) =>
  items.reduce((sum, { quantity }) => sum + quantity, 0);

/** Up to the payment page; for what costs nothing, up to the end. */
async function pageFor(
  name: string,
  items: readonly RequestedItem[],
  options: { code?: string; answers?: boolean } = {},
): Promise<Bought> {
  const email = `${name}@example.org`;
  const id = heldId(
    await hold(context(), {
      language: 'fr',
      catalogId: places.offer.split('/')[4] ?? '',
      items,
      tokenHash: hashToken(newToken()),
      network: 'home',
      site: null,
      openCheckoutId: null,
    }),
  );
  if (options.code !== undefined) expect(await applyVoucher(context(), id, options.code)).toBe('applied');
  const holds = await readHolds(context().database, id);
  const order = orderOf(id, totalOf(holds), { email, firstname: 'Zoë Ann', language: 'fr', phone: '+33 1' });
  const [item] = holds[0]?.reservation.items ?? [];
  const answers = [{ item: item?.['@id'] ?? '', unit: 0, answers: [{ field: 'age', value: 8 }] }];
  const more = options.answers === true ? { more: { invoice: null, answers } } : {};
  const placed = await placeOrder(context(), { ...order, ...more });
  expect(['pay', 'placed']).toContain(placed.kind);
  const { reference } = (await findCheckout(context().database, id)) ?? { reference: '' };
  const sessionId = (await findUnsettled(context().database, id))?.sessionId ?? '';
  return { id, reference, email, sessionId, quantity: quantityOf(items) };
}

async function pay({ sessionId }: Bought): Promise<void> {
  world.provider.pay(sessionId);
  const { body, signature } = world.provider.webhook(sessionId);
  await receiveWebhook(context(), body, signature);
}

async function buy(...args: Parameters<typeof pageFor>): Promise<Bought> {
  const bought = await pageFor(...args);
  await pay(bought);
  await work();
  expect(await stateOf(bought)).toBe('ordered');
  return bought;
}

const stateOf = async ({ id }: Bought) => (await findCheckout(context().database, id))?.state ?? null;

/** What the provider has of it, in cents. */
function kept({ sessionId }: Bought): number {
  if (world.provider.sessions.get(sessionId)?.status !== 'complete') return 0;
  const intent = world.provider.intentOf(sessionId);
  return (
    (world.provider.intents.get(intent)?.amountReceived ?? 0) - (world.provider.refunded.get(intent) ?? 0)
  );
}

/** The service's own orders under this reference. */
async function ordersOf({ reference }: Pick<Bought, 'reference'>) {
  const found = await list(world.running().service, `/v1/booking/orders?externalReference=${reference}`);
  return z.array(orderSchema).parse(found);
}

const mailsTo = ({ email }: Bought) =>
  world.mailbox.mails.filter(({ recipients }) => recipients.includes(email)).map(({ mail }) => mail);

async function unitsOf(session: string) {
  const rows = await world
    .running()
    .service.database.rows(
      z.object({ sold: z.coerce.number(), held: z.coerce.number() }),
      sql`select sold, held from ticketing.counter where id = ${lastSegment(session)}`,
    );
  return rows[0] ?? { sold: 0, held: 0 };
}

describe('a restore to an earlier moment', { timeout: 60_000 }, () => {
  const now: Record<string, Bought> = {};
  const of = (name: string): Bought => {
    const found = now[name];
    if (found === undefined) throw new Error(`no purchase ${name}`);
    return found;
  };
  let since: Date;

  beforeAll(async () => {
    world = await startRestorable();
    const { service } = world.running();
    places = await openPlaces(service, boatCapacity);
    await madeVoucher(service, places.offer.split('/').slice(0, 5).join('/'));
    now['before'] = await buy('before', [bothItem(places)]);
    now['returned'] = await buy('returned', [bothItem(places)]);
    now['later'] = await pageFor('later', [bothItem(places)]);
    since = new Date();
    await world.keep();

    now['several'] = await buy('several', [bothItem(places, 2), bothItem(places, 1, places.afternoon)]);
    now['ages'] = await buy('ages', [bothItem(places), freeItem(places)], { answers: true });
    now['voucher'] = await buy('voucher', [bothItem(places)], { code: 'TEN-OFF' });
    now['soldOut'] = await buy('sold-out', [bothItem(places, 4, places.afternoon)]);
    now['refunded'] = await buy('refunded', [bothItem(places)]);
    now['partly'] = await buy('partly', [bothItem(places, 2, places.afternoon)]);
    now['free'] = await pageFor('free', [freeItem(places)]);
    now['left'] = await pageFor('left', [bothItem(places)]);
    context().capture = 'manual';
    now['authorized'] = await pageFor('authorized', [bothItem(places, 1, places.afternoon)]);
    world.provider.pay(of('authorized').sessionId);
    await pay(of('later'));
    await work();
    const { incidents } = world.provider;
    incidents.refundAtDashboard(world.provider.intentOf(of('refunded').sessionId));
    incidents.refundAtDashboard(world.provider.intentOf(of('partly').sessionId), 1000);
    incidents.refundAtDashboard(world.provider.intentOf(of('returned').sessionId));
    await world.restore();
    world.mailbox.mails.length = 0;
  }, 60_000);
  afterAll(() => world.close());

  it('is told of before anything is done', async () => {
    now['other'] = await buy('other', [bothItem(places, 6, places.afternoon)]);
    const planned = await afterRestore(context(), since, { dryRun: true });
    const text = restoreText(planned, true);
    for (const name of ['several', 'ages', 'voucher', 'soldOut', 'authorized'])
      expect(text).toContain(`${of(name).reference}  Is made again`);
    expect(text).toContain(`${of('later').reference}  Was paid for`);
    expect(text).toContain(`${of('refunded').reference}  Was refunded`);
    expect(text).toContain(`${of('left').reference}  Can still be paid`);
    expect(planned.refunded).toEqual([of('returned').reference]);
    expect(await stateOf(of('several'))).toBeNull();
    expect(text).not.toContain(of('free').reference);
  });

  const finish = async () => {
    await work();
    await makeDue(context().database, sql`subject = 'refund'`);
    await work();
  };

  it('gives every paid customer tickets or the money back, whoever bought meanwhile', async () => {
    const done = await afterRestore(context(), since);
    await finish();
    expect(await allStates(now)).toEqual({
      before: 'ordered',
      returned: 'ordered',
      later: 'ordered',
      several: 'ordered',
      ages: 'ordered',
      voucher: 'ordered',
      soldOut: 'refunded',
      refunded: 'refunded',
      partly: 'attention',
      authorized: 'ordered',
      other: 'ordered',
      free: null,
      left: null,
    });
    const text = restoreText(done, false);
    expect(text).toContain(`${of('soldOut').reference}  refunding  sold_out`);
    expect(text).toMatch(new RegExp(`customers for what is lost\n${of('ages').reference}  answers\n`));
    for (const bought of Object.values(now)) await mustAgree(bought);
    const { sold, held } = await unitsOf(places.afternoon);
    expect({ sold, held }).toEqual({ sold: 6 + 1 + 1, held: 0 });
    expect(world.provider.sessions.get(of('left').sessionId)?.status).toBe('expired');
  });

  it('writes to each of them once, that the new tickets replace the earlier ones', async () => {
    for (const name of ['several', 'ages', 'voucher', 'authorized']) {
      const [mail, ...more] = mailsTo(of(name));
      expect(more).toEqual([]);
      expect(mail?.subject).toContain('Vos billets');
      expect(mail?.text).toContain('Ces billets remplacent tous ceux que nous vous avons envoyés auparavant');
      const { customer, entries } = (await findCheckout(context().database, of(name).id)) ?? {};
      expect(customer).toMatchObject({ firstname: 'Zoë Ann', lastname: 'Martin', country: 'FR' });
      expect(entries).toMatchObject({ firstname: 'Zoë Ann', email: of(name).email });
    }
    const [later] = mailsTo(of('later'));
    expect(later?.subject).toContain('Vos billets');
    expect(later?.text).not.toContain('remplacent');
    expect(mailsTo(of('soldOut')).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('remboursement'),
    ]);
    expect(mailsTo(of('refunded'))).toEqual([]);
  });

  it('leaves only what staff have a task for', async () => {
    const { findings, inHand } = await reconcile(context(), since);
    const { reference } = of('returned');
    expect(new Set(findings.map(({ kind }) => kind))).toEqual(
      new Set(['refund_there_only', 'ordered_and_refunded']),
    );
    expect(new Set(findings.map((finding) => finding.reference))).toEqual(new Set([reference]));
    expect(inHand.map((one) => one.reference)).toEqual([of('partly').reference]);
    const reasons = async ({ id }: Bought) =>
      (await readOpenTasks(context().database, id)).map(({ reason }) => reason);
    expect(await reasons(of('returned'))).toEqual(['refunded_at_provider']);
    expect(await reasons(of('partly'))).toContain('amount_differs');
  });

  it('does nothing when it is repeated, nor when the provider tells of everything again', async () => {
    const mails = world.mailbox.mails.length;
    const before = await allStates(now);
    const again = await afterRestore(context(), since);
    expect(again.found).toEqual([]);
    await catchUpWithEvents(context());
    await makeDue(context().database, sql`subject in ('webhook', 'refund', 'mail')`);
    await finish();
    expect(await allStates(now)).toEqual(before);
    for (const bought of Object.values(now)) await mustAgree(bought);
    expect(world.mailbox.mails).toHaveLength(mails);
  });

  it('takes over the orders of a service that was not restored', async () => {
    await world.keep();
    const elsewhere = await buy('elsewhere', [bothItem(places), bothItem(places, 1, places.afternoon)]);
    const made = await ordersOf(elsewhere);
    const before = await unitsOf(places.afternoon);
    await world.restore('shop');
    await afterRestore(context(), since);
    await finish();
    expect(await stateOf(elsewhere)).toBe('ordered');
    await mustAgree(elsewhere);
    expect((await ordersOf(elsewhere)).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    expect(await unitsOf(places.afternoon)).toEqual(before);
  });
});

const allStates = async (all: Record<string, Bought>) =>
  Object.fromEntries(
    await Promise.all(Object.entries(all).map(async ([name, one]) => [name, await stateOf(one)] as const)),
  );

/** What the provider has is what the service's orders cost; nobody has both tickets and the money. */
async function mustAgree(bought: Bought): Promise<void> {
  const orders = await ordersOf(bought);
  const cost = sumAmounts(orders.map(({ totalAmountInclTax }) => totalAmountInclTax));
  const units = orders.flatMap(({ items }) => items).reduce((sum, item) => sum + item.quantity, 0);
  const state = await stateOf(bought);
  const expected = { orders: state === 'ordered' ? bought.quantity : 0, email: bought.email };
  expect({ orders: units, email: bought.email }).toEqual(expected);
  // The one whose money was returned by hand, and the one that waits for staff.
  if (/^(returned|partly)@/.test(bought.email) || bought.sessionId === '') return;
  expect({ kept: fromCents(kept(bought)), email: bought.email }).toEqual({ kept: cost, email: bought.email });
}
