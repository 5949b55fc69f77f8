import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findInAttention } from '@/testing/shop/attention';
import { postOf, type Post } from '@/testing/shop/emails';
import { acknowledgeMailProblems } from '../mail/resend-mail';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { readTimeline } from '../../data/timeline-store';

const operator = 'operator@shop.example';
let shop: TestShop;
let post: Post;

beforeAll(async () => {
  shop = await startTestShop();
  shop.context.alertEmail = operator;
  post = postOf(shop);
});

afterAll(() => shop.close());

beforeEach(async () => {
  shop.reset();
  shop.ticketing.documentsReady = false;
  await post.clear();
  await post.clearAttention();
});

const waiting = async () =>
  (await findInAttention(shop.context.database)).map(({ id, reasons }) => ({ id, reasons }));
const late = async (id: string) =>
  (await readTimeline(shop.context.database, id)).filter(({ what }) => what === 'documents_late');

describe('documents that are still missing after a day', () => {
  it('are reported to staff and the operator once, and are still e-mailed when they become available', async () => {
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
    shop.ticketing.documentsReady = true;
    await post.later();
    expect(post.subjectsTo('ada@example.org')).toEqual(['Your order is confirmed', 'Your tickets are ready']);
    expect(await waiting()).toEqual([]);
  });

  it('leave the list when staff know of them, and are still looked up', async () => {
    const id = await post.ordered();
    await post.later({ hours: 25 });
    expect(await acknowledgeMailProblems(shop.context, id, { staff: 'ada' })).toBe(true);
    expect(await acknowledgeMailProblems(shop.context, id, { staff: 'bo' })).toBe(false);
    await post.later({ hours: 24 });
    expect(await waiting()).toEqual([]);
    expect(await post.queued()).toMatchObject([{ kind: 'tickets_ready' }]);
  });

  it('are looked up less and less often, at least once an hour, for 30 days', async () => {
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

  it('that become available while the mail server is down are sent for a day from then on', async () => {
    const id = await post.ordered();
    await post.later({ hours: 5 * 24 });
    shop.ticketing.documentsReady = true;
    shop.network.mail.unavailable = true;
    await post.later();
    expect(await post.queued()).toMatchObject([{ kind: 'tickets_ready' }]);
    await post.later({ hours: 23 });
    expect(await post.happened(id, 'mail_failed')).toEqual([]);
    shop.network.mail.unavailable = false;
    await post.later();
    expect(post.subjectsTo('ada@example.org')).toContain('Your tickets are ready');
  });

  it('are not reported while the confirmation waits for the mail server', async () => {
    shop.network.mail.unavailable = true;
    const id = await post.ordered();
    await post.later({ hours: 23 });
    await post.later({ hours: 2 });
    expect(await late(id)).toEqual([]);
  });
});
