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
  expect(described.service.surprises).toEqual([]);
  await described.service.close();
});

const complete = z.looseObject({ '@context': z.string() });

type Row = Described['service']['routes'][number];

/** Calls a route so that it succeeds. */
function call({ operationId, method, path }: Row, headers: Record<string, string> = {}): Promise<TestAnswer> {
  const body = goodBodies(described)[operationId];
  const filled = `${fill(path, described.known)}${goodQueries[operationId] ?? ''}`;
  return described.service.call(method, filled, { headers, ...(body === undefined ? {} : { body }) });
}

describe('every route', () => {
  it('answers with its context and exactly the members of its schema', async () => {
    const { routes } = described.service;
    for (const row of routes) {
      const { status, body } = await call(row);
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
  });

  it('that is repeatable runs once for an Idempotency-Key', async () => {
    const repeatable = described.service.routes.filter((row) => row.repeatable);
    expect(repeatable.map(({ operationId }) => operationId)).toEqual([
      'createReservations',
      'extendReservation',
      'createOrders',
      'cancelOrder',
    ]);
    // The hold that could be extended has ended above; good-faith.test.ts extends one.
    for (const row of repeatable.filter(({ operationId }) => operationId !== 'extendReservation')) {
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
