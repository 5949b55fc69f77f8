import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PaymentError } from '../../../payment/payment';
import { readPayments } from '../../data/payment-store';
import { isComplete, restoreText } from '../../rules/restore-report';
import { afterRestore } from './after-restore';
import { bothItem, openPlaces } from '@/testing/ticketing-service/booking';
import { startRestorable } from '@/testing/shop/restorable';
import {
  type Bought,
  buy,
  holdFor,
  pageFor,
  placeHeld,
  type Sale,
  stateOf,
} from '@/testing/shop/restorable-sale';

const patience = { rounds: 30, milliseconds: 100 };
const noteSchema = z.looseObject({ holds: z.array(z.looseObject({ reservation: z.string() })) });

describe('one page among those of the provider', { timeout: 60_000 }, () => {
  let sale: Sale;
  let since: Date;
  let before: Bought;
  let foreign: Bought;
  let refused: Bought;
  let last: Bought;
  const context = () => sale.world.running().context;
  const restore = () => afterRestore(context(), since, { patience });

  beforeAll(async () => {
    const world = await startRestorable();
    sale = { world, places: await openPlaces(world.running().service, 30) };
    const one = [bothItem(sale.places, 1)];
    before = await buy(sale, 'before', one);
    since = new Date();
    await world.keep();
    foreign = await buy(sale, 'foreign', one);
    refused = await pageFor(sale, 'refused', one);
    last = await buy(sale, 'last', one);
    await world.restore();
  }, 60_000);
  afterAll(() => sale.world.close());

  /** As another program at the same account could write it: the page names the reservation of another purchase. */
  async function nameForeignReservation(): Promise<() => void> {
    const session = sale.world.provider.sessions.get(foreign.sessionId);
    if (session === undefined) throw new Error('no page');
    const { metadata } = session;
    const parts = Object.keys(metadata).filter((key) => key.startsWith('purchase_'));
    const note = noteSchema.parse(JSON.parse(parts.map((key) => metadata[key]).join('')));
    const [hold] = await context().database.rows(
      z.object({ id: z.string() }),
      sql`select reservation_id as id from storefront.hold where checkout_id = ${before.id}`,
    );
    const own = note.holds[0]?.reservation ?? '';
    const changed = Object.entries(metadata).map(([key, text]) => [key, text.replace(own, hold?.id ?? '')]);
    expect(Object.fromEntries(changed)).not.toEqual(metadata);
    const { sessions } = sale.world.provider;
    sessions.set(session.id, { ...session, metadata: Object.fromEntries(changed) as typeof metadata });
    return () => sessions.set(session.id, session);
  }

  it('that can not be looked after is told of, and does not keep the command from the others', async () => {
    const mend = await nameForeignReservation();
    const { payments } = context();
    const expire = payments.expirePaymentSession.bind(payments);
    payments.expirePaymentSession = (id) =>
      id === refused.sessionId
        ? Promise.reject(new PaymentError('refused for good', { retry: false }))
        : expire(id);
    const done = await restore();
    mend();
    payments.expirePaymentSession = expire;
    expect(await stateOf(sale, last)).toBe('ordered');
    expect(await stateOf(sale, foreign)).toBeNull();
    expect(isComplete(done)).toBe(false);
    const text = restoreText(done, false);
    expect(text).toMatch(new RegExp(`${foreign.reference}  Failed: .*23505 hold_reservation_id_unique`));
    expect(text).toMatch(new RegExp(`${refused.reference}  Failed: .*refused for good`));
    expect(isComplete(await restore())).toBe(true);
    expect(await stateOf(sale, foreign)).toBe('ordered');
    expect(sale.world.provider.sessions.get(refused.sessionId)?.status).toBe('expired');
  });

  it('stops everything when it is because the provider is away', async () => {
    sale.world.provider.unavailable = true;
    await expect(restore()).rejects.toThrow(PaymentError);
    sale.world.provider.unavailable = false;
  });

  it('to which a customer is just being sent stays open', async () => {
    const held = await holdFor(sale, 'opening', [bothItem(sale.places, 1)]);
    const { payments } = context();
    const open = payments.openPaymentSession.bind(payments);
    let during: Awaited<ReturnType<typeof restore>> | null = null;
    payments.openPaymentSession = async (request) => {
      const answer = await open(request);
      during = await restore();
      return answer;
    };
    expect(await placeHeld(sale, held)).toMatchObject({ kind: 'pay' });
    payments.openPaymentSession = open;
    const [payment] = await readPayments(context().database, held.id);
    const isOpen = () => sale.world.provider.sessions.get(payment?.sessionId ?? '')?.status === 'open';
    expect(payment?.state).toBe('open');
    expect(isOpen()).toBe(true);
    expect(during).toMatchObject({ found: [{ as: 'being_opened' }] });
    expect((await restore()).found).toEqual([]);
    expect(isOpen()).toBe(true);
  });
});
