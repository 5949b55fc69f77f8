import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reconcile } from '../reconciliation/reconcile';
import { readPayments } from '../../data/payment-store';
import { startWorker } from '../../worker/worker';
import { afterRestore } from './after-restore';
import { bothItem, openPlaces } from '@/testing/ticketing-service/booking';
import { makeDue } from '@/testing/shop/jobs';
import { startRestorable } from '@/testing/shop/restorable';
import {
  type Bought,
  buy,
  holdFor,
  mailsTo,
  mustAgree,
  openPage,
  pageFor,
  pay,
  placeHeld,
  type Sale,
  stateOf,
  unitsOf,
  work,
} from '@/testing/shop/restorable-sale';

// The command runs twice at once, while the worker of a storefront that nobody has stopped does what is due.
const boatCapacity = 20;
const patience = { rounds: 100, milliseconds: 100 };

describe('the command beside a running shop', { timeout: 60_000 }, () => {
  let sale: Sale;
  let since: Date;
  const all: Bought[] = [];
  const context = () => sale.world.running().context;

  beforeAll(async () => {
    const world = await startRestorable();
    sale = { world, places: await openPlaces(world.running().service, boatCapacity) };
    const { places } = sale;
    const held = await holdFor(sale, 'held', [bothItem(places)]);
    const opening = await holdFor(sale, 'opening', [bothItem(places)]);
    world.provider.openFaults.push('busy');
    expect(await placeHeld(sale, opening)).toMatchObject({ kind: 'provider_unavailable' });
    expect(await readPayments(context().database, opening.id)).toMatchObject([{ state: 'opening' }]);
    all.push(await pageFor(sale, 'later', [bothItem(places)]));
    since = new Date();
    await world.keep();
    for (const one of [held, opening]) all.push(await openPage(sale, one));
    for (let number = 0; number < 5; number += 1)
      all.push(await pageFor(sale, `new-${number}`, [bothItem(places, 2)]));
    for (const one of all) await pay(sale, one);
    await work(sale);
    for (const one of all) expect(await stateOf(sale, one)).toBe('ordered');
    await world.restore();
    world.mailbox.mails.length = 0;
  }, 60_000);
  afterAll(() => sale.world.close());

  it('gives everybody tickets once', async () => {
    const [, , opening] = all;
    expect(await readPayments(context().database, opening?.id ?? '')).toMatchObject([{ state: 'opening' }]);
    const worker = startWorker(context());
    const buying = buy(sale, 'meanwhile', [bothItem(sale.places)]);
    try {
      await Promise.all([1, 2].map(() => afterRestore(context(), since, { patience })));
      all.push(await buying);
    } finally {
      await worker.stop();
    }
    for (let round = 0; round < 3; round += 1) {
      await makeDue(context().database, sql`subject in ('checkout', 'webhook', 'refund', 'mail')`);
      await work(sale);
    }
    for (const one of all) {
      expect(await stateOf(sale, one)).toBe('ordered');
      await mustAgree(sale, one);
      expect(mailsTo(sale, one)).toHaveLength(1);
    }
    expect(await unitsOf(sale, sale.places.ten)).toEqual({ sold: 3 + 5 * 2 + 1, held: 0 });
    const { findings, inHand } = await reconcile(context(), since);
    expect({ findings, inHand }).toEqual({ findings: [], inHand: [] });
  });
});
