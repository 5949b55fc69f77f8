import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Described,
  fill,
  goodBodies,
  goodQueries,
  startDescribed,
} from '@/testing/ticketing-service/description';
import { collectionOf } from './http/collection-schema';
import type { TestAnswer } from '@/testing/ticketing-service/test-service';

let described: Described;
beforeAll(async () => {
  described = await startDescribed();
});
afterAll(async () => {
  expect(described.service.unexpectedErrors).toEqual([]);
  await described.service.close();
});

const complete = z.looseObject({ '@context': z.string() });

type Row = Described['service']['routes'][number];

/** Calls a route so that it succeeds. */
function call(
  { operationId, method, path, conditional }: Row,
  others: Record<string, string> = {},
): Promise<TestAnswer> {
  const headers = conditional ? { 'if-match': '*', ...others } : others;
  const body = goodBodies(described)[operationId];
  const filled = `${fill(path, described.known)}${goodQueries[operationId] ?? ''}`;
  return described.service.call(method, filled, { headers, ...(body === undefined ? {} : { body }) });
}

interface Thing {
  readonly '@type': string;
  readonly '@id'?: unknown;
}

/** Everything in an answer that has a type. */
function thingsIn(value: unknown): Thing[] {
  if (Array.isArray(value)) return value.flatMap(thingsIn);
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(thingsIn);
  return '@type' in value && typeof value['@type'] === 'string' ? [value as Thing, ...inside] : inside;
}

/** Parts of one resource, which have no address of their own: §2.1 and §2.9 show them without (docs/api-details.md). */
const parts = [
  'BookingOrderUnitTerms',
  'FailedReservation',
  'FormField',
  'IriTemplate',
  'IriTemplateMapping',
  'OrderItemOfferTicket',
  'ReservationItemOfferTicket',
];

/** Each resource has its @id, also one in another; the parts have none. */
function expectIds(things: readonly Thing[]): void {
  const typesWith = (has: boolean) =>
    new Set(things.filter((thing) => '@id' in thing === has).map((thing) => thing['@type']));
  expect([...typesWith(false)].sort()).toEqual(parts);
  expect(parts.filter((type) => typesWith(true).has(type))).toEqual([]);
  for (const { '@id': id } of things)
    if (id !== undefined) expect(id).toMatch(/^\/(v1|\.well-known\/genid)\/./);
}

describe('every route', () => {
  it('answers with its context, the @id of each resource and exactly the members of its schema', async () => {
    const { routes } = described.service;
    const things: Thing[] = [];
    for (const row of routes) {
      const { status, body } = await call(row);
      things.push(...thingsIn(body));
      const { '@context': context, ...rest } = complete.parse(body);
      expect([row.operationId, status, context]).toEqual([
        row.operationId,
        row.method === 'POST' ? 201 : 200,
        `/contexts/${row.type}`,
      ]);
      const schema = row.list ? collectionOf(row.response) : row.response;
      // Parsing removes an undeclared member.
      expect([row.operationId, schema.parse(rest)]).toEqual([row.operationId, rest]);
      if (row.list) expect(rest['member']).not.toEqual([]);
    }
    expect(routes.length).toBeGreaterThan(25);
    expectIds(things);
  });

  it('that is repeatable runs once for an Idempotency-Key', async () => {
    const repeatable = described.service.routes.filter((row) => row.repeatable);
    expect(repeatable.map(({ operationId }) => operationId)).toEqual([
      'createReservations',
      'extendReservation',
      'createOrders',
      'cancelOrder',
      'createVoucherBatch',
    ]);
    // The hold that could be extended has ended above; good-faith.test.ts extends one. The name of a batch is there once:
    // voucher-batches.test.ts repeats its making.
    const elsewhere = ['extendReservation', 'createVoucherBatch'];
    for (const row of repeatable.filter(({ operationId }) => !elsewhere.includes(operationId))) {
      const headers = { 'idempotency-key': 'responses' };
      const [first, again] = [await call(row, headers), await call(row, headers)];
      expect([row.operationId, first.status, again.body]).toEqual([row.operationId, 201, first.body]);
      const without = await call(row);
      expect([row.operationId, without.status]).toEqual([row.operationId, 201]);
      // A repeated cancellation is the same without a key, too.
      if (row.operationId === 'cancelOrder') expect(without.body).toEqual(first.body);
      else expect(without.body).not.toEqual(first.body);
    }
  });
});
