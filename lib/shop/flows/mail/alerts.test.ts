import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { raiseAlert, type NewAlert } from '../../data/alert-store';
import { tellOperator } from './alerts';
import { postOf, type Post } from '@/testing/shop/emails';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { openContext } from '@/testing/shop/shop-context';
import { nextMillisecond } from '@/testing/next-millisecond';

const operator = 'operator@shop.example';
let shop: TestShop;
let post: Post;

beforeAll(async () => {
  shop = await startTestShop();
  post = postOf(shop);
});

afterAll(() => shop.close());

beforeEach(async () => {
  shop.reset();
  shop.context.alertEmail = operator;
  await post.clear();
  await post.clearAttention();
});

async function raise(...alerts: Partial<NewAlert>[]): Promise<void> {
  await shop.context.database.transaction(async (transaction) => {
    for (const alert of alerts) {
      const common = { kind: 'reconciliation_finding', checkoutId: null, detail: {} } as const;
      await raiseAlert(transaction, { ...common, key: crypto.randomUUID(), ...alert });
    }
  });
}

const waiting = () =>
  shop.context.database.rows(
    z.object({ kind: z.string(), tries: z.int() }),
    sql`select kind, tries from storefront.alert where notified_at is null order by created_at`,
  );
const subjects = () => post.subjectsTo(operator);
const sent = () => shop.mailbox.mails.filter(({ recipients }) => recipients.includes(operator));

describe('the operator', () => {
  it('is told which purchase needs staff, why, the amount and what to do, but nothing about the customer', async () => {
    const id = await post.paidOneCentLess();
    expect(subjects()).toEqual(['Alert: A purchase needs staff']);
    const mail = sent()[0]?.mail;
    const text = mail?.text ?? '';
    expect(text).toContain(`Booking: ${(await shop.find(id)).reference}`);
    expect(text).toContain('Reason: amount_differs');
    expect(text).toContain('€36.00');
    expect(text).toContain('What to do: The amount or currency paid is not the one asked for.');
    expect(text).toContain(`https://shop.example/en/staff/orders/${id}`);
    expect(`${text} ${mail?.html ?? ''}`).not.toMatch(/Ada|Martin|ada@example/);
    await post.alertsLater(5);
    expect(subjects()).toHaveLength(1);
  });

  it('is told of each of two purchases', async () => {
    const ids = [await post.paidOneCentLess(), await post.paidOneCentLess()];
    await post.alertsLater(1);
    const text = sent()
      .map(({ mail }) => mail.text)
      .join();
    for (const id of ids) expect(text).toContain(`/en/staff/orders/${id}`);
  });

  it('is told of 500 alerts at once in one e-mail, and of later ones in another e-mail a minute later', async () => {
    await raise(...Array.from({ length: 500 }, () => ({})));
    await shop.settle();
    await raise(
      { kind: 'payment_incident' },
      { kind: 'checkout_overdue', detail: { reference: 'ABCD-EFGH' } },
    );
    await shop.settle();
    expect(subjects()).toEqual(['500 alerts of the storefront']);
    expect(sent()[0]?.mail.text).toContain('450 more are not listed here.');
    await post.alertsLater(1);
    expect(subjects()).toEqual(['500 alerts of the storefront', '2 alerts of the storefront']);
    expect(sent()[1]?.mail.text).toContain('Booking: ABCD-EFGH');
    expect(await waiting()).toEqual([]);
  });

  it('is told once of the same alert, however often it is raised', async () => {
    await raise({ key: 'order_missing ABCD-EFGH' });
    await shop.settle();
    await raise({ key: 'order_missing ABCD-EFGH' });
    await post.alertsLater(5);
    expect(subjects()).toHaveLength(1);
  });

  it('gets one e-mail when two processes send alerts at the same time', async () => {
    const other = openContext(shop.places, shop.context.database);
    other.alertEmail = operator;
    await raise({}, {}, {});
    const done = await Promise.all([tellOperator(shop.context), tellOperator(other)]);
    other.mailer.close();
    await other.client.close();
    expect(done.filter((one) => one)).toHaveLength(1);
    expect(subjects()).toEqual(['3 alerts of the storefront']);
  });

  it('is told of alerts that a newer version, running at the same time, raises', async () => {
    await raise({});
    await shop.context.database.transaction((transaction) =>
      transaction.run(sql`update storefront.alert set kind = 'something new'`),
    );
    await shop.settle();
    expect(subjects()).toEqual(['Alert: An alert of another version of the storefront']);
  });
});

describe('an alert e-mail that is refused', () => {
  it.each([451, 550])(
    'with %i is sent again, together with newer alerts, and raises no alert itself',
    async (code) => {
      shop.mailbox.refusedRecipients.set(operator, code);
      await raise({});
      await shop.settle();
      await nextMillisecond();
      await raise({ kind: 'payment_incident' });
      await shop.settle();
      expect(await waiting()).toEqual([
        { kind: 'reconciliation_finding', tries: 1 },
        { kind: 'payment_incident', tries: 0 },
      ]);
      expect(shop.reports.filter((one) => one.includes('could not be told'))).toHaveLength(1);
      await post.alertsLater(1);
      expect(await waiting()).toHaveLength(2);
      expect((await waiting())[0]?.tries).toBe(1);
      await post.alertsLater(1);
      expect((await waiting())[0]?.tries).toBe(2);
      shop.mailbox.refusedRecipients.clear();
      await post.alertsLater(60);
      expect(subjects()).toEqual(['2 alerts of the storefront']);
      expect(await waiting()).toEqual([]);
    },
  );

  it('does not delay the e-mails of customers', async () => {
    shop.mailbox.refusedRecipients.set(operator, 451);
    await raise({});
    await post.ordered();
    expect(post.subjectsTo('ada@example.org')).toEqual(['Your tickets']);
  });
});

describe('without an alert address', () => {
  it('alerts are logged once, and kept', async () => {
    shop.context.alertEmail = null;
    await raise({}, { kind: 'payment_incident' });
    await shop.settle();
    await shop.settle();
    expect(shop.reports).toEqual(
      Array.from({ length: 2 }, () => 'error: the operator has to look at something'),
    );
    expect(shop.mailbox.mails).toEqual([]);
    expect(await waiting()).toEqual([]);
    shop.context.alertEmail = operator;
    await post.alertsLater(5);
    expect(shop.mailbox.mails).toEqual([]);
  });
});
