import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

interface Asked {
  readonly challenge: string;
  readonly rpId?: string | undefined;
  readonly rp?: { readonly id?: string | undefined };
}

interface Answering {
  /** Of the page that asks. */
  readonly origin: string;
  /** Whether the device has checked who uses it, by a finger or a PIN. */
  readonly isVerified?: boolean;
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

/** Texts and bytes in CBOR (RFC 8949 §3.1), up to 65,535 bytes. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const bytes = (value: Uint8Array) => Buffer.concat([head(2, value.length), value]);

const present = 0x01;
const verified = 0x04;
const hasKey = 0x40;

function clientData(type: string, { challenge }: Asked, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** Begins each authenticator data (WebAuthn §6.1). */
function dataHead({ rpId, rp }: Asked, flags: number, counter: number): Buffer {
  const uses = Buffer.alloc(4);
  uses.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId ?? rp?.id ?? ''), Buffer.from([flags]), uses]);
}

/** A device with one passkey (ES256), as a browser passes its answers to a page. */
export function authenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;
  const flagsOf = (isVerified: boolean) => present | (isVerified ? verified : 0);
  const named = { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} };
  return {
    /** Makes the passkey: the JSON that a form sends. */
    make(asked: Asked, { origin, isVerified = true }: Answering): string {
      const point = (value: string) => bytes(Buffer.from(value, 'base64url'));
      // COSE (RFC 9052): an EC key for ES256 on P-256.
      const key = Buffer.concat([
        Buffer.from('a501020326200121', 'hex'),
        point(x),
        Buffer.from('22', 'hex'),
        point(y),
      ]);
      const data = Buffer.concat([
        dataHead(asked, flagsOf(isVerified) | hasKey, counter),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        key,
      ]);
      const attestationObject = Buffer.concat([
        head(5, 3),
        text('fmt'),
        text('none'),
        text('attStmt'),
        head(5, 0),
        text('authData'),
        bytes(data),
      ]);
      const clientDataJSON = base64url(clientData('webauthn.create', asked, origin));
      const response = { clientDataJSON, attestationObject: base64url(attestationObject) };
      return JSON.stringify({ ...named, response });
    },
    /** Uses the passkey: the JSON that a form sends. */
    use(asked: Asked, { origin, isVerified = true }: Answering): string {
      counter += 1;
      const data = dataHead(asked, flagsOf(isVerified), counter);
      const client = clientData('webauthn.get', asked, origin);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      };
      return JSON.stringify({ ...named, response });
    },
  };
}
