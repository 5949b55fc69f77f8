import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '@/testing/free-port';
import { type Certificate, localCertificate } from './certificate';
import { readCertificate, watchCertificate } from './certificate-files';
import { listen } from './listen';

let folder: string;
let files: { certificateFile: string; keyFile: string };
let first: Certificate;
let second: Certificate;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  files = { certificateFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  first = await localCertificate(join(folder, 'first'), 'localhost', new Date());
  second = await localCertificate(join(folder, 'second'), 'localhost', new Date());
});
afterAll(() => rm(folder, { recursive: true }));

async function put({ cert, key }: Certificate): Promise<void> {
  await writeFile(`${files.certificateFile}.new`, cert);
  await writeFile(`${files.keyFile}.new`, key);
  await rename(`${files.certificateFile}.new`, files.certificateFile);
  await rename(`${files.keyFile}.new`, files.keyFile);
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

describe('the files of a certificate', () => {
  it('are read', async () => {
    await put(first);
    expect(await readCertificate(files, new Date())).toEqual(first);
  });

  const wrong: [string, () => Partial<Certificate>, Date, RegExp][] = [
    ['no certificate', () => ({ cert: 'x' }), inDays(0), /cert\.pem is no certificate in PEM\.$/],
    ['no key', () => ({ key: 'x' }), inDays(0), /key\.pem is no private key in PEM without a passphrase\.$/],
    ['another key', () => ({ key: second.key }), inDays(0), /key\.pem is not that of the certificate in/],
    ['one that has expired', () => ({}), inDays(366), /cert\.pem expired on /],
    ['one that is not valid yet', () => ({}), inDays(-2), /cert\.pem is valid from .* on\.$/],
  ];
  it.each(wrong)('with %s are reported in one sentence', async (_, make, now, sentence) => {
    await put({ ...first, ...make() });
    await expect(readCertificate(files, now)).rejects.toThrow(sentence);
  });
});

it('a renewed certificate is used for new connections; a wrong one is reported and not used', async () => {
  await put(first);
  const port = await freePort();
  const handle = () => Promise.resolve(new Response('ok'));
  const server = await listen({ handle, certificate: first, host: '127.0.0.1', port });
  const errors: unknown[] = [];
  const stop = watchCertificate(files, first, {
    now: () => new Date(),
    everySeconds: 0.02,
    changed: (renewed) => server.renew(renewed),
    onError: (error) => errors.push(error),
  });
  const served = async () => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { serialNumber } = socket.getPeerCertificate();
    socket.destroy();
    return serialNumber;
  };
  const before = await served();
  await put({ ...second, key: 'broken' });
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  expect(await served()).toBe(before);
  await put(second);
  await expect.poll(served).not.toBe(before);
  stop();
  await server.close();
});
