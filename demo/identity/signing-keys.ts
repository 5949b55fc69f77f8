import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { JWKS } from 'oidc-provider';
import { readOrCreate } from '../common/files';

/** The provider's private RS256 key set: made at the first start, stored in DATA_DIR/demo (mode 600). */
export async function loadSigningKeys(dataDir: string): Promise<JWKS> {
  const path = join(dataDir, 'demo', 'signing-keys.json');
  const text = await readOrCreate(path, async () => JSON.stringify({ keys: [await newKey()] }, null, 2));
  return JSON.parse(text) as JWKS;
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' };
}
