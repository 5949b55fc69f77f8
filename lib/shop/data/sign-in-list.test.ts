import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '@/testing/database/embedded';
import { shopTables } from '@/testing/shop/tables';
import { nextMillisecond } from '@/testing/next-millisecond';
import type { Database } from '../../database/database';
import { readAudit } from './audit-store';
import { endSignInsBy, readSignIns } from './sign-in-list';
import { staffSessions } from './staff-session-store';

let database: Database;

beforeAll(async () => {
  database = await testDatabase(shopTables);
});
afterAll(() => database.close());
beforeEach(async () => {
  await run('delete from storefront.staff_session');
  await signIn('ada', 'desk');
  await nextMillisecond();
  await signIn('ada', 'phone');
  await signIn('ben', 'door');
});

const run = (statement: string) => database.transaction((transaction) => transaction.run(sql.raw(statement)));

const names: Readonly<Record<string, string>> = { ada: 'Ada Lovelace', ben: 'Ben Okri', eve: 'Eve' };

const signIn = (id: string, where: string) =>
  staffSessions.begin({ database }, where, {
    granted: { roles: ['agent'], catalogs: null },
    tokens: 'sealed',
    member: { id, name: names[id] ?? id },
    place: { browser: 'Firefox, Linux', network: '192.0.2.0/24' },
  });

const listed = async (whose?: string) => (await readSignIns(database, whose)).map(({ id }) => id);

it('the list has who is signed in, where and since when, of all or of one person', async () => {
  expect(await listed()).toEqual(['phone', 'desk', 'door']);
  expect(await listed('ben')).toEqual(['door']);
  const [one] = await readSignIns(database, 'ben');
  expect(one).toMatchObject({
    staff: 'ben',
    name: 'Ben Okri',
    browser: 'Firefox, Linux',
    network: '192.0.2.0/24',
  });
  expect(Date.now() - (one?.createdAt.getTime() ?? 0)).toBeLessThan(60_000);
});

it('the list has no sign-in that has ended, nor one of an earlier release, which has no person', async () => {
  await run(
    `update storefront.staff_session set seen_at = seen_at - interval '31 minutes' where token_hash = 'desk'`,
  );
  await run(`update storefront.staff_session set staff = null where token_hash = 'door'`);
  await staffSessions.end({ database }, 'phone');
  expect(await listed()).toEqual([]);
});

it('a sign-in ends once, at once, without its tokens, and the audit log says by whom and whose', async () => {
  const ends = () => endSignInsBy(database, 'eve', { id: 'door', notOf: 'eve' });
  expect((await Promise.all([ends(), ends()])).toSorted()).toEqual([0, 1]);
  expect(await staffSessions.touch({ database }, 'door')).toBeNull();
  expect(
    await database.rows(
      z.object({ tokens: z.string().nullable() }),
      sql`select tokens from storefront.staff_session where token_hash = 'door'`,
    ),
  ).toEqual([{ tokens: null }]);
  const entries = await readAudit(database, { about: 'Okri', action: 'sign_in_ended' });
  expect(entries).toMatchObject([
    { staff: 'eve', subjectKind: 'staff', subjectId: 'ben', subjectName: 'Ben Okri', detail: { signIns: 1 } },
  ]);
});

it('who may end only their own sign-ins ends no other, and all their others but not the one in use', async () => {
  expect(await endSignInsBy(database, 'ada', { id: 'door', whose: 'ada' })).toBe(0);
  expect(await endSignInsBy(database, 'ben', { id: 'door', notOf: 'ben' })).toBe(0);
  await signIn('ada', 'kiosk');
  expect(await endSignInsBy(database, 'ada', { whose: 'ada', butId: 'kiosk' })).toBe(2);
  expect(await listed()).toEqual(['kiosk', 'door']);
});
