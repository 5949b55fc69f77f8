import { describe, expect, it } from 'vitest';
import { endsExchange, parseStarted, writeStarted } from './exchange';

const orderId = crypto.randomUUID();
const units = (count: number, of = orderId) => Array.from({ length: count }, (_, index) => `${of}/${index}`);

describe('the cookie of an exchange', () => {
  it.each([null, crypto.randomUUID()])('keeps what was chosen, and the sale (%s)', (sale) => {
    const started = {
      earlier: crypto.randomUUID(),
      units: [...units(3), ...units(2, crypto.randomUUID())],
      sale,
    };
    expect(parseStarted(writeStarted(started))).toEqual(started);
  });

  it('is small enough for browsers with the tickets of a large group', () => {
    const started = { earlier: crypto.randomUUID(), units: units(900), sale: crypto.randomUUID() };
    const value = writeStarted(started);
    expect(encodeURIComponent(value).length).toBeLessThan(4_000);
    expect(parseStarted(value)).toEqual(started);
  });

  it.each(['', 'x', '{"earlier":1}', `${orderId}.${orderId}`, `${orderId}.${orderId}.1-`, '%'])(
    'that is not ours names nothing: %j',
    (value) => {
      expect(parseStarted(value)).toBeNull();
    },
  );
});

it('an exchange goes on after a gift card was held: without it the tickets can pay', () => {
  expect(endsExchange('gift_card')).toBe(false);
  expect(endsExchange('not_possible')).toBe(true);
});
