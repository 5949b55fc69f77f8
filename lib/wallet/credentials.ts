import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { z } from 'zod';

/** With which passes for Apple Wallet are signed. PEM texts. */
export interface AppleCredentials {
  readonly certificate: string;
  readonly key: string;
  /** Apple's intermediate certificate (WWDR) that has signed `certificate`. */
  readonly authority: string;
  /** From the certificate: the identifiers of the kind of pass, and of the developer team. */
  readonly passType: string;
  readonly team: string;
  readonly validUntil: Date;
}

/** With which links to Google Wallet are signed. */
export interface GoogleCredentials {
  readonly issuerId: string;
  /** The address of the service account. */
  readonly account: string;
  /** PEM, PKCS #8. */
  readonly key: string;
}

/** A file is not what it has to be; `file`: which. The message continues the sentence "… has to name". */
export class WrongCredentials extends Error {
  override name = 'WrongCredentials';
  constructor(
    readonly file: AppleFile,
    message: string,
  ) {
    super(message);
  }
}

export type AppleFile = 'certificate' | 'key' | 'authority';

function certificateIn(file: AppleFile, pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (error) {
    throw new WrongCredentials(file, `a PEM file with a certificate (${reasonOf(error)})`);
  }
}

function rsaKeyIn(pem: string): KeyObject | string {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key : `it is of the kind ${key.asymmetricKeyType ?? 'unknown'}`;
  } catch (error) {
    return reasonOf(error);
  }
}

const pkcs8 = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Reads the three PEM texts. Throws WrongCredentials if one is not what it has to be, or if they do not belong together. */
export function appleCredentials(files: Readonly<Record<AppleFile, string>>): AppleCredentials {
  const certificate = certificateIn('certificate', files.certificate);
  const authority = certificateIn('authority', files.authority);
  const key = rsaKeyIn(files.key);
  if (typeof key === 'string')
    throw new WrongCredentials('key', `a PEM file with an RSA key without a passphrase (${key})`);
  if (!certificate.checkPrivateKey(key)) throw new WrongCredentials('key', 'the key of the certificate');
  if (!certificate.checkIssued(authority) || !certificate.verify(authority.publicKey))
    throw new WrongCredentials('authority', 'the certificate that has signed that of the passes');
  const passType = subjectPart(certificate, 'UID');
  const team = subjectPart(certificate, 'OU');
  if (passType === null || team === null)
    throw new WrongCredentials('certificate', 'a certificate for passes, with UID and OU in its subject');
  return {
    certificate: files.certificate,
    key: pkcs8(key),
    authority: files.authority,
    passType,
    team,
    validUntil: new Date(certificate.validTo),
  };
}

/** Node writes each part of a subject on a line. */
function subjectPart({ subject }: X509Certificate, name: 'UID' | 'OU'): string | null {
  const line = subject.split('\n').find((each) => each.startsWith(`${name}=`));
  return line?.slice(name.length + 1) ?? null;
}

const accountSchema = z.object({ client_email: z.string().min(3), private_key: z.string() });

/** Reads the JSON file of a service account. Throws WrongCredentials if it is none. */
export function googleCredentials(issuerId: string, json: string): GoogleCredentials {
  let account: z.output<typeof accountSchema>;
  try {
    account = accountSchema.parse(JSON.parse(json));
  } catch {
    // The message of the error could repeat the key.
    throw new WrongCredentials('key', 'the JSON file of a service account');
  }
  const key = rsaKeyIn(account.private_key);
  if (typeof key === 'string')
    throw new WrongCredentials('key', 'the JSON file of a service account with an RSA key');
  return { issuerId, account: account.client_email, key: pkcs8(key) };
}
