import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { apiResolver } from 'next/dist/server/api-utils/node/api-resolver';
import type { NextApiRequest, NextApiResponse } from 'next';
import NextAuth from 'next-auth';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { demoPeople } from '../demo/identity/people';
import { startIdentity, storefrontUrl, type TestIdentity } from '../demo/identity/testing';
import { cookieKeepingFetch, listen, type TestServer } from '../demo/testing';
import { shopTables } from '../lib/checkout/database-testing';
import { hashToken } from '../lib/checkout/tokens';
import type { Database } from '../lib/database/database';
import { testDatabase } from '../lib/database/testing';
import { createProgramLog } from '../lib/log/program-log';
import type { SecurityEvent } from '../lib/log/security-log';
import { signInCookies, signInOptions } from '../lib/storefront/sign-in-options';
import { readSignInToken, type SignIn } from '../lib/storefront/sign-in-token';
import { accessOf, endSession } from '../lib/storefront/staff-access';

// next-auth with the storefront's options, the demonstration's identity provider, and the storefront's tables.

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

const signInSecret = 'the secret that seals the cookie in these tests';
const context = (url = storefrontUrl) => ({
  config: {
    ...{ storefrontUrl: url, signInSecret },
    staff: {
      issuer: `${identity.demoUrl}/oidc`,
      clientId: 'demo-staff',
      clientSecret: identity.secrets.clients['demo-staff'],
    },
  },
  log,
  security: (event: SecurityEvent) => void events.push(event),
  rooms: { database },
});

/** next-auth's addresses on a free port. Outside, it believes to be at `url`. */
async function startAuth(url = storefrontUrl): Promise<TestServer> {
  vi.stubEnv('NEXTAUTH_URL', url);
  const keys = { previewModeId: 'a', previewModeEncryptionKey: 'b', previewModeSigningKey: 'c', dev: false };
  const handler = (request: NextApiRequest, response: NextApiResponse) =>
    NextAuth(request, response, signInOptions(context(url))) as Promise<void>;
  return listen(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const nextauth = pathname.split('/').slice(3);
    const query = { ...Object.fromEntries(searchParams), nextauth };
    await apiResolver(request, response, query, { default: handler }, keys, true);
  });
}

/** The answer to the beginning of a sign-in, which leads to the identity provider. */
async function begin(auth: TestServer, get: ReturnType<typeof cookieKeepingFetch>, url = storefrontUrl) {
  const csrfToken = randomBytes(32).toString('hex');
  const sealed = createHash('sha256').update(`${csrfToken}${signInSecret}`).digest('hex');
  const { name } = signInCookies({ storefrontUrl: url }).csrfToken;
  return get(`${auth.url}/api/auth/signin/staff`, {
    method: 'POST',
    headers: { cookie: `${name}=${csrfToken}%7C${sealed}` },
    body: new URLSearchParams({ csrfToken, callbackUrl: `${url}/staff` }),
  });
}

const locationOf = (response: Response) => response.headers.get('location') ?? '';

/** Signs in as a browser would; resolves to the Cookie header that it sends from then on. */
async function signIn(auth: TestServer, email: string, password: string): Promise<string> {
  const atShop = cookieKeepingFetch();
  const atProvider = cookieKeepingFetch();
  let response = await atProvider(locationOf(await begin(auth, atShop)));
  response = await atProvider(new URL(locationOf(response), identity.demoUrl).href, {
    method: 'POST',
    body: new URLSearchParams({ email, password }),
  });
  while (!locationOf(response).startsWith(storefrontUrl))
    response = await atProvider(new URL(locationOf(response), identity.demoUrl).href);
  response = await atShop(locationOf(response).replace(storefrontUrl, auth.url));
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return cookies.join('; ');
}

const read = (cookie: string) => readSignInToken(context().config, cookie);
const access = async (cookie: string, now?: number) => accessOf(context(), await read(cookie), now);
const staff = (auth: TestServer) => signIn(auth, 'staff@demo.test', 'demo-staff');

async function letPass(signedIn: SignIn | null, time: string): Promise<void> {
  const hash = hashToken(signedIn?.session ?? '');
  await database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.staff_session set seen_at = seen_at - ${time}::interval where token_hash = ${hash}`,
    ),
  );
}

describe('a staff session', () => {
  let auth: TestServer;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(async () => {
    await auth.close();
    vi.unstubAllEnvs();
  });

  it('begins with the sign-in, and nothing in it or on the server names the person', async () => {
    const cookie = await staff(auth);
    expect(await access(cookie)).toEqual({
      kind: 'staff',
      member: { id: 'person-staff', name: 'Alix Staff', isAdmin: false },
    });
    const admin = await signIn(auth, 'admin@demo.test', 'demo-admin');
    expect(await access(admin)).toMatchObject({ kind: 'staff', member: { isAdmin: true } });
    expect(lines).toEqual([]);
    expect(events).toEqual([
      { event: 'sign_in', staff: 'person-staff' },
      { event: 'sign_in', staff: 'person-admin' },
    ]);
  });

  it('ends at the sign-out: a copy of the cookie is worth nothing then', async () => {
    const [cookie, other] = [await staff(auth), await staff(auth)];
    const signedIn = await read(cookie);
    if (signedIn === null) throw new Error('not signed in');
    expect(await endSession({ database }, signedIn)).toBe(true);
    expect(await endSession({ database }, signedIn)).toBe(false);
    expect(await access(cookie)).toEqual({ kind: 'signed_out' });
    // The cookie itself is as good as before, and so is the other browser's session.
    expect(await read(cookie)).not.toBeNull();
    expect(await access(other)).toMatchObject({ kind: 'staff' });
  });

  it('ends after 30 minutes without use, and not while it is used', async () => {
    const cookie = await staff(auth);
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

  it('ends within 15 minutes of the role’s removal, and stays ended when the role comes back', async () => {
    const cookie = await staff(auth);
    const people = join(identity.dataDir, 'demo/people.json');
    const without = demoPeople.map((one) => ({ ...one, roles: [] }));
    const quarterLater = Date.now() + 15 * 60_000;
    try {
      await writeFile(people, JSON.stringify(without));
      expect(await access(cookie, quarterLater)).toEqual({ kind: 'refused', name: 'Alix Staff' });
    } finally {
      await writeFile(people, JSON.stringify(demoPeople));
    }
    expect(await access(cookie, quarterLater)).toEqual({ kind: 'signed_out' });
    expect(events.slice(1)).toEqual([
      { event: 'role_removed', staff: 'person-staff' },
      { event: 'role_missing', staff: 'person-staff', role: 'staff' },
    ]);
    expect(lines).toEqual([]);
  });

  it('goes on when its browser asks next-auth about it, which tells no more than its end', async () => {
    const cookie = await staff(auth);
    const answer = await fetch(`${auth.url}/api/auth/session`, { headers: { cookie } });
    expect(await answer.json()).toEqual({ expires: expect.any(String) as unknown });
    expect(answer.headers.getSetCookie().join('\n')).not.toMatch(/session-token=;/);
    expect(await access(cookie)).toMatchObject({ kind: 'staff' });
    expect(events).toEqual([{ event: 'sign_in', staff: 'person-staff' }]);
    expect(lines).toEqual([]);
  });

  it('is no session of the previous release’s, whose cookie carries none', async () => {
    expect(await access('next-auth.session-token=eyJhbGciOiJkaXIifQ')).toEqual({ kind: 'signed_out' });
  });
});

describe('an answer of the identity provider that a stranger has made up', () => {
  it.each([
    [
      'an error with a line break',
      'callback/staff?error=x%0A%7B%22level%22%3A30%7D&error_description=zoe%40example.test',
    ],
    ['a state with a line break', 'callback/staff?code=zoe%40example.test&state=%0D%0Aforged'],
    ['a long state', `callback/staff?state=${'a'.repeat(10_000)}`],
  ])('%s is logged in bounded lines, by codes only', async (_, path) => {
    const auth = await startAuth();
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const answer = await fetch(`${auth.url}/api/auth/${path}`, { redirect: 'manual' });
    await auth.close();
    vi.unstubAllEnvs();
    expect(answer.status).toBeLessThan(500);
    expect(written).not.toHaveBeenCalled();
    expect([1, 2]).toContain(lines.length);
    expect(events).toContainEqual({
      event: 'sign_in_failed',
      code: expect.stringMatching(/^[A-Z_]+$/) as unknown,
    });
    for (const line of lines) {
      expect(line).toMatch(
        /^\{"level":[45]0,"time":\d+,"code":"[A-Z_]+","msg":"a staff sign-in [a-z ]+"\}\n$/,
      );
    }
  });
});

describe('the cookies of a sign-in', () => {
  it('are bound to the host outside of the demonstration', async () => {
    const url = 'https://shop.test';
    const auth = await startAuth(url);
    const answer = await begin(auth, cookieKeepingFetch(), url);
    await auth.close();
    vi.unstubAllEnvs();
    const cookies = answer.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThanOrEqual(4);
    for (const line of cookies) {
      expect(line).toMatch(/^__Host-/);
      for (const attribute of [/; Path=\/(;|$)/, /; Secure/, /; HttpOnly/, /; SameSite=Lax/])
        expect(line).toMatch(attribute);
      expect(line).not.toMatch(/; Domain=/i);
    }
    expect(signInCookies({ storefrontUrl: url }).sessionToken.name).toBe('__Host-next-auth.session-token');
  });

  it('have no such name at a plain address of this machine, where browsers would refuse them', async () => {
    const auth = await startAuth();
    const answer = await begin(auth, cookieKeepingFetch());
    await auth.close();
    vi.unstubAllEnvs();
    expect(answer.headers.getSetCookie().join('\n')).not.toMatch(/__Host-|; Secure/);
  });
});
