import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startIdentity, storefrontUrl, type TestIdentity } from '@/demo/testing/identity';
import { shopTables } from '@/testing/shop/tables';
import { testDatabase } from '@/testing/database/embedded';
import { hashToken } from '../lib/shop/tokens';
import type { Database } from '../lib/database/database';
import { createProgramLog } from '../lib/log/program-log';
import type { SecurityEvent } from '../lib/log/security-log';
import { sessionCookie, storedTokens, unseal } from '../lib/storefront/common/account/sign-in-token';
import { endStaffSession } from '../lib/storefront/common/account/sign-out';
import { accessOf } from '../lib/storefront/common/account/staff-access';
import { callBack, cookieOf, signInAt, signInSecret, staffContext } from './staff-browser';

// How a sign-in of staff ends: in the storefront, and at the identity provider.

let identity: TestIdentity;
let database: Database;
let lines: string[];
let events: SecurityEvent[];
const log = createProgramLog({ destination: { write: (line) => lines.push(line) } });

beforeAll(async () => {
  [identity, database] = await Promise.all([startIdentity(), testDatabase(shopTables)]);
});
afterAll(async () => {
  await Promise.all([identity.close(), database.close()]);
});
beforeEach(() => {
  lines = [];
  events = [];
});

const context = (provider = identity) =>
  staffContext({ provider, log, database, security: (event) => void events.push(event) });
const staff = async (provider = identity) =>
  cookieOf(await signInAt(context(provider), 'staff@demo.test', 'demo-staff'));
const read = (cookie: string) => unseal(signInSecret, sessionCookie, cookie.split('=')[1]);
const access = async (cookie: string) => accessOf(context(), await read(cookie));

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
      ...{ grant_type: 'refresh_token', refresh_token: tokens?.refreshToken ?? '' },
    });
    expect([refreshed.status, await refreshed.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
    expect(await endStaffSession(context(), signedIn)).toBeNull();
    expect(events.map(({ event }) => event)).toEqual(['sign_in', 'sign_out']);
  });

  it('ends at the sign-out also while the identity provider can’t be asked', async () => {
    const away = await startIdentity();
    const cookie = await staff(away);
    const signedIn = await read(cookie);
    if (signedIn === null) throw new Error('not signed in');
    await away.close();
    expect(await endStaffSession(context(away), signedIn)).toBeNull();
    expect(await access(cookie)).toEqual({ kind: 'signed_out' });
    expect(lines.join('')).toContain('could not be told of a sign-out');
  });
});
