import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issuerKeys } from './issuer-keys';
import { tokenVerifier } from './verify-token';

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;
const audience = 'https://service.test';
let pair: KeyPair;
let later: KeyPair;
let issuer: Server;
let url: string;
/** The requests that the issuer got, and the keys that it returns; null means a broken issuer. */
let asked: string[];
let keys: object[] | null;

beforeAll(async () => {
  pair = await generateKeyPair('RS256', { extractable: true });
  later = await generateKeyPair('ES256', { extractable: true });
});
beforeEach(async () => {
  asked = [];
  keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'first', alg: 'RS256' }];
  issuer = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (keys === null) response.writeHead(500).end('{}');
    else if (request.url === '/keys') response.end(JSON.stringify({ keys }));
    else response.end(JSON.stringify({ jwks_uri: `${url}/keys` }));
  }).listen(0, '127.0.0.1');
  await once(issuer, 'listening');
  url = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
});
afterEach(() => {
  issuer.close();
  issuer.closeAllConnections();
});

function sign(
  header: Record<string, unknown> = {},
  key: KeyPair['privateKey'] | Uint8Array = pair.privateKey,
): Promise<string> {
  return new SignJWT({ iss: url, aud: audience, organization: 'reseller', scope: 'catalog:read' })
    .setExpirationTime('1h')
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'first', ...header })
    .sign(key);
}

const unavailable = { status: 503, headers: { 'retry-after': '5' } };

function verifier({ cooldownSeconds = 30 } = {}) {
  const errors: unknown[] = [];
  const known = issuerKeys(url, { onError: (error) => errors.push(error), cooldownSeconds });
  return { verify: tokenVerifier({ issuer: url, audience, keys: known }), errors };
}

describe('the keys of the token issuer', () => {
  it('are fetched once for valid tokens, and at most twice for ten thousand unknown keys', async () => {
    const { verify, errors } = verifier();
    expect(await verify(await sign())).toMatchObject({ organization: { name: 'reseller' } });
    const unknown = await sign({ kid: 'KID' });
    const header = (kid: string) =>
      Buffer.from(JSON.stringify({ alg: 'RS256', typ: 'at+jwt', kid })).toString('base64url');
    const tokens = Array.from({ length: 10_000 }, (_, i) => unknown.replace(/^[^.]+/, header(`kid-${i}`)));
    const results = await Promise.all(tokens.map(verify));
    expect(results.every((result) => result === null)).toBe(true);
    expect(asked.filter((path) => path === '/keys').length).toBeLessThanOrEqual(2);
    expect(errors).toEqual([]);
  });

  it('are used while the issuer is not reachable, when it may have others', async () => {
    const { verify, errors } = verifier({ cooldownSeconds: 0 });
    expect(await verify(await sign())).not.toBeNull();
    keys = null;
    const second = await sign({ kid: 'second', alg: 'ES256' }, later.privateKey);
    await expect(verify(second)).rejects.toMatchObject(unavailable);
    expect(errors.length).toBeGreaterThan(0);
    expect(await verify(await sign())).not.toBeNull();
    keys = [{ ...(await exportJWK(later.publicKey)), kid: 'second', alg: 'ES256' }];
    expect(await verify(await sign({ kid: 'second', alg: 'ES256' }, later.privateKey))).not.toBeNull();
  });

  it('of an issuer that is not reachable from the start are requested at most twice in the cooldown', async () => {
    keys = null;
    const { verify, errors } = verifier();
    const token = await sign();
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => verify(token)));
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
    await expect(verify(token)).rejects.toMatchObject(unavailable);
    expect(asked.length).toBeLessThanOrEqual(2);
    expect(errors).toHaveLength(1);
  });

  it('are fetched when the issuer starts after the service', async () => {
    const told = keys;
    keys = null;
    const { verify } = verifier({ cooldownSeconds: 0 });
    await expect(verify(await sign())).rejects.toMatchObject(unavailable);
    expect(await verify('not-a-token')).toBeNull();
    keys = told;
    expect(await verify(await sign())).not.toBeNull();
  });
});

describe('a token', () => {
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const tricks: [string, () => Promise<string>][] = [
    [
      'signed with the public key as a secret',
      async () => sign({ alg: 'HS256' }, new TextEncoder().encode(await exportSPKI(pair.publicKey))),
    ],
    [
      'that contains its own key',
      async () =>
        sign({ kid: undefined, jwk: await exportJWK(later.publicKey), alg: 'ES256' }, later.privateKey),
    ],
    ['that names where its key is', () => sign({ jku: `${url}/other`, kid: 'other' })],
    ['that names where its certificate is', () => sign({ x5u: `${url}/other`, kid: 'other' })],
    [
      'with an unknown critical header',
      async () => {
        const [, payload, signature] = (await sign()).split('.');
        return `${base64({ alg: 'RS256', typ: 'at+jwt', kid: 'first', crit: ['x'], x: 1 })}.${payload}.${signature}`;
      },
    ],
    [
      'that says it is signed by none',
      async () => `${base64({ alg: 'none' })}.${(await sign()).split('.')[1]}.`,
    ],
    ['cut short', async () => (await sign()).slice(0, -9)],
    ['that is an ID token', () => sign({ typ: 'JWT' })],
  ];
  it.each(tricks)('%s is refused, and nothing else is fetched', async (_, make) => {
    const { verify } = verifier();
    expect(await verify(await make())).toBeNull();
    expect(asked.filter((path) => !['/keys', '/.well-known/openid-configuration'].includes(path))).toEqual(
      [],
    );
    expect(await verify(await sign())).not.toBeNull();
  });
});
