import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { raiseAlert } from '../../data/alert-store';
import { incidentsOn } from '@/testing/shop/incidents';
import { postOf, type Post } from '@/testing/shop/emails';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';

const operator = 'operator@shop.example';
let shop: TestShop;
let post: Post;
let books: ReturnType<typeof incidentsOn>;

beforeAll(async () => {
  shop = await startTestShop();
  post = postOf(shop);
  books = incidentsOn(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.reset();
  shop.context.alertEmail = operator;
  await post.clear();
  await post.clearAttention();
});

const alerts = () =>
  shop.mailbox.mails.filter(({ recipients }) => recipients.includes(operator)).map(({ mail }) => mail);
const lastText = () => alerts().at(-1)?.text ?? '';

it('a dispute alerts the operator with its deadline, and again when the bank has decided', async () => {
  const { id, intent } = await books.ordered();
  const opened = shop.provider.incidents.openDispute(intent);
  await books.deliver(...opened.events);
  const due = (await books.incidentsOf(id))[0]?.answerDueAt ?? new Date(Number.NaN);
  expect(post.subjectsTo(operator)).toEqual(['Alert: A bank disputes a payment: answer it']);
  expect(lastText()).toContain(`${due.getUTCDate()} `);
  expect(lastText()).toMatch(/The last moment is \d+ \w+ \d{4} at \d\d:\d\d \(UTC\)/);
  expect(lastText()).toContain('€36.00');
  expect(lastText()).not.toMatch(/Ada|Martin|ada@example|incidentKind|answerBy/);

  await books.deliver(...shop.provider.incidents.closeDispute(opened.id, 'lost').events);
  await post.alertsLater(2);
  expect(post.subjectsTo(operator).slice(1)).toEqual([
    'Alert: A dispute is lost: the tickets can be blocked',
  ]);
});

it('a failed refund alerts with what to do about it, not with why the purchase was refunded', async () => {
  const { id } = await books.refunded();
  const refundId = (await books.paymentOf(id)).refundId ?? '';
  expect((await shop.find(id)).reason).not.toBeNull();
  await books.deliver(...shop.provider.incidents.failRefund(refundId).events);
  expect(post.subjectsTo(operator)).toEqual(['Alert: A refund failed: pay the customer another way']);
  expect(lastText()).toContain('What to do: The money came back to the shop after the refund was made.');
  expect(lastText()).not.toContain('Reason:');
});

it('several incidents are counted by what happened, and those of another version are described in general terms', async () => {
  const { intent } = await books.ordered();
  const { incidents } = shop.provider;
  const dispute = incidents.openDispute(intent);
  shop.context.alertEmail = null;
  const told = [...dispute.events, ...incidents.warnOfFraud(intent).events];
  await books.deliver(...told, ...incidents.refundAtDashboard(intent, 1000).events);
  await shop.context.database.transaction(async (transaction) => {
    await raiseAlert(transaction, {
      kind: 'payment_incident',
      key: crypto.randomUUID(),
      checkoutId: null,
      detail: { type: 'checkout.session.completed', session: 'cs_1' },
    });
    await transaction.run(sql`update storefront.alert set notified_at = null`);
  });
  shop.context.alertEmail = operator;
  await post.alertsLater(60);
  expect(post.subjectsTo(operator)).toEqual(['4 alerts of the storefront']);
  for (const title of [
    'A bank disputes a payment: answer it  1',
    'A fraud warning for a payment: look at it  1',
    'A payment was refunded at the provider, and its order stands  1',
    'Something happened to a payment after the purchase  1',
  ])
    expect(lastText()).toContain(title);
});

it('a payment that belongs to no purchase alerts with the payment to refund', async () => {
  const { id } = await books.ordered();
  await books.payAgain(id);
  await shop.settle();
  expect(post.subjectsTo(operator)).toEqual(['Alert: A payment came that fits no purchase: refund it']);
  expect(lastText()).toMatch(/payment: [0-9a-f-]{36}/);
});
