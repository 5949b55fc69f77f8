import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestShop, type TestShop } from '@/testing/shop/test-shop';
import { webhookSecret } from '@/testing/fakes/stripe/events';
import { receiveWebhook } from './webhooks';

let shop: TestShop;
let sessionId: string;
let checkoutId: string;

beforeAll(async () => {
  shop = await startTestShop();
  ({ id: checkoutId, sessionId } = await shop.paying());
  shop.provider.pay(sessionId);
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());

/** Everything that a webhook may write. */
async function written(): Promise<unknown> {
  const row = z.object({
    webhooks: z.int(),
    mails: z.int(),
    notes: z.int(),
    state: z.string(),
    version: z.int(),
  });
  const [found] = await shop.context.database.rows(
    row,
    sql`select (select count(*) from storefront.webhook)::int as webhooks,
          (select count(*) from storefront.mail)::int as mails,
          (select count(*) from storefront.timeline)::int as notes, state, version
        from storefront.checkout where id = ${checkoutId}`,
  );
  return found;
}

function signed(
  body: string,
  options: { secret?: string; secondsAgo?: number; scheme?: string } = {},
): string {
  const time = Math.floor(Date.now() / 1000) - (options.secondsAgo ?? 0);
  const digest = createHmac('sha256', options.secret ?? webhookSecret).update(`${time}.${body}`);
  return `t=${time},${options.scheme ?? 'v1'}=${digest.digest('hex')}`;
}

describe('a webhook that is not authentic is refused, and nothing is written', () => {
  const cases: [string, (body: string) => { body: string; signature: string | null }][] = [
    ['without a signature', (body) => ({ body, signature: null })],
    ['with an empty one', (body) => ({ body, signature: '' })],
    [
      'signed with another secret',
      (body) => ({ body, signature: signed(body, { secret: `${webhookSecret}.` }) }),
    ],
    ['stale', (body) => ({ body, signature: signed(body, { secondsAgo: 320 }) })],
    ['from the future', (body) => ({ body, signature: signed(body, { secondsAgo: -320 }) })],
    [
      'with several signatures, none of them right',
      (body) => ({ body, signature: `${signed(body, { secret: 'whsec_other' })},v1=${'0'.repeat(64)}` }),
    ],
    [
      'serialized again',
      (body) => ({ body: JSON.stringify(JSON.parse(body), null, 2), signature: signed(body) }),
    ],
    ['changed in one character', (body) => ({ body: `${body} `, signature: signed(body) })],
    ['of another scheme', (body) => ({ body, signature: signed(body, { scheme: 'v0' }) })],
    ['signed, but not JSON', () => ({ body: 'paid!', signature: signed('paid!') })],
    ['signed, but not an event', () => ({ body: '{"id":1}', signature: signed('{"id":1}') })],
  ];

  it.each(cases)('%s', async (_what, forge) => {
    const before = await written();
    const { body, signature } = forge(shop.provider.webhook(sessionId).body);
    expect(await receiveWebhook(shop.context, body, signature)).toMatchObject({ kind: 'refused' });
    await shop.settle();
    expect(await written()).toEqual(before);
    expect(shop.reports).toContain('warn: a webhook was refused');
  });
});

describe('a webhook that is authentic', () => {
  it('is accepted, which proves that the refusals above have no other cause', async () => {
    const { body } = shop.provider.webhook(sessionId);
    expect(await receiveWebhook(shop.context, body, signed(body))).toEqual({ kind: 'stored' });
    await shop.settle();
    expect(await shop.state(checkoutId)).toBe('ordered');
  });

  it('is accepted when one of two signatures is right, as during a rotation of the secret', async () => {
    const { body } = shop.provider.webhook(sessionId);
    const signature = `${signed(body, { secret: 'whsec_rolled' })},v1=${signed(body).split('v1=')[1] ?? ''}`;
    expect(await receiveWebhook(shop.context, body, signature)).toEqual({ kind: 'stored' });
  });

  it('is not trusted for a status that it does not prove: the provider is asked', async () => {
    const { id, sessionId: unpaid } = await shop.paying();
    const { body } = shop.provider.webhook(unpaid);
    const forged = body.replace('"payment_status":"unpaid"', '"payment_status":"paid"');
    expect(forged).not.toBe(body);
    expect(await receiveWebhook(shop.context, forged, signed(forged))).toEqual({ kind: 'stored' });
    await shop.settle();
    expect(await shop.state(id)).toBe('paying');
  });

  it('that is replayed within the tolerance is the same event, and does nothing', async () => {
    const { body, signature } = shop.provider.webhook(sessionId);
    await receiveWebhook(shop.context, body, signature);
    await shop.settle();
    const before = await written();
    expect(await receiveWebhook(shop.context, body, signed(body, { secondsAgo: 200 }))).toEqual({
      kind: 'stored',
    });
    await shop.settle();
    expect(await written()).toEqual(before);
  });

  it('about a settled payment causes no request to the provider', async () => {
    const { id, sessionId: paid } = await shop.paying();
    shop.provider.pay(paid);
    const { body, signature } = shop.provider.webhook(paid);
    await receiveWebhook(shop.context, body, signature);
    await shop.settle();
    expect(await shop.state(id)).toBe('ordered');
    // Stripe may deliver an older event last.
    const older = shop.provider
      .webhook(paid)
      .body.replace('"checkout.session.completed"', '"checkout.session.expired"')
      .replace('"payment_status":"paid"', '"payment_status":"unpaid"');
    expect(older).toContain('session.expired');
    shop.provider.requests.length = 0;
    expect(await receiveWebhook(shop.context, older, signed(older))).toEqual({ kind: 'stored' });
    await shop.settle();
    expect(shop.provider.requests.filter(({ path }) => path.includes(paid))).toEqual([]);
    expect(await shop.state(id)).toBe('ordered');
  });
});
