import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findInAttention } from './attention-testing';
import { postOf, type Post } from './letters-testing';
import { acknowledgeMailProblems } from './resend-mail';
import { startStage, type Stage } from './testing';
import { readTimeline } from './timeline-store';

const operator = 'operator@shop.example';
let stage: Stage;
let post: Post;

beforeAll(async () => {
  stage = await startStage();
  stage.rooms.alertEmail = operator;
  post = postOf(stage);
});

afterAll(() => stage.close());

beforeEach(async () => {
  stage.reset();
  stage.ticketing.documentsReady = false;
  await post.clear();
  await post.clearAttention();
});

const waiting = async () =>
  (await findInAttention(stage.rooms.database)).map(({ id, reasons }) => ({ id, reasons }));
const late = async (id: string) =>
  (await readTimeline(stage.rooms.database, id)).filter(({ what }) => what === 'documents_late');

describe('documents that have not come after a day', () => {
  it('are shown to staff and the operator once, and are still e-mailed when they come', async () => {
    const id = await post.ordered();
    await post.later({ hours: 23 });
    expect(await waiting()).toEqual([]);
    await post.later({ hours: 2 });
    expect(await waiting()).toEqual([{ id, reasons: ['documents_missing'] }]);
    expect(post.subjectsTo(operator)).toEqual(['Alert: A purchase takes too long']);
    expect(await late(id)).toHaveLength(1);
    expect(await post.happened(id, 'mail_failed')).toEqual([]);
    await post.later({ hours: 9 * 24 });
    await post.alertsLater(2);
    expect(post.subjectsTo(operator)).toHaveLength(1);
    stage.ticketing.documentsReady = true;
    await post.later();
    expect(post.subjectsTo('ada@example.org')).toEqual(['Your order is confirmed', 'Your tickets are ready']);
    expect(await waiting()).toEqual([]);
  });

  it('leave the list when staff know of them, and are looked for all the same', async () => {
    const id = await post.ordered();
    await post.later({ hours: 25 });
    expect(await acknowledgeMailProblems(stage.rooms, id, { staff: 'ada' })).toBe(true);
    expect(await acknowledgeMailProblems(stage.rooms, id, { staff: 'bo' })).toBe(false);
    await post.later({ hours: 24 });
    expect(await waiting()).toEqual([]);
    expect(await post.queued()).toMatchObject([{ kind: 'tickets_ready' }]);
  });

  it('are looked for less and less often, at least once an hour, for 30 days', async () => {
    const id = await post.ordered();
    await post.later({ hours: 24 });
    const [first] = await post.queued();
    expect(first?.seconds).toBeGreaterThan(23 * 60);
    expect(first?.seconds).toBeLessThan(26 * 60);
    await post.later({ hours: 28 * 24 });
    const [then] = await post.queued();
    expect(then?.seconds).toBeGreaterThan(59 * 60);
    expect(then?.seconds).toBeLessThanOrEqual(60 * 60);
    await post.later({ hours: 24 });
    expect(await post.queued()).toEqual([]);
    expect(await post.happened(id, 'mail_failed')).toEqual(['tickets_ready']);
    expect(await waiting()).toEqual([{ id, reasons: ['documents_missing'] }]);
    await post.alertsLater(2);
    expect(post.subjectsTo(operator)).toEqual([
      'Alert: A purchase takes too long',
      'Alert: An e-mail could not be delivered',
    ]);
  });

  it('come while the mail server is down: it is asked for a day from then on', async () => {
    const id = await post.ordered();
    await post.later({ hours: 5 * 24 });
    stage.ticketing.documentsReady = true;
    stage.network.mail.away = true;
    await post.later();
    expect(await post.queued()).toMatchObject([{ kind: 'tickets_ready' }]);
    await post.later({ hours: 23 });
    expect(await post.happened(id, 'mail_failed')).toEqual([]);
    stage.network.mail.away = false;
    await post.later();
    expect(post.subjectsTo('ada@example.org')).toContain('Your tickets are ready');
  });

  it('are not missed while the confirmation waits for the mail server', async () => {
    stage.network.mail.away = true;
    const id = await post.ordered();
    await post.later({ hours: 23 });
    await post.later({ hours: 2 });
    expect(await late(id)).toEqual([]);
  });
});
