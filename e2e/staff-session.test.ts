import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { NextResponse } from 'next/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { demoPeople } from '../demo/identity/people';
import { startIdentity, storefrontUrl, type TestIdentity } from '@/demo/testing/identity';
import { shopTables } from '@/testing/shop/tables';
import { hashToken } from '../lib/shop/tokens';
import type { Database } from '../lib/database/database';
import { testDatabase } from '@/testing/database/embedded';
import { createProgramLog } from '../lib/log/program-log';
import type { SecurityEvent } from '../lib/log/security-log';
import { defaultRoleNames, permissionsOf } from '../lib/runtime/staff-roles';
import { beginStep } from '../lib/storefront/common/account/sign-in-steps';
import {
  sessionCookie,
  type SignIn,
  signInCookie,
  stateCookie,
  storedTokens,
  unseal,
} from '../lib/storefront/common/account/sign-in-token';
import { endStaffSession } from '../lib/storefront/common/account/sign-out';
import { readAccess, endSession } from '../lib/storefront/common/account/staff-access';
import { callBack, cookieOf, signInAt, signInSecret, staffContext } from './staff-browser';

// The storefront's sign-in, the demonstration's identity provider, and the storefront's tables.

// One access token is valid for less time than the roles are: it has always ended when they are asked for again.
const staffTokenSeconds = 2 * 60;

let identity: TestIdentity;
let database: Database;
let lines: string[];
let events: SecurityEvent[];
const log = createProgramLog({ destination: { write: (line) => lines.push(line) } });

beforeAll(async () => {
  [identity, database] = await Promise.all([startIdentity({ staffTokenSeconds }), testDatabase(shopTables)]);
});
afterAll(async () => {
  await Promise.all([identity.close(), database.close()]);
});
beforeEach(() => {
  lines = [];
  events = [];
});

const context = (url = storefrontUrl, provider = identity) =>
  staffContext({ provider, url, log, database, security: (event) => void events.push(event) });

/** Signs in as a browser would; resolves to the Cookie header of later requests. */
async function signIn(email: string, password: string, provider = identity): Promise<string> {
  const response = await signInAt(context(storefrontUrl, provider), email, password);
  expect(response.headers.get('location')).toBe(`${storefrontUrl}/en/staff`);
  return cookieOf(response);
}

const granted = (role: string) => permissionsOf({ roles: [role], catalogs: null }, defaultRoleNames);
const read = (cookie: string) => unseal(signInSecret, sessionCookie, cookie.split('=')[1]);
const access = async (cookie: string, provider = identity) =>
  readAccess(context(storefrontUrl, provider), await read(cookie));
const staff = (provider = identity) => signIn('staff@demo.test', 'demo-staff', provider);

async function letPass(signedIn: SignIn | null, time: string): Promise<void> {
  const hash = hashToken(signedIn?.session ?? '');
  await database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.staff_session set seen_at = seen_at - ${time}::interval where token_hash = ${hash}`,
    ),
  );
}

/** Minutes pass for the identity provider, and since it returned the roles. */
async function age(minutes: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
  await database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.staff_session set seen_at = clock_timestamp(),
          roles_at = clock_timestamp() - make_interval(mins => ${minutes})`,
    ),
  );
}
afterEach(() => {
  vi.useRealTimers();
});

/** Other people are registered at the provider while `work` runs. */
async function withPeople(
  people: readonly (typeof demoPeople)[number][],
  work: () => Promise<void>,
): Promise<void> {
  const file = join(identity.dataDir, 'demo/people.json');
  try {
    await writeFile(file, JSON.stringify(people));
    await work();
  } finally {
    await writeFile(file, JSON.stringify(demoPeople));
  }
}

describe('a staff session', () => {
  it('begins with the sign-in, with the permissions of the role', async () => {
    const cookie = await staff();
    expect(await access(cookie)).toEqual({
      kind: 'staff',
      member: { id: 'person-staff', name: 'Alix Staff', permissions: granted('agent'), catalogs: 'all' },
    });
    const admin = await access(await signIn('admin@demo.test', 'demo-admin'));
    expect(admin).toMatchObject({ member: { permissions: granted('admin') } });
    expect(lines).toEqual([]);
    expect(events).toEqual([
      { event: 'sign_in', staff: 'person-staff' },
      { event: 'sign_in', staff: 'person-admin' },
    ]);
  });

  it('says when the password was typed if it was asked for again, by a provider that is believed', async () => {
    expect((await read(await staff()))?.authTime).toBeUndefined();
    const before = Math.floor(Date.now() / 1000);
    const again = await signInAt(context(), 'admin@demo.test', 'demo-admin', { isFresh: true });
    const { authTime = 0 } = (await read(cookieOf(again))) ?? {};
    expect(authTime).toBeGreaterThanOrEqual(before);
    expect(authTime).toBeLessThanOrEqual(Date.now() / 1000 + 1);
  });

  it('ends at the sign-out: a copy of the cookie is useless afterwards', async () => {
    const [cookie, other] = [await staff(), await staff()];
    const signedIn = await read(cookie);
    if (signedIn === null) throw new Error('not signed in');
    expect(await endSession({ database }, signedIn)).toBe(true);
    expect(await endSession({ database }, signedIn)).toBe(false);
    expect(await access(cookie)).toEqual({ kind: 'signed_out' });
    // The cookie itself is still valid, and so is the session of the other browser.
    expect(await read(cookie)).not.toBeNull();
    expect(await access(other)).toMatchObject({ kind: 'staff' });
  });

  it('ends after 30 minutes without use, but not while it is used', async () => {
    const cookie = await staff();
    const signedIn = await read(cookie);
    for (let uses = 0; uses < 3; uses += 1) {
      await letPass(signedIn, '28 minutes');
      expect(await access(cookie)).toMatchObject({ kind: 'staff' });
    }
    await letPass(signedIn, '31 minutes');
    expect(await access(cookie)).toEqual({ kind: 'signed_out' });
    await letPass(signedIn, '-31 minutes');
    await database.transaction((transaction) =>
      transaction.run(sql`update storefront.staff_session set created_at = created_at - interval '8 hours'`),
    );
    expect(await access(cookie)).toEqual({ kind: 'signed_out' });
  });

  it('ends within 15 minutes after the role was removed, and stays ended when the role is given again', async () => {
    const cookie = await staff();
    await age(15);
    await withPeople(
      demoPeople.map((one) => ({ ...one, roles: [] })),
      async () => expect(await access(cookie)).toEqual({ kind: 'refused', name: 'Alix Staff' }),
    );
    expect(await access(cookie)).toEqual({ kind: 'signed_out' });
    expect(events.slice(1)).toEqual([
      { event: 'role_removed', staff: 'person-staff' },
      { event: 'role_missing', staff: 'person-staff', needs: 'any role' },
    ]);
    expect(lines).toEqual([]);
  });

  it('continues after its access token has ended, by the refresh token', async () => {
    const cookie = await staff();
    for (let times = 0; times < 3; times += 1) {
      await age(6);
      expect(await access(cookie)).toMatchObject({ kind: 'staff' });
    }
    expect(events).toEqual([{ event: 'sign_in', staff: 'person-staff' }]);
    expect(lines).toEqual([]);
  });

  it.each([6, 20])(
    'uses a refresh token once for requests at the same time, after %i minutes',
    async (minutes) => {
      const cookie = await staff();
      await age(minutes);
      const kinds = await Promise.all(Array.from({ length: 10 }, async () => (await access(cookie)).kind));
      expect(new Set(kinds)).toEqual(new Set(['staff']));
      await age(6);
      expect(await access(cookie)).toMatchObject({ kind: 'staff' });
      expect(events).toEqual([{ event: 'sign_in', staff: 'person-staff' }]);
      expect(lines).toEqual([]);
    },
  );

  it('ends when the provider refuses the refresh token', async () => {
    const cookie = await staff();
    await age(6);
    await withPeople(
      demoPeople.filter(({ id }) => id !== 'person-staff'),
      async () => expect(await access(cookie)).toEqual({ kind: 'signed_out' }),
    );
    expect(await access(cookie)).toEqual({ kind: 'signed_out' });
    expect(events.slice(1)).toEqual([{ event: 'session_ended', staff: 'person-staff' }]);
    expect(lines).toEqual([]);
  });

  it('ends with its access token if the provider gives no refresh token', async () => {
    const provider = await startIdentity({ staffTokenSeconds: 10 * 60, hasRefreshTokens: false });
    const cookie = await staff(provider);
    await age(6);
    expect(await access(cookie, provider)).toMatchObject({ kind: 'staff' });
    await age(6);
    expect(await access(cookie, provider)).toEqual({ kind: 'signed_out' });
    await provider.close();
    expect(events.slice(1)).toEqual([{ event: 'session_ended', staff: 'person-staff' }]);
  });

  it('has its roles for 15 minutes while the provider can’t be asked, and afterwards again', async () => {
    const cookie = await staff();
    const away = { ...identity, demoUrl: `${identity.demoUrl}/away` };
    await age(14);
    expect(await access(cookie, away)).toMatchObject({ kind: 'staff' });
    await age(15);
    expect(await access(cookie, away)).toEqual({ kind: 'refused', name: 'Alix Staff' });
    expect(lines.map((line) => line.includes('could not be asked for roles'))).toEqual([true, true]);
    expect(await access(cookie)).toMatchObject({ kind: 'staff' });
  });
});

describe('a forged response of the identity provider', () => {
  it.each([
    [
      'an error with a line break',
      'callback/staff?error=x%0A%7B%22level%22%3A30%7D&error_description=zoe%40example.test',
    ],
    ['a state with a line break', 'callback/staff?code=zoe%40example.test&state=%0D%0Aforged'],
    ['a long state', `callback/staff?state=${'a'.repeat(10_000)}`],
  ])('%s is logged in bounded lines, by codes only', async (_, path) => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const address = `${storefrontUrl}/api/auth/${path}`;
    const first = await beginStep(context(), '/en/staff');
    for (const answer of [await callBack(context(), address, {}), await callBack(context(), address, first)])
      expect(answer.headers.get('location')).toBe(`${storefrontUrl}/staff?error=SignIn`);
    expect(written).not.toHaveBeenCalled();
    expect(lines).toHaveLength(2);
    expect(events).toContainEqual({
      event: 'sign_in_failed',
      code: expect.stringMatching(/^[A-Z_]+$/) as unknown,
    });
    for (const line of lines) {
      expect(line).toMatch(
        /^\{"level":[45]0,"time":"[\d:.TZ-]+","code":"[A-Z_]+","msg":"a staff sign-in [a-z ]+"\}\n$/,
      );
    }
  });
});

describe('the cookies of a sign-in', () => {
  const cookies = async (url: string) => {
    const { cookie } = await beginStep(context(url), '/en/staff');
    const response = new NextResponse();
    for (const kind of [sessionCookie, stateCookie]) {
      const { name, options } = signInCookie({ storefrontUrl: url }, kind);
      response.cookies.set(name, cookie?.value ?? '', options);
    }
    return response.headers.getSetCookie();
  };

  it('are bound to the host, except in the demonstration', async () => {
    const lines = await cookies('https://shop.test');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).toMatch(/^__Host-next-auth\.(session-token|state)=\S/);
      for (const attribute of [/; Path=\/(;|$)/, /; Secure/, /; HttpOnly/, /; SameSite=Lax/i])
        expect(line).toMatch(attribute);
      expect(line).not.toMatch(/; Domain=/i);
    }
  });

  it('have no __Host- prefix at a plain HTTP address of this machine, where browsers would refuse them', async () => {
    expect((await cookies(storefrontUrl)).join('\n')).not.toMatch(/__Host-|; Secure/);
  });
});

describe('a sign-in', () => {
  it('ends when the same browser signs in again, also as another person', async () => {
    const before = await staff();
    const again = await signInAt(context(), 'admin@demo.test', 'demo-admin', { before });
    expect(again.headers.getSetCookie().some((line) => line.startsWith('next-auth.session-token='))).toBe(
      true,
    );
    expect(await access(before)).toEqual({ kind: 'signed_out' });
    // A failed sign-in leaves it as it is.
    const valid = await staff();
    await callBack(context(), `${storefrontUrl}/api/auth/callback/staff?code=x`, {}, valid);
    expect(await access(valid)).toMatchObject({ kind: 'staff' });
  });

  it('that ends revokes its refresh token, and leads to the sign-out of the identity provider', async () => {
    const signedIn = await read(await staff());
    if (signedIn === null) throw new Error('not signed in');
    const hash = hashToken(signedIn.session);
    const [stored] = await database.rows(
      z.object({ tokens: z.string() }),
      sql`select tokens from storefront.staff_session where token_hash = ${hash}`,
    );
    const tokens = await unseal(signInSecret, storedTokens, stored?.tokens);
    const address = new URL((await endStaffSession(context(), signedIn)) ?? '');
    expect(address.origin).toBe(identity.demoUrl);
    const { post_logout_redirect_uri: back, ...sent } = Object.fromEntries(address.searchParams);
    expect(back).toBe(`${storefrontUrl}/staff`);
    expect(sent).toMatchObject({ id_token_hint: tokens?.idToken, client_id: 'demo-staff' });
    expect((await fetch(address)).status).toBe(200);
    const refreshed = await identity.askToken('demo-staff', identity.secrets.clients['demo-staff'], {
      grant_type: 'refresh_token',
      refresh_token: tokens?.refreshToken ?? '',
    });
    expect([refreshed.status, await refreshed.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
    expect(await endStaffSession(context(), signedIn)).toBeNull();
    expect(events.map(({ event }) => event)).toEqual(['sign_in', 'sign_out']);
  });

  it('that was not used for too long leads to the sign-out of the identity provider, too', async () => {
    const signedIn = await read(await staff());
    if (signedIn === null) throw new Error('not signed in');
    await letPass(signedIn, '31 minutes');
    const address = new URL((await endStaffSession(context(), signedIn)) ?? 'https://nowhere.test');
    expect(address.origin).toBe(identity.demoUrl);
    expect(address.searchParams.get('id_token_hint')).not.toBeNull();
    expect(await endStaffSession(context(), signedIn)).toBeNull();
  });

  it('ends at the sign-out also while the identity provider can’t be asked', async () => {
    const away = await startIdentity();
    const cookie = await staff(away);
    const signedIn = await read(cookie);
    if (signedIn === null) throw new Error('not signed in');
    await away.close();
    expect(await endStaffSession(context(storefrontUrl, away), signedIn)).toBeNull();
    expect(await access(cookie)).toEqual({ kind: 'signed_out' });
    expect(lines.join('')).toContain('could not be told of a sign-out');
  });
});
