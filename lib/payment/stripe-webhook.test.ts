import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readStripeWebhook } from './stripe-webhook';

const secret = 'whsec_test';
const now = new Date('2027-05-04T12:00:00Z');
const body = JSON.stringify(
  {
    id: 'evt_1',
    created: 1809000000,
    type: 'checkout.session.completed',
    data: { object: { id: 'cs_1', object: 'checkout.session', client_reference_id: 'c-1' } },
  },
  null,
  2,
);

function sign(
  payload: string,
  options: { secret?: string; secondsAgo?: number; scheme?: string } = {},
): string {
  const time = Math.floor(now.getTime() / 1000) - (options.secondsAgo ?? 0);
  const signature = createHmac('sha256', options.secret ?? secret)
    .update(`${time}.${payload}`)
    .digest('hex');
  return `t=${time},${options.scheme ?? 'v1'}=${signature}`;
}

const read = (payload: string, header: string | null) => readStripeWebhook(payload, header, secret, now);

describe('a webhook', () => {
  it('that is authentic is reduced to the objects that it refers to', () => {
    expect(read(body, sign(body))).toEqual({
      kind: 'event',
      id: 'evt_1',
      type: 'checkout.session.completed',
      createdAt: new Date(1809000000 * 1000),
      sessionId: 'cs_1',
      checkoutId: 'c-1',
      objectId: 'cs_1',
      intent: null,
      charge: null,
      paid: null,
    });
  });

  it('is accepted if one of two signatures is right, as during a change of the secret', () => {
    const [time = '', right = ''] = sign(body).split(',');
    const [, old = ''] = sign(body, { secret: 'whsec_old' }).split(',');
    expect(read(body, `${time},${old},${right}`).kind).toBe('event');
    expect(read(body, `${time},${right},${old}`).kind).toBe('event');
    expect(read(body, `${time},${right},${right}`).kind).toBe('event');
  });

  it('may be as old, or as far in the future, as the tolerance', () => {
    expect(read(body, sign(body, { secondsAgo: 300 })).kind).toBe('event');
    expect(read(body, sign(body, { secondsAgo: -300 })).kind).toBe('event');
  });

  const valid = sign(body);
  const header = 'the signature header has not exactly one time and a signature';
  const wrong = 'the signature does not verify';
  const stale =
    'the signature is right, but 301 seconds old by the clock of this machine: that clock is wrong, or an old webhook was sent again';
  const refused: [string, string, string | null, string][] = [
    ['without a signature', body, null, 'no signature'],
    ['with an empty signature', body, '', header],
    ['signed with another secret', body, sign(body, { secret: 'whsec_other' }), wrong],
    ['that is stale', body, sign(body, { secondsAgo: 301 }), stale],
    [
      'from the future',
      body,
      sign(body, { secondsAgo: -600 }),
      'the signature is right, but 600 seconds in the future by the clock of this machine: that clock is wrong',
    ],
    [
      'from the future, signed with another secret',
      body,
      sign(body, { secret: 'whsec_other', secondsAgo: -600 }),
      wrong,
    ],
    ['serialized again', JSON.stringify(JSON.parse(body)), valid, wrong],
    ['of another scheme', body, sign(body, { scheme: 'v0' }), header],
    [
      'with several signatures of which none is right',
      body,
      `${sign(body, { secret: 'whsec_other' })},v1=${'0'.repeat(64)}`,
      wrong,
    ],
    [
      'with a right signature under a stale time',
      body,
      `${sign(body, { secondsAgo: 301 })},${valid.split(',')[1]}`,
      stale,
    ],
    ['with two times', body, `t=1,${valid}`, header],
    ['with the same time twice', body, `${valid.split(',')[0]},${valid}`, header],
    ['without a time', body, valid.replace(/t=\d+,/, ''), header],
    ['with a time without a value', body, valid.replace(/t=\d+/, 't='), header],
    ['with a time that is not a number', body, valid.replace(/t=\d+/, 't=now'), header],
    ['with a time that begins with a number', body, valid.replace(/t=\d+/, '$&s'), header],
    ['with a time that ends with a number', body, valid.replace('t=', 't=s'), header],
    ['with a time of more digits than any', body, valid.replace(/t=\d+/, `t=${'1'.repeat(13)}`), header],
    ['that is not JSON', 'hello', sign('hello'), 'the body is not JSON'],
    ['that is not an event', '{"a":1}', sign('{"a":1}'), 'not an event'],
  ];
  it.each(refused)('%s is refused', (_, payload, signature, why) => {
    expect(read(payload, signature)).toEqual({ kind: 'refused', why });
  });

  it('of Stripe’s other kind of events is an error, which tells the operator what to set up', () => {
    const thin = '{"object":"v2.core.event"}';
    expect(() => read(thin, sign(thin))).toThrow('thin event');
  });
});
