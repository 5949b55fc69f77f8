import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '../../../database/database';
import { testDatabase } from '@/testing/database/embedded';
import { shopTables } from '@/testing/shop/tables';
import { saveCustomer, saveEmail, saveEntries } from '../../data/checkout-store';
import { insertCheckout } from '@/testing/shop/insert-checkout';
import { nextMillisecond } from '@/testing/next-millisecond';
import type { Entries } from '../../values/checkout-values';
import { findOrders } from './find-orders';
import { indexPersons } from '../../data/index-persons';
import { newReference } from '../../tokens';

let database: Database;

const nobodyElse: Entries = { firstname: '', lastname: '', email: '', phone: '', country: 'FR' };

/** A hold for which this was typed, and which was not paid. */
async function typed(entries: Partial<Entries>): Promise<string> {
  const id = crypto.randomUUID();
  await database.transaction(async (transaction) => {
    const checkout = { id, reference: newReference(), language: 'en', expiresAt: new Date() } as const;
    await insertCheckout(transaction, checkout);
    await saveEntries(transaction, id, { ...nobodyElse, ...entries });
  });
  return id;
}

const people = {
  martin: {
    firstname: 'José',
    lastname: 'Martín',
    email: 'jose.martin42@example.org',
    phone: '06 12 34 56 78',
  },
  marten: {
    firstname: 'Ida',
    lastname: 'Marten',
    email: 'ida@example.org',
    phone: '+49 170 1234567',
    country: 'DE',
  },
  soren: { firstname: 'Søren', lastname: 'Kierkegård-Müller', email: 'sk@example.dk', country: 'DK' },
  strauss: { firstname: 'Jürgen', lastname: 'Strauß', email: 'js@example.de', country: 'DE' },
  greek: { firstname: 'Ελένη', lastname: 'Παπαδοπούλου', email: 'eleni@example.gr', country: 'GR' },
  wei: { firstname: '伟', lastname: '王', email: 'wang@example.cn', country: 'CN' },
  oneill: {
    firstname: 'Sinéad',
    lastname: 'O’Neill',
    email: 'sinead@example.ie',
    phone: '+353 85 012 3456',
    country: 'IE',
  },
  kowalczyk: { firstname: 'Łukasz', lastname: 'Kowalczyk', email: 'lukasz@example.pl', country: 'PL' },
  british: {
    firstname: 'Ann',
    lastname: 'Oakley',
    email: 'ann@example.uk',
    phone: '+44 7700 900123',
    country: 'GB',
  },
  // Who lives in Britain left the country as it was.
  visiting: {
    firstname: 'Bea',
    lastname: 'Pryce',
    email: 'bea@example.uk',
    phone: '07700 900456',
    country: 'FR',
  },
} satisfies Record<string, Partial<Entries>>;

const ids = new Map<string, string>();

beforeAll(async () => {
  database = await testDatabase(shopTables);
  for (const [name, entries] of Object.entries(people)) ids.set(await typed(entries), name);
  expect(await indexPersons(database, 100)).toBe(ids.size);
});
afterAll(() => database.close());

/** The people who are found, the best match first. */
async function found(query: string): Promise<string[]> {
  return (await findOrders(database, query, 'all')).map(({ id }) => ids.get(id) ?? id);
}

describe('people who typed something and bought nothing are found', () => {
  it.each([
    ['José Martín', ['martin']],
    ['martin jose', ['martin']],
    ['MARTIN', ['martin', 'marten']],
    ['marti', ['martin']],
    ['marten', ['marten', 'martin']],
    ['Matrin', ['martin']],
    ['mart%', ['marten', 'martin']],
    ['mar\0', ['marten', 'martin']],
    ['martin ida', ['marten']],
    ['Martim Jose', ['martin']],
    ['soren muller', ['soren']],
    ['Sören Mueller', ['soren']],
    ['Kierkegard', ['soren']],
    ['strauss', ['strauss']],
    ['Strauß', ['strauss']],
    ['Eleni', ['greek']],
    ['Παπαδοπουλου', ['greek']],
    ['王', ['wei']],
    ['oneill', ['oneill']],
    ["o'neill sinead", ['oneill']],
    ['Kowalcik', ['kowalczyk']],
    ['jose.martin42@example.org', ['martin']],
    ['JOSE.Martin42@EXAMPLE.org ', ['martin']],
    ['jose.martin42', ['martin']],
    ['jose.martin42@exa', ['martin']],
    ['jose.martim42@example.org', ['martin']],
    ['06 12 34 56 78', ['martin']],
    ['0612345678', ['martin']],
    ['06.12.34.56.78', ['martin']],
    ['+33 6 12 34 56 78', ['martin']],
    ['0033 6 12 34 56 78', ['martin']],
    ['+33 (0)6 12 34 56 78', ['martin']],
    ['(0)6 12 34 56 78', ['martin']],
    ['06 12 34', ['martin']],
    ['0170 1234567', ['marten']],
    ['353 85 012 3456', ['oneill']],
    ['07700 900123', ['british']],
    ['0044 7700 900123', ['british']],
    ['07700 900456', ['visiting']],
    ['+44 7700 900456', ['visiting']],
    ['5678', ['martin']],
    ['4567', ['marten']],
    ['0456', ['visiting']],
  ])('by %s', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it.each([
    'ma',
    'jose ida',
    '+34 612 345 678',
    'zzz',
    '😀',
    '%',
    '_',
    '%%%',
    '\\',
    '"',
    "'",
    "' or 1=1 --",
    "'; drop table storefront.checkout; --",
    '\0',
    '@',
    '@@',
    'm_rtin',
    '=cmd()',
    '-',
    '   ',
    'a'.repeat(254),
    '1'.repeat(254),
    '@'.repeat(254),
    'a b '.repeat(60),
    '{"a":1}',
    '$1',
    'ﷺ',
  ])('and none by %j', async (query) => {
    expect(await found(query)).toEqual([]);
  });

  it.each([
    ['martin', 'martin', [{ kind: 'name', found: 'Martín' }]],
    [
      'marten jose',
      'martin',
      [
        { kind: 'name', found: 'Martín', typed: 'marten' },
        { kind: 'name', found: 'José' },
      ],
    ],
    ['jose.martin42', 'martin', [{ kind: 'email', found: 'jose.martin42@example.org' }]],
    ['06 12 34 56 78 ext. 5', 'martin', [{ kind: 'phone', found: '06 12 34 56 78' }]],
    ['06\u00a012\u201134\u201156\u201178\u200b', 'martin', [{ kind: 'phone', found: '06 12 34 56 78' }]],
    ['0612345678', 'martin', [{ kind: 'phone', found: '06 12 34 56 78' }]],
    ['5678', 'martin', [{ kind: 'phone', found: '06 12 34 56 78' }]],
    ['muller', 'soren', [{ kind: 'name', found: 'Müller' }]],
  ])('by %s, with the reason', async (query, name, reasons) => {
    const match = (await findOrders(database, query, 'all')).find(({ id }) => ids.get(id) === name);
    expect(match?.reasons).toEqual(reasons);
  });
});

describe('words', () => {
  const words = async () =>
    (
      await database.rows(
        z.object({ word: z.string() }),
        sql`select word from storefront.person_word union all select word from storefront.person_posting`,
      )
    ).map(({ word }) => word);
  const write = (statement: string) =>
    database.transaction((transaction) => transaction.run(sql.raw(statement)));

  it('follow each change, and a word that no other checkout has is forgotten', async () => {
    const id = await typed({ firstname: 'Wilhelmina', lastname: 'Martín' });
    await indexPersons(database, 100);
    expect(await found('wilhelmina')).toEqual([id]);
    await database.transaction((transaction) =>
      saveEntries(transaction, id, { ...nobodyElse, firstname: 'Mina', lastname: 'Martín' }),
    );
    await indexPersons(database, 100);
    expect(await found('wilhelmina')).toEqual([]);
    expect(await found('mina martin')).toEqual([id]);
    expect(await words()).not.toContain('wilhelmina');
    await write(`delete from storefront.person_posting where checkout_id = '${id}'`);
    await write(`delete from storefront.checkout where id = '${id}'`);
  });

  it('are those of the customer, too, and of an address that was corrected', async () => {
    const id = await typed({ firstname: 'Typed', lastname: 'Before' });
    const customer = { firstname: 'Bought', lastname: 'After', email: 'B.After@example.org', country: 'FR' };
    await database.transaction((transaction) =>
      saveCustomer(transaction, id, { ...customer, language: 'fr' }),
    );
    await indexPersons(database, 100);
    for (const query of ['typed before', 'bought after', 'b.after@example.org'])
      expect(await found(query)).toEqual([id]);
    await database.transaction((transaction) => saveEmail(transaction, id, 'right@example.org'));
    await indexPersons(database, 100);
    expect(await found('right@example.org')).toEqual([id]);
    expect(await found('b.after@example.org')).toEqual([]);
  });

  it('are made again when names change or are erased', async () => {
    const id = await typed({ firstname: 'Prunella', lastname: 'Vorige' });
    await indexPersons(database, 100);
    await write(
      `update storefront.checkout set entries = '{}', customer = null, email = null where id = '${id}'`,
    );
    expect(await indexPersons(database, 100)).toBe(1);
    expect(await words()).not.toContain('prunella');
    expect(await indexPersons(database, 100)).toBe(0);
    await write(`update storefront.checkout set entries = '{"firstname": "Prunella"}' where id = '${id}'`);
    expect(await indexPersons(database, 100)).toBe(1);
    expect(await found('prunella')).toEqual([id]);
  });

  it('are made in slices, the newest first', async () => {
    const slices = [];
    const made: string[] = [];
    while (made.length < 3) {
      made.push(await typed({ firstname: 'Sliced' }));
      await nextMillisecond();
    }
    for (let n = 0; n < 3; n += 1) {
      slices.push(await indexPersons(database, 2));
      if (n === 0) expect(await found('sliced')).toEqual([made[2], made[1]]);
    }
    expect(slices).toEqual([2, 1, 0]);
    expect(await found('sliced')).toEqual(made.toReversed());
  });
});
