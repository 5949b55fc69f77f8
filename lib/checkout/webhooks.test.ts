import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startStage, type Stage } from './testing';
import { webhookSecret } from './testing/payment-events';
import { receiveWebhook } from './webhooks';

let stage: Stage;
let sessionId: string;
let checkoutId: string;

beforeAll(async () => {
  stage = await startStage();
  ({ id: checkoutId, sessionId } = await stage.paying());
  stage.provider.pay(sessionId);
});
afterAll(() => stage.close());
beforeEach(() => stage.reset());

/** Everything that a webhook may write. */
async function written(): Promise<unknown> {
  const row = z.object({
    webhooks: z.int(),
    mails: z.int(),
    notes: z.int(),
    state: z.string(),
    version: z.int(),
  });
  const [found] = await stage.rooms.database.rows(
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
    ['signed, and no JSON', () => ({ body: 'paid!', signature: signed('paid!') })],
    ['signed, and no event', () => ({ body: '{"id":1}', signature: signed('{"id":1}') })],
  ];

  it.each(cases)('%s', async (_what, forge) => {
    const before = await written();
    const { body, signature } = forge(stage.provider.webhook(sessionId).body);
    expect(await receiveWebhook(stage.rooms, body, signature)).toMatchObject({ kind: 'refused' });
    await stage.settle();
    expect(await written()).toEqual(before);
    expect(stage.reports).toContain('warn: a webhook was refused');
  });
});

describe('a webhook that is authentic', () => {
  it('is taken, so the refusals above are not for want of anything else', async () => {
    const { body } = stage.provider.webhook(sessionId);
    expect(await receiveWebhook(stage.rooms, body, signed(body))).toEqual({ kind: 'stored' });
    await stage.settle();
    expect(await stage.state(checkoutId)).toBe('ordered');
  });

  it('is taken when one of two signatures is right, as while the secret is rolled', async () => {
    const { body } = stage.provider.webhook(sessionId);
    const signature = `${signed(body, { secret: 'whsec_rolled' })},v1=${signed(body).split('v1=')[1] ?? ''}`;
    expect(await receiveWebhook(stage.rooms, body, signature)).toEqual({ kind: 'stored' });
  });

  it('says nothing that is believed: the provider is asked', async () => {
    const { id, sessionId: unpaid } = await stage.paying();
    const { body } = stage.provider.webhook(unpaid);
    const boast = body.replace('"payment_status":"unpaid"', '"payment_status":"paid"');
    expect(boast).not.toBe(body);
    expect(await receiveWebhook(stage.rooms, boast, signed(boast))).toEqual({ kind: 'stored' });
    await stage.settle();
    expect(await stage.state(id)).toBe('paying');
  });

  it('played again within the tolerance is the same event, and does nothing', async () => {
    const { body, signature } = stage.provider.webhook(sessionId);
    await receiveWebhook(stage.rooms, body, signature);
    await stage.settle();
    const before = await written();
    expect(await receiveWebhook(stage.rooms, body, signed(body, { secondsAgo: 200 }))).toEqual({
      kind: 'stored',
    });
    await stage.settle();
    expect(await written()).toEqual(before);
  });

  it('about a payment that is settled is no question to the provider', async () => {
    const { id, sessionId: paid } = await stage.paying();
    stage.provider.pay(paid);
    const { body, signature } = stage.provider.webhook(paid);
    await receiveWebhook(stage.rooms, body, signature);
    await stage.settle();
    expect(await stage.state(id)).toBe('ordered');
    // Stripe may deliver an older event last.
    const older = stage.provider
      .webhook(paid)
      .body.replace('"checkout.session.completed"', '"checkout.session.expired"')
      .replace('"payment_status":"paid"', '"payment_status":"unpaid"');
    expect(older).toContain('session.expired');
    stage.provider.requests.length = 0;
    expect(await receiveWebhook(stage.rooms, older, signed(older))).toEqual({ kind: 'stored' });
    await stage.settle();
    expect(stage.provider.requests.filter(({ path }) => path.includes(paid))).toEqual([]);
    expect(await stage.state(id)).toBe('ordered');
  });
});
