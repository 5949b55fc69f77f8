import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** PEM texts for a TLS socket. */
export interface Certificate {
  cert: string;
  key: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const year = 365 * 24 * 3600 * 1000;
const renewBefore = 30 * 24 * 3600 * 1000;

/**
 * The certificate for `hostname` from a local certificate authority. It is made at the first start and kept in
 * `folder`; clients trust `ca.pem` there. The authority's own private key is not kept.
 */
export async function localCertificate(folder: string, hostname: string, now: Date): Promise<Certificate> {
  const kept = await readKept(folder, hostname, now);
  if (kept !== null) return kept;
  const { ca, cert, key } = await makeChain(hostname, now);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeWhole(join(folder, 'key.pem'), key);
  await writeWhole(join(folder, 'cert.pem'), cert);
  await writeWhole(join(folder, 'ca.pem'), ca);
  return { cert, key };
}

async function readKept(folder: string, hostname: string, now: Date): Promise<Certificate | null> {
  try {
    const [cert, key] = await Promise.all(
      ['cert.pem', 'key.pem', 'ca.pem'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    if (cert === undefined || key === undefined) return null;
    const { notAfter, subject } = new X509Certificate(cert);
    const fits = subject === `CN=${hostname}` && notAfter.getTime() - now.getTime() > renewBefore;
    return fits ? { cert, key } : null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function makeChain(hostname: string, now: Date): Promise<Certificate & { ca: string }> {
  const authority = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const server = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const validity = {
    notBefore: new Date(now.getTime() - 24 * 3600 * 1000),
    notAfter: new Date(now.getTime() + year),
  };
  const ca = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: 'CN=Ticketing local authority',
    ...validity,
    signingAlgorithm: algorithm,
    keys: authority,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(authority.publicKey),
    ],
  });
  const leaf = await X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: `CN=${hostname}`,
    issuer: ca.subject,
    ...validity,
    signingAlgorithm: algorithm,
    publicKey: server.publicKey,
    signingKey: authority.privateKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: hostname },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: '::1' },
      ]),
    ],
  });
  const key = PemConverter.encode(
    await webcrypto.subtle.exportKey('pkcs8', server.privateKey),
    'PRIVATE KEY',
  );
  return { ca: ca.toString('pem'), cert: leaf.toString('pem'), key };
}

function serial(): string {
  // The serial number is positive, as RFC 5280 §4.1.2.2 requires: the first bit is never set.
  const bytes = webcrypto.getRandomValues(new Uint8Array(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x01;
  return Buffer.from(bytes).toString('hex');
}

async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
