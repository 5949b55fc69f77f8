import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { acknowledgeTask, acknowledgeTasks } from './acknowledge-tasks';
import { type Waiting } from './attention';
import { countOpenTasks } from './count-open-tasks';
import { incidentsOn } from '@/testing/shop/incidents';
import { postOf } from '@/testing/shop/emails';
import { countTasks, findInAttention, readAll } from '@/testing/shop/attention';
import type { TaskKind } from '../../tables/task-table';
import { openTask } from '../../data/task-store';
import { purchaseStates } from '@/testing/shop/purchase-states';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readTimeline } from '../../data/timeline-store';

let shop: TestShop;
let books: ReturnType<typeof incidentsOn>;

beforeAll(async () => {
  shop = await startTestShop();
  books = incidentsOn(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.reset();
  await postOf(shop).clearAttention();
  await shop.context.database.transaction((transaction) =>
    transaction.run(sql`delete from storefront.payment_incident`),
  );
});

const groups = () => countTasks(shop.context.database);
const read = (kind: TaskKind): Promise<Waiting[]> => readAll(shop.context.database, kind);
const keysOf = async (kind: TaskKind) => (await read(kind)).map(({ task }) => task.key);
const namesOf = async (id: string) => (await readTimeline(shop.context.database, id)).map(({ what }) => what);

/** An order with a disputed payment. */
async function disputed(): Promise<{ checkoutId: string; id: string; reason: 'dispute_open' }> {
  const { id: checkoutId, intent } = await books.ordered();
  const { id, events } = shop.provider.incidents.openDispute(intent);
  await books.deliver(...events);
  return { checkoutId, id, reason: 'dispute_open' };
}

async function lose(dispute: { id: string }): Promise<void> {
  await books.deliver(...shop.provider.incidents.closeDispute(dispute.id, 'lost').events);
}

async function dueInDays(dispute: { id: string }, days: number | null): Promise<void> {
  await shop.context.database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.task set due_at = clock_timestamp() + make_interval(days => ${days})
          where key = ${dispute.id}`,
    ),
  );
}

describe('the list of purchases that need staff', () => {
  it('says what was paid, if that is another amount than was agreed', async () => {
    const id = await purchaseStates.amountDiffers(shop);
    const found = (await findInAttention(shop.context.database)).find((one) => one.id === id);
    expect(found?.total).toBe('35.99');
  });

  it('is grouped by what staff can do, and counted', async () => {
    const [warned, refunded, ended] = [await books.ordered(), await books.ordered(), await books.refunded()];
    const { incidents } = shop.provider;
    const refundId = (await books.paymentOf(ended.id)).refundId ?? '';
    await books.deliver(
      ...incidents.warnOfFraud(warned.intent).events,
      ...incidents.refundAtDashboard(refunded.intent, 1000).events,
      ...incidents.failRefund(refundId).events,
    );
    await lose(await disputed());
    await disputed();
    await shop.context.database.transaction(async (transaction) => {
      const told = { key: 'a mail', checkoutId: warned.id, reason: 'email_failed' };
      await openTask(transaction, { ...told, kind: 'email_failed' });
      const late = { key: refunded.id, checkoutId: refunded.id, reason: 'overdue' };
      await openTask(transaction, { ...late, kind: 'overdue' });
    });
    expect(await groups()).toEqual({
      purchase: 0,
      refund: 0,
      overdue: 1,
      payment_unexpected: 0,
      refund_failed: 1,
      dispute_open: 1,
      fraud_warning: 1,
      dispute_lost: 1,
      changed_order: 0,
      email_failed: 1,
      documents_missing: 0,
      to_acknowledge: 1,
      at_bank: 0,
    });
    expect(await countOpenTasks(shop.context.database)).toBe(7);
    expect(await read('to_acknowledge')).toMatchObject([
      { id: refunded.id, total: '10.00', task: { reason: 'refunded_at_provider', currency: 'EUR' } },
    ]);
    expect(await read('email_failed')).toMatchObject([{ id: warned.id, task: { reason: 'email_failed' } }]);
    expect(await read('overdue')).toMatchObject([{ id: refunded.id, task: { reason: 'overdue' } }]);
  });

  it('shows the dispute with the earliest deadline first', async () => {
    const [later, sooner, unknown] = [await disputed(), await disputed(), await disputed()];
    await dueInDays(later, 9);
    await dueInDays(sooner, 2);
    await dueInDays(unknown, null);
    // A dispute without a deadline may be due at once.
    expect(await keysOf('dispute_open')).toEqual([unknown.id, sooner.id, later.id]);
    expect((await read('dispute_open'))[1]?.task.dueAt?.getTime()).toBeGreaterThan(Date.now());
  });

  it('shows the newest lost dispute first, so that more than a page of old ones hides none', async () => {
    const [old, young] = [await disputed(), await disputed()];
    await lose(young);
    await lose(old);
    // The time at which the dispute was lost counts, not the time at which it was opened.
    expect(await keysOf('dispute_lost')).toEqual([old.id, young.id]);
  });
});

describe('an open dispute', () => {
  it('that staff have answered only waits for the bank, and needs staff again when the bank has decided', async () => {
    const dispute = await disputed();
    const answers = [1, 2].map(() => acknowledgeTask(shop.context, dispute, 'ada'));
    expect((await Promise.all(answers)).sort()).toEqual(['acknowledged', 'before']);
    expect(await groups()).toMatchObject({ dispute_open: 0, at_bank: 1 });
    expect((await namesOf(dispute.checkoutId)).slice(-1)).toEqual(['dispute_marked']);
    await lose(dispute);
    expect(await groups()).toMatchObject({ dispute_open: 0, at_bank: 0, dispute_lost: 1 });
  });

  it('that was answered at the provider only waits for the bank', async () => {
    const dispute = await disputed();
    expect((await books.incidentsOf(dispute.checkoutId))[0]?.answerDueAt).not.toBeNull();
    await books.deliver(...shop.provider.incidents.answerDispute(dispute.id).events);
    expect(await groups()).toMatchObject({ dispute_open: 0, at_bank: 1 });
    expect(await keysOf('at_bank')).toEqual([dispute.id]);
    expect((await namesOf(dispute.checkoutId)).filter((name) => name === 'dispute_answered')).toHaveLength(1);
  });
});

describe('an inquiry that becomes a dispute', () => {
  const alertsAbout = async (checkoutId: string) =>
    (
      await shop.context.database.rows(
        z.object({ key: z.string() }),
        sql`select key from storefront.alert where checkout_id = ${checkoutId} order by created_at, key`,
      )
    ).length;

  it.each(['by staff', 'at the provider'])('needs an answer again after it was answered %s', async (by) => {
    const { id: checkoutId, intent } = await books.ordered();
    const { id, events } = shop.provider.incidents.openInquiry(intent);
    await books.deliver(...events);
    if (by === 'by staff')
      await acknowledgeTask(shop.context, { checkoutId, id, reason: 'dispute_open' }, 'ada');
    else await books.deliver(...shop.provider.incidents.answerDispute(id).events);
    expect(await groups()).toMatchObject({ dispute_open: 0, at_bank: 1 });
    expect(await alertsAbout(checkoutId)).toBe(1);
    await books.deliver(...shop.provider.incidents.escalateInquiry(id).events);
    expect(await groups()).toMatchObject({ dispute_open: 1, at_bank: 0 });
    expect(await alertsAbout(checkoutId)).toBe(2);
  });

  it('that is already answered when it is first known raises no alert', async () => {
    const { id: checkoutId, intent } = await books.ordered();
    const { id } = shop.provider.incidents.openInquiry(intent);
    await books.deliver(...shop.provider.incidents.answerDispute(id).events);
    expect(await groups()).toMatchObject({ dispute_open: 0, at_bank: 1 });
    expect(await alertsAbout(checkoutId)).toBe(0);
  });
});

describe('several incidents at once', () => {
  it('are acknowledged with a note each; those that were acknowledged before are counted separately', async () => {
    const [one, two, three] = [await disputed(), await disputed(), await disputed()];
    await acknowledgeTask(shop.context, three, 'bo');
    const gone = { ...one, id: 'du_unknown' };
    expect(await acknowledgeTasks(shop.context, [one, two, three, gone], 'ada')).toEqual({
      acknowledged: 2,
      before: 1,
      changed: 1,
      unsaid: 0,
      failed: 0,
    });
    for (const { checkoutId, id } of [one, two]) {
      const last = (await readTimeline(shop.context.database, checkoutId)).at(-1);
      expect(last?.detail).toMatchObject({ incident: id, by: 'staff', staff: 'ada', status: 'open' });
    }
    expect(await groups()).toMatchObject({ dispute_open: 0, at_bank: 3 });
  });

  it('stay in the list if they changed after staff saw them', async () => {
    const dispute = await disputed();
    await lose(dispute);
    expect(await acknowledgeTasks(shop.context, [dispute], 'ada')).toMatchObject({ changed: 1 });
    expect(await groups()).toMatchObject({ dispute_lost: 1 });
  });

  it('are acknowledged although one of them fails', async () => {
    const { database } = shop.context;
    const [one, broken, other] = [await disputed(), await disputed(), await disputed()];
    const run = (statement: ReturnType<typeof sql>) =>
      database.transaction((transaction) => transaction.run(statement));
    await run(sql`create function storefront.refuse_note() returns trigger language plpgsql
      as 'begin raise exception ''this note is refused''; end'`);
    await run(sql`create trigger refuse_note before insert on storefront.timeline for each row
      when (new.what = 'dispute_marked' and new.checkout_id = ${sql.raw(`'${broken.checkoutId}'`)})
      execute function storefront.refuse_note()`);
    const counts = await acknowledgeTasks(shop.context, [one, broken, other], 'ada');
    await run(sql`drop trigger refuse_note on storefront.timeline`);
    expect(counts).toEqual({ acknowledged: 2, before: 0, changed: 0, unsaid: 0, failed: 1 });
    expect(shop.reports).toContain('error: an incident could not be acknowledged');
    expect(await keysOf('dispute_open')).toEqual([broken.id]);
    expect((await namesOf(other.checkoutId)).slice(-1)).toEqual(['dispute_marked']);
  });
});
