import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { raiseAlert, type NewAlert } from './alert-store';
import { tellOperator } from './alerts';
import { postOf, type Post } from './letters-testing';
import { startStage, type Stage } from './testing';
import { openRooms } from './testing/shop';
import { receiveWebhook } from './webhooks';

const operator = 'operator@shop.example';
let stage: Stage;
let post: Post;

beforeAll(async () => {
  stage = await startStage();
  post = postOf(stage);
});

afterAll(() => stage.close());

beforeEach(async () => {
  stage.reset();
  stage.rooms.alertEmail = operator;
  await post.clear();
  await post.clearAttention();
});

async function raise(...alerts: Partial<NewAlert>[]): Promise<void> {
  await stage.rooms.database.transaction(async (transaction) => {
    for (const alert of alerts) {
      const common = { kind: 'reconciliation_finding', checkoutId: null, detail: {} } as const;
      await raiseAlert(transaction, { ...common, key: crypto.randomUUID(), ...alert });
    }
  });
}

async function paidOneCentLess(): Promise<string> {
  const { id, sessionId } = await stage.paying();
  stage.provider.pay(sessionId, { amount: 3599 });
  const { body, signature } = stage.provider.webhook(sessionId);
  await receiveWebhook(stage.rooms, body, signature);
  await stage.settle();
  return id;
}

const waiting = () =>
  stage.rooms.database.rows(
    z.object({ kind: z.string(), tries: z.int() }),
    sql`select kind, tries from storefront.alert where notified_at is null order by created_at`,
  );
const subjects = () => post.subjectsTo(operator);
const sent = () => stage.mailbox.mails.filter(({ recipients }) => recipients.includes(operator));

describe('the operator', () => {
  it('is told of a purchase that needs staff: which, why, how much, what to do; nothing of the customer', async () => {
    const id = await paidOneCentLess();
    expect(subjects()).toEqual(['Alert: A purchase needs staff']);
    const mail = sent()[0]?.mail;
    const text = mail?.text ?? '';
    expect(text).toContain(`Order: ${(await stage.find(id)).reference}`);
    expect(text).toContain('Reason: amount_differs');
    expect(text).toContain('€36.00');
    expect(text).toContain('What to do: The amount or currency paid is not the one asked for.');
    expect(text).toContain(`https://shop.example/en/staff/orders/${id}`);
    expect(`${text} ${mail?.html ?? ''}`).not.toMatch(/Ada|Martin|ada@example/);
    await post.alertsLater(5);
    expect(subjects()).toHaveLength(1);
  });

  it('is told of 500 at once in one e-mail, and of what comes after it a minute later in one more', async () => {
    await raise(...Array.from({ length: 500 }, () => ({})));
    await stage.settle();
    await raise(
      { kind: 'payment_incident' },
      { kind: 'checkout_overdue', detail: { reference: 'ABCD-EFGH' } },
    );
    await stage.settle();
    expect(subjects()).toEqual(['500 alerts of the storefront']);
    expect(sent()[0]?.mail.text).toContain('450 more are not listed here.');
    await post.alertsLater(1);
    expect(subjects()).toEqual(['500 alerts of the storefront', '2 alerts of the storefront']);
    expect(sent()[1]?.mail.text).toContain('Order: ABCD-EFGH');
    expect(await waiting()).toEqual([]);
  });

  it('is told once of the same, however often it is found', async () => {
    await raise({ key: 'order_missing ABCD-EFGH' });
    await stage.settle();
    await raise({ key: 'order_missing ABCD-EFGH' });
    await post.alertsLater(5);
    expect(subjects()).toHaveLength(1);
  });

  it('is told in one e-mail by two processes at once', async () => {
    const other = openRooms(stage.places, stage.rooms.database);
    other.alertEmail = operator;
    await raise({}, {}, {});
    const done = await Promise.all([tellOperator(stage.rooms), tellOperator(other)]);
    other.mailer.close();
    await other.client.close();
    expect(done.filter((one) => one)).toHaveLength(1);
    expect(subjects()).toEqual(['3 alerts of the storefront']);
  });

  it('is told of what a newer version raises beside this one', async () => {
    await raise({});
    await stage.rooms.database.transaction((transaction) =>
      transaction.run(sql`update storefront.alert set kind = 'something new'`),
    );
    await stage.settle();
    expect(subjects()).toEqual(['Alert: An alert of another version of the storefront']);
  });
});

describe('an alert e-mail that is refused', () => {
  it.each([451, 550])(
    'with %i is tried again, with what was raised meanwhile, and raises no alert',
    async (code) => {
      stage.mailbox.refusedRecipients.set(operator, code);
      await raise({});
      await stage.settle();
      await raise({ kind: 'payment_incident' });
      await stage.settle();
      expect(await waiting()).toEqual([
        { kind: 'reconciliation_finding', tries: 1 },
        { kind: 'payment_incident', tries: 0 },
      ]);
      expect(stage.reports.filter((one) => one.includes('could not be told'))).toHaveLength(1);
      await post.alertsLater(1);
      expect(await waiting()).toHaveLength(2);
      expect((await waiting())[0]?.tries).toBe(1);
      await post.alertsLater(1);
      expect((await waiting())[0]?.tries).toBe(2);
      stage.mailbox.refusedRecipients.clear();
      await post.alertsLater(60);
      expect(subjects()).toEqual(['2 alerts of the storefront']);
      expect(await waiting()).toEqual([]);
    },
  );

  it('does not keep the e-mails of customers waiting', async () => {
    stage.mailbox.refusedRecipients.set(operator, 451);
    await raise({});
    await post.ordered();
    expect(post.subjectsTo('ada@example.org')).toEqual(['Your tickets']);
  });
});

describe('without an address', () => {
  it('alerts are logged once, and kept', async () => {
    stage.rooms.alertEmail = null;
    await raise({}, { kind: 'payment_incident' });
    await stage.settle();
    await stage.settle();
    expect(stage.reports).toEqual(
      Array.from({ length: 2 }, () => 'error: the operator has to look at something'),
    );
    expect(stage.mailbox.mails).toEqual([]);
    expect(await waiting()).toEqual([]);
    stage.rooms.alertEmail = operator;
    await post.alertsLater(5);
    expect(stage.mailbox.mails).toEqual([]);
  });
});
