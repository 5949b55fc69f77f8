import { makeDue } from '@/testing/shop/jobs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { acknowledgeTask } from '../attention/acknowledge-tasks';
import { incidentsOn } from '@/testing/shop/incidents';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { newEvent } from '@/testing/fakes/stripe/events';

let shop: TestShop;
let books: ReturnType<typeof incidentsOn>;

beforeAll(async () => {
  shop = await startTestShop();
  books = incidentsOn(shop);
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

const alertSchema = z.object({ key: z.string(), detail: z.record(z.string(), z.unknown()) });

const alerts = (id: string) =>
  shop.context.database.rows(
    alertSchema,
    sql`select key, detail from storefront.alert
        where kind = 'payment_incident' and checkout_id = ${id} order by created_at, key`,
  );

const acknowledge = (checkoutId: string, id: string, reason: string) =>
  acknowledgeTask(shop.context, { checkoutId, id, reason }, 'ada');

describe('a refund of an ordered purchase at the provider’s dashboard', () => {
  it('is an incident with its amount, once, in any order of its webhooks; it is listed until staff acknowledge it', async () => {
    const { id, intent } = await books.ordered();
    const refund = shop.provider.incidents.refundAtDashboard(intent, 1000);
    await books.deliver(...[...refund.events].reverse(), ...refund.events);
    expect(await books.incidentsOf(id)).toMatchObject([
      { id: refund.id, kind: 'refunded_at_provider', status: 'open', amount: '10.00', currency: 'EUR' },
    ]);
    expect(await books.happenedTo(id)).toEqual(['refunded_at_provider']);
    expect(await books.waitsFor(id)).toEqual(['refunded_at_provider']);
    expect(await alerts(id)).toMatchObject([{ key: `${refund.id}:refunded_at_provider:open` }]);
    expect(await shop.state(id)).toBe('ordered');

    const both = [1, 2].map(() => acknowledge(id, refund.id, 'refunded_at_provider'));
    expect((await Promise.all(both)).sort()).toEqual(['acknowledged', 'before']);
    expect(await books.waitsFor(id)).toBeNull();
    await books.deliver(
      ...shop.provider.events.all.slice(-2).map(({ type, object }) => newEvent(type, object)),
    );
    expect(await books.waitsFor(id)).toBeNull();
    expect(await books.happenedTo(id)).toEqual(['refunded_at_provider', 'incident_acknowledged']);
  });

  it('in two parts is two incidents, and one entry in the staff list', async () => {
    const { id, intent } = await books.ordered();
    const first = shop.provider.incidents.refundAtDashboard(intent, 1000);
    const second = shop.provider.incidents.refundAtDashboard(intent, 1500);
    await books.deliver(...second.events);
    const found = await books.incidentsOf(id);
    expect(found.map((one) => one.amount).sort()).toEqual(['10.00', '15.00']);
    expect(await books.waitsFor(id)).toEqual(['refunded_at_provider']);
    await acknowledge(id, first.id, 'refunded_at_provider');
    expect(await books.waitsFor(id)).toEqual(['refunded_at_provider']);
  });

  it('that fails later is another incident: staff have to look again, and a new refund settles it', async () => {
    const { id, intent } = await books.ordered();
    const { incidents } = shop.provider;
    const refund = incidents.refundAtDashboard(intent);
    await books.deliver(...refund.events);
    await acknowledge(id, refund.id, 'refunded_at_provider');
    await books.deliver(...incidents.failRefund(refund.id).events);
    expect(await books.incidentsOf(id)).toMatchObject([{ kind: 'refund_failed', status: 'open' }]);
    expect(await books.waitsFor(id)).toEqual(['refund_undelivered']);
    const again = incidents.refundAtDashboard(intent);
    await books.deliver(...again.events);
    expect(await books.waitsFor(id)).toEqual(['refunded_at_provider']);
    expect(await books.happenedTo(id)).toEqual([
      'refunded_at_provider',
      'incident_acknowledged',
      'refund_undelivered',
      'refund_repeated',
      'refunded_at_provider',
    ]);
  });
});

describe('the shop’s own refund', () => {
  it('is no incident when its webhooks arrive', async () => {
    const { id, intent } = await books.refunded();
    const told = shop.provider.events.all.filter(
      ({ object }) => object['payment_intent'] === intent && object['object'] !== 'checkout.session',
    );
    expect(told.map(({ type }) => type)).toEqual(['refund.created', 'charge.refunded']);
    await books.deliver(...told);
    expect(await books.incidentsOf(id)).toEqual([]);
    expect(await books.waitsFor(id)).toBeNull();
    expect(await alerts(id)).toEqual([]);
  });

  it('that fails after it was confirmed is listed for staff until a later refund arrives', async () => {
    const { id, intent } = await books.refunded();
    const refundId = (await books.paymentOf(id)).refundId ?? '';
    const failed = shop.provider.incidents.failRefund(refundId);
    await books.deliver(...failed.events);
    expect(await books.incidentsOf(id)).toMatchObject([
      { id: refundId, kind: 'refund_failed', amount: '36.00' },
    ]);
    expect(await books.waitsFor(id)).toEqual(['refund_undelivered']);
    expect(await alerts(id)).toHaveLength(1);

    await books.deliver(...shop.provider.incidents.refundAtDashboard(intent).events);
    expect(await books.incidentsOf(id)).toMatchObject([{ id: refundId, status: 'settled' }]);
    expect(await books.waitsFor(id)).toBeNull();
    // The first event is delivered days later: the provider is asked, and the incident is not opened again.
    await books.deliver(...failed.events.map(({ type, object }) => newEvent(type, object)));
    expect(await books.waitsFor(id)).toBeNull();
    expect(await books.happenedTo(id)).toEqual(['refund_undelivered', 'refund_repeated']);
  });

  it('that is pending is confirmed when its webhook arrives, not an hour later', async () => {
    shop.ticketing.orderFaults.push('refuse');
    shop.provider.refundFaults.push('pending');
    const id = await shop.paidByWebhook();
    await shop.settle();
    expect(await shop.state(id)).toBe('refunding');
    const [refund] = [...shop.provider.refunds.values()].filter(({ status }) => status === 'pending');
    if (refund === undefined) throw new Error('no pending refund');
    refund.status = 'succeeded';
    await books.deliver(...shop.provider.incidents.tellOfRefund(refund));
    expect(await shop.state(id)).toBe('refunded');
    expect(await books.incidentsOf(id)).toEqual([]);
  });
});

it('a payment that the checkout had no use for leaves the staff list when the webhook of its refund arrives, and is no incident', async () => {
  const { id } = await books.ordered();
  const second = await books.payAgain(id);
  expect(await books.waitsFor(id)).toEqual(['payment_unexpected']);
  expect(await alerts(id)).toMatchObject([
    { detail: { incidentKind: 'payment_unexpected', amount: '36.00' } },
  ]);
  await books.deliver(...shop.provider.incidents.refundAtDashboard(second).events);
  expect(await books.waitsFor(id)).toBeNull();
  expect(await books.incidentsOf(id)).toEqual([]);
});

it('a refund at the dashboard while the order is being made is an incident as soon as there is an order', async () => {
  shop.ticketing.orderFaults.push('cut_before');
  const id = await shop.paidByWebhook();
  await shop.settle();
  expect(await shop.state(id)).toBe('ordering');
  const { intent } = await books.paymentOf(id);
  await books.deliver(...shop.provider.incidents.refundAtDashboard(intent).events);
  expect(await books.incidentsOf(id)).toEqual([]);
  for (let look = 0; look < 8; look += 1) {
    await shop.laterAll();
    await shop.settle();
  }
  expect(await shop.state(id)).toBe('ordered');
  expect(await books.incidentsOf(id)).toMatchObject([{ kind: 'refunded_at_provider', status: 'open' }]);
  expect(await books.waitsFor(id)).toEqual(['refunded_at_provider']);
});

describe('a dispute', () => {
  it('is listed until it is decided and staff acknowledge the decision; each decision is an alert', async () => {
    const { id, intent } = await books.ordered();
    const { incidents } = shop.provider;
    const opened = incidents.openDispute(intent);
    await books.deliver(...opened.events);
    expect(await books.incidentsOf(id)).toMatchObject([
      { id: opened.id, kind: 'dispute', status: 'open', amount: '36.00', fundsWithdrawn: true },
    ]);
    expect(await books.waitsFor(id)).toEqual(['dispute_open']);
    await books.deliver(...incidents.closeDispute(opened.id, 'won').events);
    expect(await books.waitsFor(id)).toEqual(['dispute_won']);
    expect(await acknowledge(id, opened.id, 'dispute_open')).toBe('changed');
    expect(await acknowledge(id, opened.id, 'dispute_won')).toBe('acknowledged');
    expect(await books.waitsFor(id)).toBeNull();
    expect(await books.happenedTo(id)).toEqual([
      'dispute_funds_withdrawn',
      'dispute_open',
      'dispute_funds_reinstated',
      'dispute_won',
      'incident_acknowledged',
    ]);
    expect((await alerts(id)).map(({ key }) => key)).toEqual([
      `${opened.id}:dispute:open`,
      `${opened.id}:dispute:won`,
    ]);
  });

  it('whose webhooks arrive in the wrong order has the state that the provider returns, not that of the last webhook', async () => {
    const { id, intent } = await books.ordered();
    const opened = shop.provider.incidents.openDispute(intent);
    const lost = shop.provider.incidents.closeDispute(opened.id, 'lost');
    await books.deliver(...lost.events.reverse(), ...opened.events);
    expect(await books.incidentsOf(id)).toMatchObject([{ status: 'lost' }]);
    expect(await books.happenedTo(id)).toEqual(['dispute_funds_withdrawn', 'dispute_lost']);
    expect(await books.waitsFor(id)).toEqual(['dispute_lost']);
  });

  it('that the provider can’t return now is read later', async () => {
    const { id, intent } = await books.ordered();
    shop.provider.unreadableIncidents = true;
    await books.deliver(...shop.provider.incidents.openDispute(intent).events);
    expect(await books.incidentsOf(id)).toEqual([]);
    shop.provider.unreadableIncidents = false;
    await shop.laterAll();
    await shop.settle();
    expect(await books.waitsFor(id)).toEqual(['dispute_open']);
  });

  it('can be acknowledged for its own checkout only', async () => {
    const [one, other] = [await books.ordered(), await books.ordered()];
    const { incidents } = shop.provider;
    const { id } = incidents.openDispute(one.intent);
    await books.deliver(...incidents.closeDispute(id, 'lost').events);
    expect(await acknowledge(other.id, id, 'dispute_lost')).toBe('changed');
    expect(await acknowledge(one.id, 'du_unknown', 'dispute_lost')).toBe('changed');
    expect(await acknowledge(one.id, id, 'dispute_lost')).toBe('acknowledged');
  });
});

it('a fraud warning is listed until staff acknowledge it', async () => {
  const { id, intent } = await books.ordered();
  const warning = shop.provider.incidents.warnOfFraud(intent);
  await books.deliver(...warning.events, ...warning.events);
  expect(await books.incidentsOf(id)).toMatchObject([{ kind: 'fraud_warning', amount: '36.00' }]);
  expect(await books.waitsFor(id)).toEqual(['fraud_warning']);
  expect(await alerts(id)).toHaveLength(1);
  await acknowledge(id, warning.id, 'fraud_warning');
  expect(await books.waitsFor(id)).toBeNull();
});

it('an event for a payment of another shop is given up after ten minutes, without a request to the provider', async () => {
  const asked: string[] = [];
  shop.provider.meanwhile = ({ path }) => Promise.resolve(void asked.push(path));
  const event = newEvent('charge.dispute.created', {
    id: 'du_1',
    object: 'dispute',
    payment_intent: 'pi_other',
  });
  await books.deliver(event);
  const outcome = async () => {
    const row = z.object({ outcome: z.string().nullable() });
    const [found] = await shop.context.database.rows(
      row,
      sql`select outcome from storefront.webhook where id = ${event.id}`,
    );
    return found?.outcome;
  };
  expect(await outcome()).toBeNull();
  await shop.context.database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.webhook set received_at = received_at - interval '4 days' where id = ${event.id}`,
    ),
  );
  await makeDue(shop.context.database, sql`subject = 'webhook'`);
  await shop.settle();
  shop.provider.meanwhile = null;
  expect(await outcome()).toBe('unknown');
  expect(asked).toEqual([]);
});
