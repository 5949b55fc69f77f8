import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProgramLog } from '@/lib/log/program-log';
import { testDatabase } from '@/testing/database/embedded';
import { listen, type WireServer } from '@/testing/faults/wire';
import { manualClock } from '@/testing/fakes/clock';
import { shopTables } from '@/testing/shop/tables';
import type { StaffRole } from '../../../runtime/staff-roles';
import { beginStep, completeStep } from './sign-in-steps';

// A sign-in at a provider whose clock differs from ours, or that does not ask for the password again.

const lifetimeSeconds = 300;
const place = { browser: null, network: null };
const clock = manualClock();
let database: Awaited<ReturnType<typeof testDatabase>>;
let provider: WireServer;
/** What the ID token has to repeat. */
let nonce: string | null = null;
/** How many seconds ago the person typed the password, as the ID token says; null: it does not say it. */
let typedAgo: number | null = null;

beforeAll(async () => {
  database = await testDatabase(shopTables);
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256', use: 'sig' }];
  const idToken = () => {
    const issuedAt = Math.floor(clock.now() / 1000);
    return new SignJWT({ nonce, ...(typedAgo === null ? {} : { auth_time: issuedAt - typedAgo }) })
      .setProtectedHeader({ alg: 'RS256', kid: 'test' })
      .setIssuer(provider.url)
      .setAudience('shop')
      .setSubject('somebody')
      .setIssuedAt(issuedAt)
      .setNotBefore(issuedAt)
      .setExpirationTime(issuedAt + lifetimeSeconds)
      .sign(privateKey);
  };
  provider = await listen(async ({ path }) => {
    if (path === '/jwks') return { body: { keys } };
    if (path === '/token')
      return {
        headers: { 'content-type': 'application/json' },
        body: { access_token: 'access', token_type: 'Bearer', id_token: await idToken() },
      };
    return {
      body: {
        issuer: provider.url,
        authorization_endpoint: `${provider.url}/authorize`,
        token_endpoint: `${provider.url}/token`,
        jwks_uri: `${provider.url}/jwks`,
      },
    };
  });
});
afterAll(() => Promise.all([provider.close(), database.close()]));

const contextOf = (lines: unknown[]) => ({
  log: createProgramLog({ destination: { write: (line: string) => void lines.push(JSON.parse(line)) } }),
  checkoutContext: { database },
  security: () => undefined,
  config: {
    storefrontUrl: 'https://tickets.example',
    signInSecret: 'a secret of at least thirty-two characters',
    staff: {
      provider: {
        issuer: provider.url,
        clientId: 'shop',
        clientSecret: 'secret',
        scope: 'openid',
        rolesClaim: 'roles',
        catalogsClaim: null,
      },
      roleNames: new Map<string, StaffRole>(),
    },
  },
});

it.each([
  [0, '/staff/lists'],
  [9 * 60, '/staff/lists'],
  [11 * 60, '/staff?error=SignIn'],
  [null, '/staff?error=SignIn'],
])('a password that was asked for again and typed %s seconds ago leads to %s', async (ago, next) => {
  const context = contextOf([]);
  const { location, cookie } = await beginStep(context, '/staff/lists', true);
  const asked = new URL(location).searchParams;
  expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
  nonce = asked.get('nonce');
  typedAgo = ago;
  clock.advance(Date.now() - clock.now());
  const answer = new URLSearchParams({ code: 'code', state: asked.get('state') ?? '' });
  const done = await completeStep(context, answer, { state: cookie?.value, place });
  typedAgo = null;
  expect(done.location).toBe(next);
});

it.each([
  [
    'ten minutes behind',
    -600,
    /a token that was just issued expired 30\d seconds ago: the clock of this machine, or that of/,
  ],
  [
    'ten minutes ahead',
    600,
    /a token that was just issued is not valid for another (600|599) seconds: the clock/,
  ],
])('a provider whose clock is %s is told as that', async (_, secondsOff, why) => {
  const lines: unknown[] = [];
  const context = contextOf(lines);
  const { location, cookie } = await beginStep(context, '/staff');
  const asked = new URL(location).searchParams;
  nonce = asked.get('nonce');
  clock.advance(Date.now() + secondsOff * 1000 - clock.now());
  const answer = new URLSearchParams({ code: 'code', state: asked.get('state') ?? '' });
  const { location: next } = await completeStep(context, answer, { state: cookie?.value, place });
  expect(next).toBe('/staff?error=SignIn');
  const code = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';
  expect(lines).toMatchObject([{ code, why: expect.stringMatching(why) as string }]);
});
