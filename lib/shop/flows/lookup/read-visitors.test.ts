import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../client/client';
import type { ListedVisitor } from '../../../contract/visitor-list';
import type { Database } from '../../../database/database';
import { closeAll, startClient } from '@/testing/client/test-client';
import { testDatabase } from '@/testing/database/embedded';
import { insertCheckout } from '@/testing/shop/insert-checkout';
import { shopTables } from '@/testing/shop/tables';
import { saveCustomer } from '../../data/checkout-store';
import { newReference } from '../../tokens';
import { readVisitors } from './read-visitors';

const ids = Array.from({ length: 5 }, (_, index) => `00000000-0000-4000-8000-00000000000${index}`);
const visit = { catalogId: 'c', eventId: 'e', session: 's', date: null };
const [known, erased] = [newReference(), newReference()];

const ticket = (index: number, reference: string | null, holder: string | null = null): ListedVisitor => ({
  id: ids[index] ?? '',
  order: `/v1/booking/orders/${ids[index] ?? ''}`,
  externalReference: reference,
  holder: holder === null ? null : { firstname: 'Zoë', lastname: holder },
  customer: { firstname: 'Service', lastname: 'Buyer' },
  tariff: 'Adult',
  name: 'Boat',
  seat: null,
  status: 'valid',
  redeemedAt: null,
  answers: [{ label: 'Diet', value: 'vegan' }],
});

let database: Database;
let client: Client;
let calls = 0;

beforeAll(async () => {
  database = await testDatabase(shopTables);
  const parts = [
    [ticket(0, known), ticket(1, known, 'Corrected')],
    [ticket(2, erased, 'Gone'), ticket(3, null), ticket(4, 'XXXX-XXXX')],
  ];
  ({ client } = await startClient(({ query }) => {
    calls += 1;
    const isFirst = !query.has('after');
    return {
      body: {
        '@id': '/.well-known/genid/1',
        '@type': 'VisitorList',
        event: 'Boat',
        session: null,
        occursAt: '2027-06-01T10:00:00+02:00',
        day: '2027-06-01',
        timezone: 'Europe/Paris',
        visitors: parts[isFirst ? 0 : 1],
        more: isFirst,
      },
    };
  }));
  await database.transaction(async (transaction) => {
    for (const reference of [known, erased]) {
      const checkout = { id: crypto.randomUUID(), reference, language: 'en', expiresAt: new Date() } as const;
      await insertCheckout(transaction, checkout);
      await saveCustomer(transaction, checkout.id, {
        firstname: 'Ada',
        lastname: 'Abel',
        email: 'ada@visit.test',
        phone: '+33 1',
        country: 'FR',
        language: 'en',
      });
    }
    await transaction.run(
      sql`update storefront.checkout set anonymised_at = clock_timestamp() where reference = ${erased}`,
    );
  });
});
afterAll(closeAll);

describe('who comes to a session', () => {
  it('is read part after part, and joined with who bought', async () => {
    const found = await readVisitors({ client, database }, visit, 'en');
    if (found.kind === 'missing') throw new Error('there is no list');
    expect(calls).toBe(2);
    const { visitors, isCut, event } = found.value;
    expect([isCut, event]).toEqual([false, 'Boat']);
    expect(visitors.map(({ name, email, phone }) => [name?.lastname ?? null, email, phone])).toEqual([
      ['Abel', 'ada@visit.test', '+33 1'],
      ['Corrected', 'ada@visit.test', '+33 1'],
      // Of orders that the shop does not have, the service knows the name.
      ['Buyer', null, null],
      ['Buyer', null, null],
      // The service still has the name; it is not shown.
      [null, null, null],
    ]);
    expect(visitors.map(({ checkoutId }) => checkoutId !== null)).toEqual([true, true, false, false, true]);
    expect(visitors.at(-1)?.answers).toEqual([]);
  });
});
