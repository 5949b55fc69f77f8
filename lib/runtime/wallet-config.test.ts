import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requiredSettings } from '@/testing/required-settings';
import { temporaryFolder } from '@/testing/temporary-folder';
import { newWalletTexts, type WalletTexts } from '@/testing/fakes/wallet-certificates';
import { readConfig } from './config';
import { WrongEnvironment } from '../network/check-settings';
import type { Environment } from './env';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let texts: WalletTexts;
let good: Environment;

beforeAll(async () => {
  folder = await temporaryFolder();
  texts = await newWalletTexts(new Date());
  good = {
    ...requiredSettings,
    WALLET_APPLE_CERTIFICATE_FILE: file('certificate.pem', texts.certificate),
    WALLET_APPLE_KEY_FILE: file('key.pem', texts.key),
    WALLET_APPLE_AUTHORITY_FILE: file('authority.pem', texts.authority),
    WALLET_GOOGLE_ISSUER_ID: '3388000000000000000',
    WALLET_GOOGLE_KEY_FILE: file('google.json', texts.account),
  };
});
afterAll(() => folder.remove());

function file(name: string, content: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

function sentences(changes: Environment): readonly string[] {
  try {
    readConfig({ ...good, ...changes });
  } catch (error) {
    if (error instanceof WrongEnvironment) return error.sentences;
    throw error;
  }
  return [];
}

const ecKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();

describe('the settings of wallets', () => {
  it('may be left out, for each wallet', () => {
    expect(readConfig(requiredSettings).wallets).toEqual({ apple: null, google: null });
    const { wallets } = readConfig({ ...good, WALLET_GOOGLE_ISSUER_ID: '', WALLET_GOOGLE_KEY_FILE: '' });
    expect(wallets.google).toBeNull();
    expect(wallets.apple).not.toBeNull();
  });

  it('are read with what the certificate says', () => {
    const { apple, google } = readConfig(good).wallets;
    expect(apple).toMatchObject({ passType: 'pass.test.demo.tickets', team: 'DEMOTEAM01' });
    expect(apple?.validUntil.getTime()).toBeGreaterThan(Date.now());
    expect(google).toMatchObject({ issuerId: '3388000000000000000', account: 'wallet@demo.test' });
  });

  it('of one wallet belong together', () => {
    expect(sentences({ WALLET_APPLE_KEY_FILE: '', WALLET_APPLE_AUTHORITY_FILE: '' })).toEqual([
      'WALLET_APPLE_KEY_FILE is missing: WALLET_APPLE_CERTIFICATE_FILE needs it.',
      'WALLET_APPLE_AUTHORITY_FILE is missing: WALLET_APPLE_CERTIFICATE_FILE needs it.',
    ]);
    expect(sentences({ WALLET_GOOGLE_KEY_FILE: '' })).toEqual([
      'WALLET_GOOGLE_KEY_FILE is missing: WALLET_GOOGLE_ISSUER_ID needs it.',
    ]);
  });

  it('that are wrong are named at the start, without what is in the files', async () => {
    const other = await newWalletTexts(new Date());
    const wrong: [Environment, RegExp][] = [
      [
        { WALLET_APPLE_KEY_FILE: '/nowhere/key.pem' },
        /^WALLET_APPLE_KEY_FILE names a file that can't be read/,
      ],
      [
        { WALLET_APPLE_CERTIFICATE_FILE: file('empty.pem', '') },
        /^WALLET_APPLE_CERTIFICATE_FILE has to name a PEM file with a certificate/,
      ],
      [
        { WALLET_APPLE_CERTIFICATE_FILE: file('root.pem', texts.authority) },
        /^WALLET_APPLE_KEY_FILE has to name the key of the certificate/,
      ],
      [
        { WALLET_APPLE_KEY_FILE: file('other.pem', other.key) },
        /^WALLET_APPLE_KEY_FILE has to name the key of/,
      ],
      [
        { WALLET_APPLE_KEY_FILE: file('ec.pem', ecKey()) },
        /^WALLET_APPLE_KEY_FILE has to name .* RSA key .*ec/,
      ],
      [
        { WALLET_APPLE_AUTHORITY_FILE: file('others.pem', other.authority) },
        /^WALLET_APPLE_AUTHORITY_FILE has to name the certificate that has signed/,
      ],
      [
        { WALLET_GOOGLE_ISSUER_ID: 'me' },
        /^WALLET_GOOGLE_ISSUER_ID has to be the number of an issuer account/,
      ],
      [
        { WALLET_GOOGLE_KEY_FILE: file('no.json', `{"private_key": "${'s3cret'.repeat(9)}`) },
        /^WALLET_GOOGLE_KEY_FILE has to name the JSON file of a service account/,
      ],
    ];
    for (const [changes, sentence] of wrong) {
      const found = sentences(changes);
      expect(found).toEqual([expect.stringMatching(sentence)]);
      expect(found.join()).not.toContain('s3cret');
    }
  });

  it('name a certificate for passes', async () => {
    const plain = await newWalletTexts(new Date(), 'CN=Somebody');
    expect(
      sentences({
        WALLET_APPLE_CERTIFICATE_FILE: file('plain.pem', plain.certificate),
        WALLET_APPLE_KEY_FILE: file('plain-key.pem', plain.key),
        WALLET_APPLE_AUTHORITY_FILE: file('plain-root.pem', plain.authority),
      }),
    ).toEqual([
      'WALLET_APPLE_CERTIFICATE_FILE has to name a certificate for passes, with UID and OU in its subject.',
    ]);
  });
});
