import { describe, expect, it } from 'vitest';
import { printedSeed } from '@/testing/faults/random';
import type { Client } from '../client/client';
import { ServiceError } from '../client/service-error';
import { runStressTest } from '@/testing/shop/stress';

const seed = printedSeed('purchases with injected faults');

describe('I4: purchases while faults are injected and processes crash', () => {
  it.each([
    ['automatic', false],
    ['manual', true],
  ] as const)(
    '%s, service with extensions: %s: every customer who paid has an order or a refund, never both, never neither',
    { timeout: 120_000 },
    async (capture, isExtended) => {
      const options = { seed, purchases: 12, capture, isExtended };
      const { ended, paid, wrong, crashed } = await runStressTest(options);
      expect(wrong).toEqual([]);
      expect(ended.ordered + ended.refunded + ended.voided).toBe(paid);
      expect(ended[capture === 'automatic' ? 'voided' : 'refunded']).toBe(0);
      expect(paid).toBeGreaterThan(0);
      expect(crashed).toBeGreaterThan(0);
    },
  );
});

/** What a naive worker does instead of what the client does. */
type Naive = (client: Client) => Partial<Client>;

/** Null: the service did not answer, or answered with an error. */
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
    'requests the order again at once',
    /ordered twice/,
    (client) => ({
      createOrders: async (input, options) =>
        (await answered(client.createOrders(input, options))) ?? client.createOrders(input, options),
    }),
  ],
  [
    'treats an unknown result as a failure and refunds without looking the order up',
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

describe('the stress test detects a worker that', () => {
  it.each(naive)('%s', { timeout: 120_000 }, async (_, what, instead) => {
    const seen: string[] = [];
    // Twelve purchases may all avoid the error of such a worker: then twelve others are made.
    for (let more = 0; more < 5 && !what.test(seen.join('\n')); more += 1) {
      const { wrong } = await runStressTest({
        seed: seed + more,
        purchases: 12,
        capture: 'automatic',
        isExtended: false,
        instead: (context) => ({ ...context, client: { ...context.client, ...instead(context.client) } }),
      });
      seen.push(...wrong);
    }
    expect(seen.join('\n')).toMatch(what);
  });
});
