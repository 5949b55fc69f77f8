import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catchUpWithEvents } from '../payment/event-catch-up';
import { reconcile } from '../reconciliation/reconcile';
import { restoreText } from '../../rules/restore-report';
import { findCheckout } from '../../data/checkout-store';
import { readOpenTasks } from '../../data/task-store';
import { afterRestore } from './after-restore';
import { bothItem, freeItem, openPlaces, type Places } from '@/testing/ticketing-service/booking';
import { madeVoucher } from '@/testing/ticketing-service/voucher';
import { makeDue } from '@/testing/shop/jobs';
import { startRestorable, type Restorable } from '@/testing/shop/restorable';
import {
  type Bought,
  buy,
  mailsTo,
  mustAgree,
  ordersOf,
  pageFor,
  pay,
  type Sale,
  stateOf,
  unitsOf,
  work,
} from '@/testing/shop/restorable-sale';

const boatCapacity = 10;
let world: Restorable;
let places: Places;
let sale: Sale;

const context = () => world.running().context;

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
    sale = { world, places };
    await madeVoucher(service, places.offer.split('/').slice(0, 5).join('/'));
    now['before'] = await buy(sale, 'before', [bothItem(places)]);
    now['returned'] = await buy(sale, 'returned', [bothItem(places)]);
    now['later'] = await pageFor(sale, 'later', [bothItem(places)]);
    since = new Date();
    await world.keep();

    now['several'] = await buy(sale, 'several', [bothItem(places, 2), bothItem(places, 1, places.afternoon)]);
    now['ages'] = await buy(sale, 'ages', [bothItem(places), freeItem(places)], { answers: true });
    now['voucher'] = await buy(sale, 'voucher', [bothItem(places)], { code: 'TEN-OFF' });
    now['soldOut'] = await buy(sale, 'sold-out', [bothItem(places, 4, places.afternoon)]);
    now['refunded'] = await buy(sale, 'refunded', [bothItem(places)]);
    now['partly'] = await buy(sale, 'partly', [bothItem(places, 2, places.afternoon)]);
    now['free'] = await pageFor(sale, 'free', [freeItem(places)]);
    now['left'] = await pageFor(sale, 'left', [bothItem(places)]);
    context().capture = 'manual';
    now['authorized'] = await pageFor(sale, 'authorized', [bothItem(places, 1, places.afternoon)]);
    world.provider.pay(of('authorized').sessionId);
    await pay(sale, of('later'));
    await work(sale);
    const { incidents } = world.provider;
    incidents.refundAtDashboard(world.provider.intentOf(of('refunded').sessionId));
    incidents.refundAtDashboard(world.provider.intentOf(of('partly').sessionId), 1000);
    incidents.refundAtDashboard(world.provider.intentOf(of('returned').sessionId));
    await world.restore();
    world.mailbox.mails.length = 0;
  }, 60_000);
  afterAll(() => world.close());

  it('is told of before anything is done', async () => {
    now['other'] = await buy(sale, 'other', [bothItem(places, 6, places.afternoon)]);
    const planned = await afterRestore(context(), since, { dryRun: true });
    const text = restoreText(planned, true);
    for (const name of ['several', 'ages', 'voucher', 'soldOut', 'authorized'])
      expect(text).toContain(`${of(name).reference}  Is made again`);
    expect(text).toContain(`${of('later').reference}  Was paid for`);
    expect(text).toContain(`${of('refunded').reference}  Was refunded`);
    expect(text).toContain(`${of('left').reference}  Can still be paid`);
    expect(planned.refunded).toMatchObject([{ reference: of('returned').reference, amount: '36.00' }]);
    expect(await stateOf(sale, of('several'))).toBeNull();
    expect(text).not.toContain(of('free').reference);
  });

  const finish = async () => {
    await work(sale);
    await makeDue(context().database, sql`subject = 'refund'`);
    await work(sale);
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
    for (const bought of Object.values(now)) await agree(bought);
    const { sold, held } = await unitsOf(sale, places.afternoon);
    expect({ sold, held }).toEqual({ sold: 6 + 1 + 1, held: 0 });
    expect(world.provider.sessions.get(of('left').sessionId)?.status).toBe('expired');
  });

  it('writes to each of them once, that the new tickets replace the earlier ones', async () => {
    for (const name of ['several', 'ages', 'voucher', 'authorized', 'later']) {
      const [mail, ...more] = mailsTo(sale, of(name));
      expect(more).toEqual([]);
      expect(mail?.subject).toContain('Vos billets');
      expect(mail?.text).toContain('Ces billets remplacent tous ceux que nous vous avons envoyés auparavant');
    }
    for (const name of ['several', 'ages', 'voucher', 'authorized']) {
      const { customer, entries } = (await findCheckout(context().database, of(name).id)) ?? {};
      expect(customer).toMatchObject({ firstname: 'Zoë Ann', lastname: 'Martin', country: 'FR' });
      expect(entries).toMatchObject({ firstname: 'Zoë Ann', email: of(name).email });
    }
    expect(mailsTo(sale, of('soldOut')).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('remboursement'),
    ]);
    expect(mailsTo(sale, of('refunded'))).toEqual([]);
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
    expect(again).toMatchObject({ found: [], refunded: [] });
    await catchUpWithEvents(context());
    await makeDue(context().database, sql`subject in ('webhook', 'refund', 'mail')`);
    await finish();
    expect(await allStates(now)).toEqual(before);
    for (const bought of Object.values(now)) await agree(bought);
    expect(world.mailbox.mails).toHaveLength(mails);
  });

  it('takes over the orders of a service that was not restored', async () => {
    await world.keep();
    const elsewhere = await buy(sale, 'elsewhere', [bothItem(places), bothItem(places, 1, places.afternoon)]);
    const made = await ordersOf(sale, elsewhere);
    const before = await unitsOf(sale, places.afternoon);
    await world.restore('shop');
    await afterRestore(context(), since);
    await finish();
    expect(await stateOf(sale, elsewhere)).toBe('ordered');
    await agree(elsewhere);
    expect((await ordersOf(sale, elsewhere)).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    expect(await unitsOf(sale, places.afternoon)).toEqual(before);
  });
});

const allStates = async (all: Record<string, Bought>) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(all).map(async ([name, one]) => [name, await stateOf(sale, one)] as const),
    ),
  );

/** The money of one was returned by hand, and another one waits for staff. */
const agree = (bought: Bought) =>
  mustAgree(sale, bought, { byHand: /^(returned|partly)@/.test(bought.email) });
