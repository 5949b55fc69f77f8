import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database';
import { testDatabase } from '@/testing/database/embedded';
import { insertCheckout } from '@/testing/shop/insert-checkout';
import { shopTables } from '@/testing/shop/tables';
import { nextMillisecond } from '@/testing/next-millisecond';
import { newReference } from '../tokens';
import { insertNote, readNotes, strikeNote } from './note-store';
import { bookingsByReference } from './visitor-store';

let database: Database;
let checkoutId: string;
let reference: string;

beforeAll(async () => {
  database = await testDatabase(shopTables);
});
afterAll(() => database.close());
beforeEach(async () => {
  [checkoutId, reference] = [crypto.randomUUID(), newReference()];
  await database.transaction((transaction) =>
    insertCheckout(transaction, { id: checkoutId, reference, language: 'en', expiresAt: new Date() }),
  );
});

const write = (text: string, { id, staff = 'ada' }: { id?: string; staff?: string } = {}) =>
  database.transaction((transaction) =>
    insertNote(transaction, { id: id ?? crypto.randomUUID(), checkoutId, staff, text }),
  );
const strike = (id: string, staff: string) =>
  database.transaction((transaction) => strikeNote(transaction, { id, checkoutId, staff }));
const texts = async () => (await readNotes(database, checkoutId)).map(({ text }) => text);
const shown = async () => (await bookingsByReference(database, [reference]))[0]?.notes;

describe('a note about a booking', () => {
  it('is written once, however often its form is sent', async () => {
    const id = crypto.randomUUID();
    expect([await write('first', { id }), await write('again', { id })]).toEqual([true, false]);
    await nextMillisecond();
    expect(await write('second')).toBe(true);
    expect(await texts()).toEqual(['first', 'second']);
    expect(await shown()).toEqual(['first', 'second']);
  });

  it('is struck out by its author only, and stays readable', async () => {
    const id = crypto.randomUUID();
    await write('first', { id });
    expect([await strike(id, 'bob'), await strike(id, 'ada'), await strike(id, 'ada')]).toEqual([
      false,
      true,
      false,
    ]);
    expect(await readNotes(database, checkoutId)).toMatchObject([
      { text: 'first', name: 'ada', isStruck: true },
    ]);
    expect(await shown()).toEqual([]);
  });

  it('is not written after the personal data was erased, nor about what does not exist', async () => {
    await database.single.run(
      sql`update storefront.checkout set anonymised_at = clock_timestamp() where id = ${checkoutId}`,
    );
    expect(await write('late')).toBe(false);
    checkoutId = crypto.randomUUID();
    expect(await write('about nothing')).toBe(false);
  });

  it('is one of a hundred at most', async () => {
    await database.single.run(
      sql`insert into storefront.note (id, checkout_id, at, staff, text)
        select gen_random_uuid(), ${checkoutId}::uuid, clock_timestamp(), 'ada', n::text from generate_series(1, 100) n`,
    );
    expect(await write('too many')).toBe(false);
  });
});
