import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '@/testing/database/embedded';
import { authenticator } from '@/testing/storefront/authenticator';
import { shopTables } from '@/testing/shop/tables';
import { createProgramLog } from '../../../log/program-log';
import type { SecurityEvent } from '../../../log/security-log';
import { defaultRoleNames, permissionsOf } from '../../../runtime/staff-roles';
import { readAudit } from '../../../shop/data/audit-store';
import { readSignIns } from '../../../shop/data/sign-in-list';
import {
  changePerson,
  findInvited,
  invite,
  inviteAgain,
  inviteFirst,
  join,
  readAccounts,
  remove,
} from '../../../shop/data/staff-account-store';
import { writeInvitation } from '../../../shop/flows/mail/invitation-email';
import { hashLink } from '../../../shop/tokens';
import { checkJoin, joinOptions, signInOptions } from './passkeys';
import { signInByPasskey } from './passkey-steps';
import { beginStep } from './sign-in-steps';
import { sessionCookie, unseal } from './sign-in-token';
import { readAccess } from './staff-access';

// The shop's own sign-in: invitations by e-mail, passkeys of a device, and the shop's tables.

const origin = 'https://tickets.example';
const linkSecret = 'the secret of the links in these tests';
const idRow = z.object({ id: z.string() });
const place = { browser: 'Firefox, Linux', network: '192.0.2.0/24' };
let database: Awaited<ReturnType<typeof testDatabase>>;
let events: SecurityEvent[];

beforeAll(async () => {
  database = await testDatabase(shopTables);
});
afterAll(() => database.close());
beforeEach(async () => {
  events = [];
  for (const table of ['job', 'mail', 'staff_passkey', 'staff_account', 'staff_session'])
    await database.transaction((transaction) => transaction.run(sql.raw(`delete from storefront.${table}`)));
});

const config = {
  storefrontUrl: origin,
  shopName: 'Kasse',
  signInSecret: 'a secret of at least thirty-two characters',
  staff: { provider: null, roleNames: defaultRoleNames },
};
const log = createProgramLog({ destination: { write: () => true } });
const security = (event: SecurityEvent) => void events.push(event);
const shopContext = () => ({ config, log, security, checkoutContext: { database } });

/** The hash of the token in the invitation that is mailed to a person now; null: there is nothing to mail. */
async function mailed(account: string): Promise<string | null> {
  const written = await writeInvitation(
    { database, linkSecret, shopName: 'Kasse', storefrontUrl: origin },
    account,
  );
  if (written.kind !== 'email') return null;
  const [, token = ''] = /\/en\/staff\/join\/([\w-]+)/.exec(written.email.text) ?? [];
  return hashLink(token, linkSecret);
}

async function account(email: string): Promise<string> {
  const found = (await readAccounts(database)).find((one) => one.email === email);
  if (found === undefined) throw new Error(`nobody has ${email}`);
  return found.id;
}

/** Invites and joins; resolves to the person and the device that has the passkey. */
async function joined(name: string, role: string, catalogs: readonly string[] | null = null) {
  const email = `${name}@shop.example`;
  const person = { id: crypto.randomUUID(), email, name, role, catalogs, language: 'en' } as const;
  expect(await invite(database, 'ada', person)).toBe(true);
  return { id: person.id, device: await accept(person.id) };
}

async function accept(id: string) {
  const device = authenticator();
  const invitation = (await mailed(id)) ?? '';
  const found = await findInvited(database, invitation);
  const options = await joinOptions(config, { ...(found ?? { id: '', email: '', name: '' }), invitation });
  const passkey = await checkJoin(config, device.make(options, { origin }), invitation);
  expect(passkey !== null && (await join(database, invitation, passkey))).toBe(true);
  return device;
}

const roleOf = (role: string, catalogs: readonly string[] | null = null) => ({ name: 'Ben', role, catalogs });

type Device = ReturnType<typeof authenticator>;

const answerOf = async (device: Device, changes: Partial<Parameters<Device['use']>[1]> = {}) =>
  device.use(await signInOptions(config), { origin, ...changes });

const send = (text: string, before?: string) =>
  signInByPasskey(shopContext(), { text, back: '/en/staff', before, place });

const accessOf = async (cookie: string | undefined) =>
  readAccess(shopContext(), await unseal(config.signInSecret, sessionCookie, cookie));

describe('a sign-in with a passkey', () => {
  it('begins a session with the role of the person, once, and ends the one before in this browser', async () => {
    const { id, device } = await joined('Ben', 'agent');
    const answer = await answerOf(device);
    const first = await send(answer);
    expect(first.location).toBe('/en/staff');
    const permissions = permissionsOf({ roles: ['agent'], catalogs: null }, defaultRoleNames);
    expect(await accessOf(first.cookie?.value)).toEqual({
      kind: 'staff',
      member: { id, name: 'Ben', permissions, catalogs: 'all' },
    });
    expect((await readSignIns(database)).map((one) => [one.name, one.browser])).toEqual([
      ['Ben', 'Firefox, Linux'],
    ]);
    // The same answer once more, as somebody would send it who has seen it.
    expect(await send(answer)).toEqual({ location: '/staff?error=SignIn' });
    const second = await send(await answerOf(device), first.cookie?.value);
    expect(await accessOf(first.cookie?.value)).toEqual({ kind: 'signed_out' });
    expect(await accessOf(second.cookie?.value)).toMatchObject({ kind: 'staff' });
  });

  it('begins at our own page', async () => {
    expect(await beginStep(shopContext(), '/en/staff/orders')).toEqual({
      location: '/staff/sign-in?back=%2Fen%2Fstaff%2Forders',
    });
  });

  it.each(['', '{}', 'null', '{"id":"x"}', '<b>', 'x'.repeat(20_000)])('is refused for %j', async (text) => {
    expect(await send(text)).toEqual({ location: '/staff?error=SignIn' });
    expect(events).toEqual([{ event: 'sign_in_failed', code: 'NO_PASSKEY' }]);
  });

  it('is refused for another site, another question, another device, or a device that was not unlocked', async () => {
    const { device } = await joined('Ben', 'agent');
    const asked = await signInOptions(config);
    const theirs = await signInOptions({
      ...config,
      signInSecret: 'another secret of thirty-two characters',
    });
    const other = await joinOptions(config, { id: 'x', email: 'x', name: 'x', invitation: 'x' });
    const swapped = JSON.parse(await answerOf(authenticator())) as object;
    const { id } = JSON.parse(await answerOf(device)) as { id: string };
    const answers = [
      await answerOf(device, { origin: 'https://tickets.example.evil.test' }),
      await answerOf(device, { isVerified: false }),
      device.use({ ...asked, rpId: 'evil.test' }, { origin }),
      device.use({ ...asked, challenge: 'AAAA' }, { origin }),
      device.use(theirs, { origin }),
      device.use({ ...asked, challenge: other.challenge }, { origin }),
      await answerOf(authenticator()),
      JSON.stringify({ ...swapped, id, rawId: id }),
    ];
    for (const answer of answers) expect(await send(answer)).toEqual({ location: '/staff?error=SignIn' });
    expect(await readSignIns(database)).toEqual([]);
    expect((await send(await answerOf(device))).cookie).toBeDefined();
  });

  it('is no sign-in at an identity provider, and ends when the operator chooses one', async () => {
    const { device } = await joined('Ben', 'agent');
    const { cookie } = await send(await answerOf(device));
    const provider = {
      issuer: 'https://id.example',
      clientId: 'shop',
      clientSecret: 'secret',
      scope: 'openid',
      rolesClaim: 'roles',
      catalogsClaim: null,
    };
    const atProvider = { ...shopContext(), config: { ...config, staff: { ...config.staff, provider } } };
    const signIn = await unseal(config.signInSecret, sessionCookie, cookie?.value);
    expect(await readAccess(atProvider, signIn)).toEqual({ kind: 'signed_out' });
  });
});

describe('an invitation', () => {
  it('is for an address once, in any spelling, can be used once, and only with the newest link', async () => {
    const { id } = await joined('Ben', 'agent');
    const again = {
      email: 'BEN@shop.example',
      name: 'B',
      role: 'admin',
      catalogs: null,
      language: 'en',
    } as const;
    expect(await invite(database, 'ada', { id: crypto.randomUUID(), ...again })).toBe(false);
    expect(await mailed(id)).toBeNull();
    await inviteAgain(database, 'ada', id);
    const [older, newer] = [await mailed(id), await mailed(id)];
    expect(await findInvited(database, older ?? '')).toBeNull();
    expect(await findInvited(database, newer ?? '')).toMatchObject({ id });
    const passkey = (name: string) => ({ id: name, publicKey: 'x', counter: 0 });
    const joins = await Promise.all(['a', 'b'].map((name) => join(database, newer ?? '', passkey(name))));
    expect(joins.toSorted()).toEqual([false, true]);
  });

  it('ends after three days', async () => {
    await inviteFirst(database, 'ada@shop.example');
    const id = await account('ada@shop.example');
    const invitation = (await mailed(id)) ?? '';
    expect(await findInvited(database, invitation)).not.toBeNull();
    await database.transaction((transaction) =>
      transaction.run(
        sql`update storefront.staff_account set invited_until = invited_until - interval '3 days'`,
      ),
    );
    expect(await findInvited(database, invitation)).toBeNull();
    expect(await join(database, invitation, { id: 'x', publicKey: 'x', counter: 0 })).toBe(false);
    expect(await readAccounts(database)).toMatchObject([{ isInvited: false, joinedAt: null }]);
  });

  it('for who has lost the passkey replaces it, and ends the sign-ins', async () => {
    const { id, device } = await joined('Ben', 'agent');
    const { cookie } = await send(await answerOf(device));
    await inviteAgain(database, 'ada', id);
    expect(await accessOf(cookie?.value)).toMatchObject({ kind: 'staff' });
    const other = await accept(id);
    expect(await accessOf(cookie?.value)).toEqual({ kind: 'signed_out' });
    expect((await send(await answerOf(device))).cookie).toBeUndefined();
    expect((await send(await answerOf(other))).cookie).toBeDefined();
  });

  it('of the first admin is sent once, and again when it has ended without being used', async () => {
    const mails = () => database.rows(idRow, sql`select id::text from storefront.mail`);
    await Promise.all([1, 2].map(() => inviteFirst(database, 'ada@shop.example')));
    const [first] = await mails();
    await inviteFirst(database, 'ADA@shop.example');
    expect(await mails()).toEqual([first]);
    await database.transaction((transaction) =>
      transaction.run(
        sql`update storefront.staff_account set invited_until = invited_until - interval '3 days'`,
      ),
    );
    await inviteFirst(database, 'ada@shop.example');
    expect(await mails()).not.toEqual([first]);
    const id = await account('ada@shop.example');
    await accept(id);
    await inviteFirst(database, 'ada@shop.example');
    expect(await mailed(id)).toBeNull();
  });
});

describe('the role of a person', () => {
  it('changes at once where the person is signed in, and ends with the removal', async () => {
    await joined('Ada', 'admin');
    const { id, device } = await joined('Ben', 'reader');
    const { cookie } = await send(await answerOf(device));
    expect(await changePerson(database, 'ada', id, roleOf('door'))).toBeNull();
    expect(await accessOf(cookie?.value)).toMatchObject({
      member: { permissions: permissionsOf({ roles: ['door'], catalogs: null }, defaultRoleNames) },
    });
    expect(await remove(database, 'ada', id)).toBeNull();
    expect(await accessOf(cookie?.value)).toEqual({ kind: 'signed_out' });
    expect((await send(await answerOf(device))).cookie).toBeUndefined();
    expect(await remove(database, 'ada', id)).toBe('gone');
    expect(await changePerson(database, 'ada', id, roleOf('admin'))).toBe('gone');
    expect(await inviteAgain(database, 'ada', id)).toBe(false);
    // The address can be invited again, as another person.
    expect((await joined('Ben', 'agent')).id).not.toBe(id);
  });

  it('is for some catalogues only from the invitation or from a change on, also where the person is signed in', async () => {
    const { id, device } = await joined('Ben', 'agent', ['boats']);
    const { cookie } = await send(await answerOf(device));
    const limited = (catalogs: readonly string[]) => ({
      member: { catalogs, permissions: permissionsOf({ roles: ['agent'], catalogs }, defaultRoleNames) },
    });
    expect(await accessOf(cookie?.value)).toMatchObject(limited(['boats']));
    expect(await changePerson(database, 'ada', id, roleOf('agent', ['museum']))).toBeNull();
    expect(await accessOf(cookie?.value)).toMatchObject(limited(['museum']));
    const [entry] = await readAudit(database, { action: 'staff_role_changed', about: id });
    expect(entry).toMatchObject({ staff: 'ada', detail: { role: 'agent', catalogs: ['museum'] } });
    const next = await send(await answerOf(device));
    expect(await accessOf(next.cookie?.value)).toMatchObject(limited(['museum']));
    expect(await changePerson(database, 'ada', id, { ...roleOf('agent'), name: 'Benjamin' })).toBeNull();
    expect(await accessOf(next.cookie?.value)).toMatchObject({ member: { catalogs: 'all' } });
    expect(await readAccounts(database)).toMatchObject([{ name: 'Benjamin', catalogs: null }]);
  });

  it('can’t be taken from the last admin, also by two who remove each other', async () => {
    const [ada, ben] = [await joined('Ada', 'admin'), await joined('Ben', 'admin')];
    const removed = await Promise.all([remove(database, ada.id, ben.id), remove(database, ben.id, ada.id)]);
    expect(removed.toSorted()).toEqual(['last_admin', null]);
    const [left] = await readAccounts(database);
    const account = left?.id ?? '';
    // Who is only invited can't help.
    await inviteFirst(database, 'eve@shop.example');
    expect(await remove(database, account, account)).toBe('last_admin');
    expect(await changePerson(database, account, account, roleOf('agent'))).toBe('last_admin');
    expect(await changePerson(database, account, account, roleOf('admin'))).toBeNull();
  });
});
