import { createHash, X509Certificate } from 'node:crypto';
import { Certificate, ContentInfo, SignedData } from 'pkijs';
import { z } from 'zod';

/** The files of a .pkpass: a ZIP file whose entries are stored without compression. */
export function filesOfPass(pass: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(pass);
  const files = new Map<string, Buffer>();
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50;) {
    const size = bytes.readUInt32LE(at + 18);
    const nameEnd = at + 30 + bytes.readUInt16LE(at + 26);
    const begin = nameEnd + bytes.readUInt16LE(at + 28);
    files.set(bytes.toString('utf8', at + 30, nameEnd), bytes.subarray(begin, begin + size));
    at = begin + size;
  }
  return files;
}

const manifestSchema = z.record(z.string(), z.string());

/** Whether the signature of a pass is that of a certificate of this authority (PEM), and fits every file. */
export async function isSigned(pass: Uint8Array, authority: string): Promise<boolean> {
  const files = filesOfPass(pass);
  const [manifest, signature] = [files.get('manifest.json'), files.get('signature')];
  if (manifest === undefined || signature === undefined) return false;
  const listed = new Map(Object.entries(manifestSchema.parse(JSON.parse(manifest.toString()))));
  const others = [...files].filter(([name]) => name !== 'manifest.json' && name !== 'signature');
  const fits = others.every(([name, content]) => listed.get(name) === sha1(content));
  if (!fits || listed.size !== others.length) return false;
  const signed = new SignedData({ schema: ContentInfo.fromBER(whole(signature)).content });
  const trustedCerts = [Certificate.fromBER(whole(new X509Certificate(authority).raw))];
  try {
    return await signed.verify({ signer: 0, data: whole(manifest), trustedCerts, checkChain: true });
  } catch {
    // The library throws where the chain or the digest is wrong.
    return false;
  }
}

const sha1 = (content: Buffer) => createHash('sha1').update(content).digest('hex');
const whole = (bytes: Buffer) => new Uint8Array(bytes).buffer;
