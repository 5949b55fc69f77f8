import { lookup } from 'node:dns/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { listen, listenTls, type WireAnswer } from '@/testing/faults/wire';
import { pinnedDnsLookup } from '../network/pinned-dns-lookup';
import { allowedAddress, fetchDocument, type FetchLimits } from './document-fetch';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const pdf: WireAnswer = { text: '%PDF-1.7 and the rest', headers: { 'content-type': 'application/pdf' } };

async function storage(reply: WireAnswer | Promise<WireAnswer>, limits: Partial<FetchLimits> = {}) {
  const server = await listenTls(() => reply);
  closing.push(() => server.close());
  const url = `${server.url}/ticket.pdf?signature=secret`;
  const all = {
    hosts: [new URL(server.url).host],
    ca: server.ca,
    maximumBytes: 1000,
    timeoutMilliseconds: 500,
    ...limits,
  };
  return { server, url, get: () => fetchDocument(url, all) };
}

async function readAll(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('the URL', () => {
  const hosts = ['files.example', 'storage.example:8443'];
  const refused = [
    'http://files.example/a.pdf',
    'https://files.example:444/a.pdf',
    'https://user@files.example/a.pdf',
    'https://user:password@files.example/a.pdf',
    'https://files.example.evil.example/a.pdf',
    'https://evil.example/files.example',
    'https://files.example@evil.example/',
    'https://127.0.0.1/a.pdf',
    'https://[::1]/a.pdf',
    'https://169.254.169.254/latest/meta-data',
    'https://storage.example/a.pdf',
    'ftp://files.example/a.pdf',
    'file:///etc/passwd',
    'data:application/pdf,%25PDF-',
    '//files.example/a.pdf',
    'not an address',
  ];
  it.each(refused)('%s is not fetched', (address) => {
    expect(allowedAddress(address, hosts)).toBeNull();
  });

  it.each(['https://files.example/a.pdf', 'https://FILES.example/a.pdf', 'https://storage.example:8443/a'])(
    '%s is fetched',
    (address) => {
      expect(allowedAddress(address, hosts)).toBeInstanceOf(URL);
    },
  );

  it('that is not allowed is not requested at all', async () => {
    const { server, url } = await storage(pdf);
    const limits = { hosts: ['other.example'], ca: server.ca, maximumBytes: 1000, timeoutMilliseconds: 500 };
    expect(await fetchDocument(url, limits)).toMatchObject({ kind: 'refused' });
    expect(server.seen).toEqual([]);
  });
});

describe('a document', () => {
  it('is passed on unchanged', async () => {
    const fetched = await (await storage(pdf)).get();
    if (fetched.kind !== 'fetched') throw new Error(fetched.kind);
    expect(await readAll(fetched.body)).toBe('%PDF-1.7 and the rest');
  });

  it('that is HTML declared as a PDF is refused', async () => {
    const html = { ...pdf, text: '<!doctype html><script>alert(1)</script>' };
    expect(await (await storage(html)).get()).toEqual({ kind: 'refused', why: 'not a PDF' });
  });

  it.each(['', '%PD'])('with the content "%s" is refused', async (text) => {
    expect(await (await storage({ ...pdf, text })).get()).toMatchObject({ kind: 'refused' });
  });

  it('with a Content-Length over the limit is refused before it is read', async () => {
    const large = { ...pdf, headers: { 'content-length': '2000' }, text: '%PDF-'.padEnd(2000, ' ') };
    expect(await (await storage(large)).get()).toEqual({ kind: 'refused', why: 'too large' });
  });

  it('that turns out to be too large breaks off', async () => {
    const chunked = { headers: { 'transfer-encoding': 'chunked' }, text: '%PDF-'.padEnd(500_000, ' ') };
    const fetched = await (await storage(chunked)).get();
    if (fetched.kind !== 'fetched') throw new Error(fetched.kind);
    await expect(readAll(fetched.body)).rejects.toThrow('too large');
  });

  it('that does not arrive in time is refused', async () => {
    const never = new Promise<WireAnswer>(() => undefined);
    expect(await (await storage(never, { timeoutMilliseconds: 100 })).get()).toEqual({
      kind: 'refused',
      why: 'TimeoutError',
    });
  });

  it('is not fetched from the target of a redirect', async () => {
    const inside = await listen(() => pdf);
    closing.push(() => inside.close());
    const redirect = { status: 302, headers: { location: `${inside.url}/secret` } };
    expect(await (await storage(redirect)).get()).toEqual({ kind: 'refused', why: 'answer 302' });
    expect(inside.seen).toEqual([]);
  });

  it('with a content encoding is refused', async () => {
    const packed = { ...pdf, headers: { 'content-encoding': 'gzip' } };
    expect(await (await storage(packed)).get()).toEqual({ kind: 'refused', why: 'packed' });
  });

  it.each([400, 403, 404, 410, 503])('whose URL has expired (%d) may have a fresh one', async (status) => {
    expect(await (await storage({ status })).get()).toEqual({ kind: 'expired' });
  });

  it('is not accepted from a server with another certificate', async () => {
    const { url, server } = await storage(pdf);
    const limits = { hosts: [new URL(server.url).host], maximumBytes: 1000, timeoutMilliseconds: 500 };
    const refused = await fetchDocument(url, limits);
    expect(refused.kind).toBe('refused');
    expect(JSON.stringify(refused)).not.toContain('signature');
  });
});

describe('a host name that resolves to another address', () => {
  /** A resolver that returns these addresses in turn, for every name. */
  function resolver(...answers: string[][]) {
    return pinnedDnsLookup((_hostname, _options, callback) => {
      callback(
        null,
        (answers.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    });
  }

  it.each([[['169.254.169.254']], [['127.0.0.1', '93.184.215.14']]])(
    'that is private is not connected to: %s',
    async (answer) => {
      const { server, get } = await storage(pdf, { names: resolver(answer) });
      expect(await get()).toEqual({ kind: 'refused', why: 'AddressRefused' });
      expect(server.seen).toEqual([]);
    },
  );

  it('that is public after its certificate was accepted at another one is not connected to', async () => {
    const listening = await addressOfLocalhost();
    const names = resolver([listening], ['93.184.215.14'], [listening]);
    const { server, get } = await storage(pdf, { names });
    expect((await get()).kind).toBe('fetched');
    expect(await get()).toEqual({ kind: 'refused', why: 'AddressRefused' });
    expect((await get()).kind).toBe('fetched');
    expect(server.seen).toHaveLength(2);
  });
});

/** The address on which the servers of these tests listen. */
async function addressOfLocalhost(): Promise<string> {
  return (await lookup('localhost')).address;
}
