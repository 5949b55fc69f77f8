import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  X509CertificateGenerator,
} from '@peculiar/x509';

const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
};
const dayMilliseconds = 24 * 3600 * 1000;

/** The contents of the files with which passes are signed. */
export interface WalletTexts {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
  /** The JSON file of a service account. */
  readonly account: string;
}

// 0.9.2342.19200300.100.1.1 is UID, the kind of pass.
const passSubject =
  '0.9.2342.19200300.100.1.1=pass.test.demo.tickets, CN=Pass Type ID: pass.test.demo.tickets, OU=DEMOTEAM01';

/** The contents of new files: certificates as Apple issues them, and a service account as Google does. */
export async function newWalletTexts(now: Date, subject = passSubject): Promise<WalletTexts> {
  const [authority, signer, account] = await Promise.all([newKeys(), newKeys(), newKeys()]);
  const validity = {
    notBefore: new Date(now.getTime() - dayMilliseconds),
    notAfter: new Date(now.getTime() + 3650 * dayMilliseconds),
  };
  const root = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Demo Wallet Authority, O=Demo',
    ...validity,
    signingAlgorithm: algorithm,
    keys: authority,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    ],
  });
  const certificate = await X509CertificateGenerator.create({
    serialNumber: '02',
    subject,
    issuer: root.subject,
    ...validity,
    signingAlgorithm: algorithm,
    publicKey: signer.publicKey,
    signingKey: authority.privateKey,
    extensions: [new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true)],
  });
  return {
    authority: root.toString('pem'),
    certificate: certificate.toString('pem'),
    key: await pemOf(signer),
    account: JSON.stringify({
      type: 'service_account',
      client_email: 'wallet@demo.test',
      private_key: await pemOf(account),
    }),
  };
}

const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

async function pemOf({ privateKey }: webcrypto.CryptoKeyPair): Promise<string> {
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY');
}
