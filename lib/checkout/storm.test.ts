import { describe, expect, it } from 'vitest';
import { printedSeed } from '../database/seed-testing';
import type { Client } from '../client/client';
import { ServiceError } from '../client/service-error';
import { weather } from './storm-testing';

const seed = printedSeed('purchases in bad weather');

describe('I4: purchases while everything goes wrong and processes die', () => {
  it.each(['automatic', 'manual'] as const)(
    '%s: everybody who paid has an order or the money back, never both, never neither',
    { timeout: 120_000 },
    async (capture) => {
      const { ended, paid, wrong, died } = await weather({ seed, purchases: 12, capture });
      expect(wrong).toEqual([]);
      expect(ended.ordered + ended.refunded + ended.voided).toBe(paid);
      expect(ended[capture === 'automatic' ? 'voided' : 'refunded']).toBe(0);
      expect(paid).toBeGreaterThan(0);
      expect(died).toBeGreaterThan(0);
    },
  );
});

/** What a naive worker does instead of what the client does. */
type Naive = (client: Client) => Partial<Client>;

/** Null: the service did not answer, or by an error. */
async function answered<Answer>(request: Promise<Answer>): Promise<Answer | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

const naive: [string, RegExp, Naive][] = [
  [
    'asks for the order again at once',
    /ordered twice/,
    (client) => ({
      createOrders: async (input, options) =>
        (await answered(client.createOrders(input, options))) ?? client.createOrders(input, options),
    }),
  ],
  [
    'takes the unknown for a failure and refunds without looking for an order',
    /both an order and the money back/,
    (client) => ({
      createOrders: async (input, options) =>
        (await answered(client.createOrders(input, options))) ?? {
          kind: 'invalid',
          retry: false,
          violations: [],
        },
      getReservation: async (id, options) => {
        const found = await client.getReservation(id, options);
        return found.kind === 'found' ? { ...found, value: { ...found.value, order: null } } : found;
      },
      listOrders: () => Promise.resolve({ members: [], complete: true }),
    }),
  ],
];

describe('and the test would notice: a worker that', () => {
  it.each(naive)('%s', { timeout: 120_000 }, async (_, what, instead) => {
    const seen: string[] = [];
    // Twelve purchases may all be spared what such a worker gets wrong: then twelve others are made.
    for (let more = 0; more < 5 && !what.test(seen.join('\n')); more += 1) {
      const { wrong } = await weather({
        ...{ seed: seed + more, purchases: 12, capture: 'automatic' },
        instead: (rooms) => ({ ...rooms, client: { ...rooms.client, ...instead(rooms.client) } }),
      });
      seen.push(...wrong);
    }
    expect(seen.join('\n')).toMatch(what);
  });
});
