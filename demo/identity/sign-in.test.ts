import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieKeepingFetch } from '@/testing/cookie-keeping-fetch';
import { demoPeople } from './people';
import { startIdentity, storefrontUrl, type TestIdentity } from '@/demo/testing/identity';

const callback = `${storefrontUrl}/api/auth/callback/staff`;

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.close());

interface SignIn {
  readonly get: ReturnType<typeof cookieKeepingFetch>;
  readonly verifier: string;
  readonly formUrl: string;
}

async function startSignIn(get = cookieKeepingFetch()): Promise<SignIn> {
  const verifier = randomBytes(32).toString('base64url');
  const { authorization_endpoint } = await identity.discover();
  const query = new URLSearchParams({
    client_id: 'demo-staff',
    response_type: 'code',
    redirect_uri: callback,
    scope: 'openid profile email roles',
    state: 'state-1',
    nonce: 'nonce-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const response = await get(`${authorization_endpoint}?${query.toString()}`);
  expect(response.status).toBe(303);
  return { get, verifier, formUrl: new URL(response.headers.get('location') ?? '', identity.demoUrl).href };
}

const post = ({ get, formUrl }: SignIn, email: string, password: string) =>
  get(formUrl, { method: 'POST', body: new URLSearchParams({ email, password }) });

/** Signs in and follows the redirects up to the one to the shop. */
async function signIn(attempt: SignIn, email: string, password: string): Promise<Record<string, string>> {
  let response = await post(attempt, email, password);
  for (;;) {
    const location = response.headers.get('location') ?? '';
    if (location.startsWith(callback)) {
      const code = new URL(location).searchParams.get('code') ?? '';
      const answer = await identity.askToken('demo-staff', identity.secrets.clients['demo-staff'], {
        grant_type: 'authorization_code',
        code,
        redirect_uri: callback,
        code_verifier: attempt.verifier,
      });
      expect(answer.status).toBe(200);
      return (await answer.json()) as Record<string, string>;
    }
    expect(response.status).toBe(303);
    response = await attempt.get(new URL(location, identity.demoUrl).href);
  }
}

async function userinfo(accessToken: string): Promise<unknown> {
  const { userinfo_endpoint } = await identity.discover();
  const response = await fetch(userinfo_endpoint, { headers: { authorization: `Bearer ${accessToken}` } });
  expect(response.status).toBe(200);
  return await response.json();
}

describe('signing in', () => {
  it('gives staff a code, then an ID token and userinfo with the role, without asking for consent', async () => {
    const attempt = await startSignIn();
    const form = await attempt.get(attempt.formUrl);
    const text = await form.text();
    expect(form.status).toBe(200);
    expect(text).toContain('<label for="email">E-mail</label>');
    expect(text).toContain('<label for="password">Password</label>');
    expect(text).not.toContain('<script');
    expect(text.replaceAll(/<[^>]+>/g, '')).toMatch(
      /admin@demo\.test, password demo-admin\s+has the role admin/,
    );

    const tokens = await signIn(attempt, 'staff@demo.test', 'demo-staff');
    const { payload } = await identity.verify(tokens['id_token'] ?? '', 'demo-staff');
    expect(payload).toMatchObject({ nonce: 'nonce-1', email: 'staff@demo.test', name: 'Alix Staff' });
    expect(payload).toMatchObject({ roles: ['agent'] });
    expect(await userinfo(tokens['access_token'] ?? '')).toMatchObject({
      roles: ['agent'],
      email: 'staff@demo.test',
      email_verified: true,
    });
    expect(() => decodeProtectedHeader(tokens['access_token'] ?? '')).toThrow();
  });

  it('gives the visitor no role', async () => {
    const tokens = await signIn(await startSignIn(), 'visitor@demo.test', 'demo-visitor');
    expect((await identity.verify(tokens['id_token'] ?? '', 'demo-staff')).payload).toMatchObject({
      roles: [],
    });
  });

  it('shows on the page that the password is wrong, keeps the address, and allows another attempt', async () => {
    const attempt = await startSignIn();
    const refused = await post(attempt, 'staff@demo.test', 'wrong <b>');
    const text = await refused.text();
    expect(refused.status).toBe(401);
    expect(text).toContain('role="alert"');
    expect(text).toContain('value="staff@demo.test"');
    expect(text).not.toContain('<b>');
    expect(await signIn(attempt, 'staff@demo.test', 'demo-staff')).toHaveProperty('id_token');
  });

  it('asks for the password each time, so that another person can sign in in the same browser', async () => {
    const get = cookieKeepingFetch();
    const first = await signIn(await startSignIn(get), 'staff@demo.test', 'demo-staff');
    const again = await startSignIn(get);
    expect((await again.get(again.formUrl)).status).toBe(200);
    const tokens = await signIn(again, 'visitor@demo.test', 'demo-visitor');
    expect((await identity.verify(tokens['id_token'] ?? '', 'demo-staff')).payload).toMatchObject({
      name: 'Vic Visitor',
    });
    const { userinfo_endpoint } = await identity.discover();
    const authorization = `Bearer ${first['access_token'] ?? ''}`;
    expect((await fetch(userinfo_endpoint, { headers: { authorization } })).status).toBe(401);
  });

  it('shows a page for a sign-in that is unknown', async () => {
    const response = await fetch(`${identity.demoUrl}/sign-in/gone`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('This sign-in has ended');
  });

  it('refuses a request without PKCE and one with another redirect address', async () => {
    const { authorization_endpoint } = await identity.discover();
    const ask = (redirect: string) =>
      fetch(
        `${authorization_endpoint}?${new URLSearchParams({
          client_id: 'demo-staff',
          response_type: 'code',
          scope: 'openid',
          redirect_uri: redirect,
        }).toString()}`,
        { redirect: 'manual' },
      );
    expect((await ask(callback)).headers.get('location')).toContain('error=invalid_request');
    const elsewhere = await ask('https://evil.test/');
    expect(elsewhere.status).toBe(400);
    expect(elsewhere.headers.get('location')).toBeNull();
  });

  it('removes a role from a user who is signed in', async () => {
    const tokens = await signIn(await startSignIn(), 'staff@demo.test', 'demo-staff');
    const path = join(identity.dataDir, 'demo', 'people.json');
    await writeFile(path, JSON.stringify(demoPeople.map((person) => ({ ...person, roles: [] }))));
    expect(await userinfo(tokens['access_token'] ?? '')).toMatchObject({ roles: [] });
    const attempt = await startSignIn();
    expect(await (await attempt.get(attempt.formUrl)).text()).not.toContain('has the role');
    const refreshed = await identity.askToken('demo-staff', identity.secrets.clients['demo-staff'], {
      grant_type: 'refresh_token',
      refresh_token: tokens['refresh_token'] ?? '',
    });
    const renewed = (await refreshed.json()) as Record<string, string>;
    expect((await identity.verify(renewed['id_token'] ?? '', 'demo-staff')).payload).toMatchObject({
      roles: [],
    });
  });
});
