import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Certificate } from './certificate';

/** Where a certificate with its chain, and its private key, are stored in PEM. */
export interface CertificateFiles {
  certificateFile: string;
  keyFile: string;
}

/** What is wrong with the files of a certificate, as a sentence for the operator. */
export class WrongCertificate extends Error {
  override name = 'WrongCertificate';
}

/** Reads a certificate that is valid now. Throws WrongCertificate, or the system's error for the files. */
export async function readCertificate(
  { certificateFile, keyFile }: CertificateFiles,
  now: Date,
): Promise<Certificate> {
  const [cert, key] = await Promise.all([readFile(certificateFile, 'utf8'), readFile(keyFile, 'utf8')]);
  const certificate = parsed(() => new X509Certificate(cert), `${certificateFile} is no certificate in PEM.`);
  const privateKey = parsed(
    () => createPrivateKey(key),
    `${keyFile} is no private key in PEM without a passphrase.`,
  );
  if (!certificate.checkPrivateKey(privateKey))
    throw new WrongCertificate(`The key in ${keyFile} is not that of the certificate in ${certificateFile}.`);
  if (Date.parse(certificate.validTo) <= now.getTime())
    throw new WrongCertificate(`The certificate in ${certificateFile} expired on ${certificate.validTo}.`);
  if (Date.parse(certificate.validFrom) > now.getTime())
    throw new WrongCertificate(
      `The certificate in ${certificateFile} is valid from ${certificate.validFrom} on.`,
    );
  return { cert, key };
}

function parsed<Value>(parse: () => Value, otherwise: string): Value {
  try {
    return parse();
  } catch (error) {
    throw new WrongCertificate(otherwise, { cause: error });
  }
}

interface Watching {
  now: () => Date;
  everySeconds: number;
  /** Uses the certificate that the files contain now. */
  changed: (certificate: Certificate) => void;
  /** Told why changed files are not used: the previous certificate stays, and they are checked again later. */
  onError: (error: unknown) => void;
}

/** Checks whether the files of a certificate have changed, until the returned function is called. */
export function watchCertificate(
  files: CertificateFiles,
  served: Certificate,
  { now, everySeconds, changed, onError }: Watching,
): () => void {
  let before = served;
  let isLooking = false;
  const look = async (): Promise<void> => {
    const found = await readCertificate(files, now());
    if (found.cert === before.cert && found.key === before.key) return;
    changed(found);
    before = found;
  };
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look()
      .catch(onError)
      .finally(() => (isLooking = false));
  }, everySeconds * 1000);
  return () => clearInterval(timer);
}
