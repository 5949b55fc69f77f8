import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import type { Database } from '../../database/database';
import { readSignIns } from './sign-in-list';
import { openPostgres } from '../../database/postgres';
import { programTables } from '../../database/program-tables';
import {
  beginByPasskey,
  changePerson,
  invite,
  join,
  keepInvitation,
  readAccounts,
  remove,
} from './staff-account-store';

// What two people or two requests do to the team at once, on PostgreSQL with its default settings.

const rounds = 10;
let server: TestServer;
let database: Database;

beforeAll(async () => {
  server = await startPostgres();
  database = await openPostgres({ url: await server.createDatabase(), ...programTables.storefront });
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

async function invited(name: string): Promise<{ id: string; hash: string }> {
  const id = crypto.randomUUID();
  const person = {
    id,
    email: `${id}@shop.example`,
    name,
    role: 'admin',
    catalogs: null,
    language: 'en',
  } as const;
  expect(await invite(database, 'test', person)).toBe(true);
  const hash = `hash-${id}`;
  expect(await keepInvitation(database, id, hash)).not.toBeNull();
  return { id, hash };
}

const passkey = () => ({ id: crypto.randomUUID(), publicKey: 'x', counter: 0 });

async function joined(name: string): Promise<{ id: string; passkey: string }> {
  const { id, hash } = await invited(name);
  const made = passkey();
  expect(await join(database, hash, made)).toBe(true);
  return { id, passkey: made.id };
}

it('two admins who remove each other, or take each other’s role, leave one', async () => {
  for (let round = 0; round < rounds; round += 1) {
    for (const { id } of await readAccounts(database)) await remove(database, 'test', id);
    const [left] = await readAccounts(database);
    const ada = left?.id ?? (await joined('Ada')).id;
    const ben = (await joined('Ben')).id;
    const agent = { name: 'B', role: 'agent', catalogs: null };
    const answers = await Promise.all([
      remove(database, ada, ben),
      round % 2 === 0 ? remove(database, ben, ada) : changePerson(database, ben, ada, agent),
    ]);
    expect(answers.toSorted()).toEqual(['last_admin', null]);
    expect((await readAccounts(database)).filter(({ role }) => role === 'admin')).toHaveLength(1);
  }
});

it('one of two answers to an invitation is taken', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { hash } = await invited('Eve');
    const answers = await Promise.all([1, 2, 3].map(() => join(database, hash, passkey())));
    expect(answers.filter(Boolean)).toHaveLength(1);
  }
});

it('the same answer of a passkey begins one session, and none of a person who is removed meanwhile', async () => {
  const keeper = await joined('Keeper');
  for (let round = 0; round < rounds; round += 1) {
    const person = await joined('Dan');
    const used = {
      passkey: person.passkey,
      counter: 0,
      challenge: crypto.randomUUID(),
      place: { browser: null, network: null },
    };
    const begun = await Promise.allSettled(
      [1, 2, 3].map(() => beginByPasskey(database, crypto.randomUUID(), used)),
    );
    expect(begun.filter((one) => one.status === 'fulfilled' && one.value !== null)).toHaveLength(1);
    await Promise.all([
      remove(database, keeper.id, person.id),
      beginByPasskey(database, crypto.randomUUID(), { ...used, challenge: crypto.randomUUID() }),
    ]);
    expect(await beginByPasskey(database, crypto.randomUUID(), { ...used, challenge: 'x' })).toBeNull();
    expect(await readSignIns(database, person.id)).toEqual([]);
  }
});
