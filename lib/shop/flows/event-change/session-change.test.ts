import { jobsOf } from '@/testing/shop/jobs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readAudit } from '@/lib/shop/data/audit-store';
import { startWorker } from '@/lib/shop/worker/worker';
import type { SessionChange } from '@/lib/contract/session-change';
import { lastSegment } from '@/lib/contract/iri';
import { postOf, type Post } from '@/testing/shop/emails';
import { sessionOfOrder, severalOrders, startFor } from '@/testing/shop/event-changes';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { crashingContext } from '@/testing/faults/crash-injection';
import { nextMillisecond } from '@/testing/next-millisecond';
import { ensureJob } from '../../data/job-store';
import { acknowledgeSessionChange } from './acknowledge-session-change';
import { processSessionChanges, learnSessionChanges } from './learn-session-changes';
import { readSessionChanges } from '../../data/session-change-store';
import { countOpenTasks } from '../attention/count-open-tasks';

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
  shop.ticketing.sessionChanges = [];
  await post.clear();
  await post.clearAttention();
  await shop.context.database.transaction(async (transaction) => {
    await transaction.run(sql`delete from storefront.session_change`);
    await transaction.run(sql`delete from storefront.session_change_cursor`);
  });
});

/** An import changes a session of the fake’s programme. */
function changed(change: Partial<SessionChange> = {}): SessionChange {
  const [{ session, occursAt } = { session: '', occursAt: '' }] = shop.ticketing.programme;
  const id = crypto.randomUUID();
  const made = {
    '@id': `/v1/booking/session_changes/${id}`,
    '@type': 'SessionChange' as const,
    id,
    changedAt: new Date().toISOString(),
    what: 'cancelled' as const,
    event: 'Harbour walk',
    catalog: `/v1/ticketing/catalogs/${shop.ticketing.catalogId}`,
    session,
    timezone: 'Europe/Paris',
    from: occursAt,
    to: null,
    tickets: 4,
    orders: 2,
    ...change,
  };
  shop.ticketing.sessionChanges?.push(made);
  return made;
}

/** A session for which no test starts anything. */
const someSession = () => `/v1/ticketing/sessions/${crypto.randomUUID()}`;

const open = async () => (await readSessionChanges(shop.context.database, 1_000, 'all')).entries;
const openIds = async () => (await open()).map(({ id }) => id);
/** One reading of the worker, a minute after the last one. */
async function read(context = shop.context): Promise<number> {
  const learned = await learnSessionChanges(context);
  return learned === 'unsupported' ? Number.NaN : learned;
}

describe('a session with valid tickets that an import changed', () => {
  it('is listed for staff, and the operator is told once', async () => {
    const moved = changed({ what: 'moved', to: '2030-05-04T13:30:00.000Z' });
    expect(await read()).toBe(1);
    expect(await open()).toMatchObject([
      {
        id: moved.id,
        what: 'moved',
        eventName: 'Harbour walk',
        timezone: 'Europe/Paris',
        fromTime: new Date(moved.from),
        toTime: new Date('2030-05-04T13:30:00Z'),
        sessionId: lastSegment(moved.session),
        catalogId: shop.ticketing.catalogId,
        tickets: 4,
        orders: 2,
      },
    ]);
    await post.alertsLater(2);
    expect(await read()).toBe(0);
    await post.alertsLater(2);
    expect(post.subjectsTo(operator)).toEqual([
      'Alert: A feed has cancelled or moved a session with valid tickets',
    ]);
    const text = shop.mailbox.mails.at(-1)?.mail.text ?? '';
    expect(text).toContain('event: Harbour walk');
    expect(text).toContain('Decide in the staff’s list what the holders get');
  });

  it('that a later import changed once more is listed as it is now', async () => {
    changed({ what: 'cancelled' as const, changedAt: new Date(Date.now() - 60_000).toISOString() });
    const { changedAt, id } = changed({ what: 'moved', to: '2030-05-04T13:30:00.000Z' });
    changed({ what: 'restored', changedAt });
    await read();
    expect(await openIds()).toEqual([id]);
    expect((await readSessionChanges(shop.context.database, 1, 'all')).count).toBe(1);
    expect(await countOpenTasks(shop.context.database)).toBe(1);
  });

  it('is read by the worker in the background, and only so often', async () => {
    const { id } = changed();
    const workers = [startWorker(shop.context), startWorker(shop.context)];
    await expect.poll(openIds, { timeout: 10_000 }).toEqual([id]);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect((await jobsOf(shop.context.database, 'session_changes'))[0]?.seconds).toBeGreaterThan(30);
    expect(shop.ticketing.sessionChangeLooks).toBe(1);
  });

  it('is not listed after all of its tickets were cancelled elsewhere', async () => {
    const change = changed({ tickets: 0, orders: 0 });
    await read();
    expect(await open()).toEqual([]);
    // Tickets that were held at the import are paid later.
    Object.assign(change, { tickets: 2, orders: 1 });
    expect(await read()).toBe(1);
    expect(await open()).toMatchObject([{ tickets: 2, orders: 1 }]);
    Object.assign(change, { tickets: 0, orders: 0 });
    await read();
    expect(await open()).toEqual([]);
  });

  it('leaves the list when staff start a change for it, but not by an earlier one', async () => {
    const [ordered] = await severalOrders(shop, 1);
    if (ordered === undefined) throw new Error('nothing was ordered');
    const sessionId = await sessionOfOrder(shop, ordered);
    const { id } = changed();
    const other = changed({ session: shop.ticketing.programme[2]?.session ?? '' });
    await read();
    await nextMillisecond();
    await startFor(shop, sessionId, 'notify');
    expect(await openIds()).toEqual([other.id]);
    await nextMillisecond();
    const later = changed({ what: 'retired' });
    await read();
    expect((await openIds()).sort()).toEqual([other.id, later.id].sort());
    expect(await acknowledgeSessionChange(shop.context, { id, staff: 'ada', reason: 'known' })).toBe(false);
  });

  it('leaves the list when it takes place again, before anybody was told', async () => {
    const session = someSession();
    changed({ session, changedAt: new Date(Date.now() - 60_000).toISOString() });
    await read();
    changed({ session, what: 'restored' });
    await read();
    expect(await open()).toEqual([]);
    await post.alertsLater(2);
    expect(post.subjectsTo(operator)).toHaveLength(1);
  });

  it('is still listed as moved when it was off for a while after that', async () => {
    const session = someSession();
    const at = (minutes: number) => ({
      session,
      changedAt: new Date(Date.now() + minutes * 60_000).toISOString(),
    });
    const moved = changed({ ...at(-3), what: 'moved', to: '2030-05-04T13:30:00.000Z' });
    const retired = changed({ ...at(-2), what: 'retired' });
    await read();
    expect(await openIds()).toEqual([retired.id]);
    changed({ ...at(-1), what: 'restored' });
    await read();
    expect(await openIds()).toEqual([moved.id]);
    // What staff did before does not make later faults of the feed their work.
    expect(await acknowledgeSessionChange(shop.context, { id: moved.id, staff: 'ada', reason: 'told' })).toBe(
      true,
    );
    changed({ ...at(1), what: 'retired' });
    changed({ ...at(2), what: 'restored' });
    await read();
    expect(await openIds()).toEqual([]);
  });

  it('is listed as what it is: cancelled stays cancelled when it is moved, and both can come at one time', async () => {
    const session = someSession();
    const at = (minutes: number) => ({
      session,
      changedAt: new Date(Date.now() + minutes * 60_000).toISOString(),
    });
    const [before, then] = [at(-3), at(-2)];
    changed({ ...before, what: 'moved', to: '2030-05-04T13:30:00.000Z' });
    const cancelled = changed({ ...before, what: 'cancelled' });
    await read();
    expect(await openIds()).toEqual([cancelled.id]);
    const moved = changed({ ...then, what: 'moved', to: '2030-05-04T14:30:00.000Z' });
    await read();
    expect(await openIds()).toEqual([cancelled.id]);
    changed({ ...at(-1), what: 'restored' });
    await read();
    expect(await openIds()).toEqual([moved.id]);
    await post.alertsLater(2);
    expect(post.subjectsTo(operator)).toEqual(['2 alerts of the storefront']);
  });

  it('that staff have dealt with stays listed as taking place again when the feed falters once more', async () => {
    const session = someSession();
    const at = (minutes: number) => ({
      session,
      changedAt: new Date(Date.now() + minutes * 60_000).toISOString(),
    });
    const { id } = changed({ ...at(-4), what: 'retired' });
    await read();
    expect(await acknowledgeSessionChange(shop.context, { id, staff: 'ada', reason: 'told' })).toBe(true);
    changed({ ...at(-3), what: 'restored' });
    changed({ ...at(-2), what: 'retired' });
    const last = changed({ ...at(-1), what: 'restored' });
    await read();
    expect(await openIds()).toEqual([last.id]);
  });

  it.each(['told', 'acknowledged'] as const)(
    'is listed when it takes place again after staff had %s',
    async (how) => {
      const [ordered] = await severalOrders(shop, 1);
      if (ordered === undefined) throw new Error('nothing was ordered');
      const sessionId = await sessionOfOrder(shop, ordered);
      const session = `/v1/ticketing/sessions/${sessionId}`;
      const { id } = changed({ session, changedAt: new Date(Date.now() - 60_000).toISOString() });
      await read();
      await (how === 'told'
        ? startFor(shop, sessionId, 'notify')
        : acknowledgeSessionChange(shop.context, { id, staff: 'ada', reason: 'told by telephone' }));
      const restored = changed({
        session,
        what: 'restored',
        changedAt: new Date(Date.now() + 1_000).toISOString(),
      });
      await read();
      expect(await openIds()).toEqual([restored.id]);
    },
  );

  it('that staff have dealt with before it was read raises no alert', async () => {
    const [ordered] = await severalOrders(shop, 1);
    if (ordered === undefined) throw new Error('nothing was ordered');
    changed({ changedAt: new Date(Date.now() - 60_000).toISOString() });
    await startFor(shop, await sessionOfOrder(shop, ordered), 'notify');
    await read();
    expect(await open()).toEqual([]);
    await post.alertsLater(2);
    expect(post.subjectsTo(operator)).toEqual([]);
  });

  it('leaves the list when a person says that there is nothing to do, and why', async () => {
    const { id, session } = changed();
    await read();
    const acknowledge = (staff: string) =>
      acknowledgeSessionChange(shop.context, { id, staff, reason: 'The feed was wrong.' });
    const answers = await Promise.all([acknowledge('ada'), acknowledge('ben')]);
    expect(answers.sort()).toEqual([false, true]);
    expect(await read()).toBe(0);
    expect(await open()).toEqual([]);
    const [entry] = await readAudit(shop.context.database, { action: 'session_change_acknowledged' });
    expect(entry).toMatchObject({
      subjectId: shop.ticketing.catalogId,
      detail: { session: lastSegment(session), tickets: 4, reason: 'The feed was wrong.' },
    });
  });

  it('is learned once however often the worker crashes or the service is unavailable, in all pages', async () => {
    const all = Array.from({ length: 250 }, () => changed({ session: someSession() }));
    for (let at = 1; at <= 3; at += 1)
      for (const when of ['before', 'after'] as const) {
        const crashing = crashingContext(shop.context, { at, when });
        await crashing.outcome(read(crashing.context));
        expect(crashing.hasCrashed()).toBe(true);
      }
    shop.ticketing.unavailable = true;
    expect(await read()).toBe(0);
    expect(shop.reports.some((line) => line.startsWith('warn: the list of changed sessions'))).toBe(true);
    shop.ticketing.unavailable = false;
    await read();
    expect((await openIds()).sort()).toEqual(all.map(({ id }) => id).sort());
    await post.alertsLater(2);
    expect(post.subjectsTo(operator)).toEqual(['250 alerts of the storefront']);
  });

  it('is looked for from the last reading on, with hours of overlap', async () => {
    const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString();
    const first = changed({ session: someSession(), changedAt: hours(50) });
    expect(await read()).toBe(1);
    changed({ session: someSession(), changedAt: hours(5) });
    const late = changed({ session: someSession(), changedAt: hours(3) });
    expect(await read()).toBe(1);
    expect((await openIds()).sort()).toEqual([first.id, late.id].sort());
  });

  it('is not asked for every minute of a service that has no such list', async () => {
    const { database } = shop.context;
    await ensureJob(database, 'session_changes');
    const secondsUntilNext = async () => {
      await processSessionChanges(shop.context);
      return (await jobsOf(database, 'session_changes'))[0]?.seconds;
    };
    expect(await secondsUntilNext()).toBeCloseTo(60, -1);
    shop.ticketing.sessionChanges = null;
    expect(await secondsUntilNext()).toBeCloseTo(3_600, -1);
  });
});
