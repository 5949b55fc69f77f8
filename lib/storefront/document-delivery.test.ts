import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeToNodeResponse } from 'next/dist/server/pipe-readable';
import { afterEach, describe, expect, it } from 'vitest';
import { before, closeAll, opened, samples, startHttp, startHttps, type Reply } from '../client/testing';
import { deliverDocument, type Delivered } from './document-delivery';

afterEach(closeAll);

const wanted = { orderId: samples.id(1), documentId: samples.id(2), language: 'fr' } as const;
const whole = `%PDF-1.7 ${'x'.repeat(200_000)} %%EOF`;
const pdf: Reply = { text: whole, headers: { 'content-type': 'application/pdf' } };
/** Says that it is longer than it is: the rest never comes. */
const unfinished: Reply = { text: whole, headers: { 'content-length': '300000' } };

function documentAt(temporaryUrl: string): Reply {
  return {
    body: {
      '@id': `/v1/booking/orders/${wanted.orderId}/documents/${wanted.documentId}`,
      '@type': 'BookingOrderDocument',
      id: wanted.documentId,
      cachedAt: '2026-01-01T00:00:00+00:00',
      expiresAt: '2026-01-01T00:15:00+00:00',
      temporaryUrl,
      cachedLanguage: 'fr',
    },
  };
}

/** A service and its storage; the storage answers in turn, the last for ever. */
async function stage(replies: Reply[], patch?: (storageUrl: string) => Reply) {
  const storage = await startHttps(() => (replies.length > 1 ? replies.shift() : replies[0]) ?? pdf);
  opened(storage);
  let asked = 0;
  const { client, server } = await before(() => {
    asked += 1;
    return patch?.(storage.url) ?? documentAt(`${storage.url}/ticket.pdf?signature=s3cret${asked}`);
  });
  const reports: string[] = [];
  const rooms = {
    client,
    limits: {
      hosts: [new URL(storage.url).host],
      ca: storage.ca,
      maximumBytes: 1_000_000,
      timeoutMilliseconds: 5_000,
    },
    report: (message: string, context: Record<string, unknown>) =>
      reports.push(`${message} ${JSON.stringify(context)}`),
  };
  return { storage, service: server, reports, rooms, deliver: () => deliverDocument(rooms, wanted) };
}

async function readAll(answer: Delivered): Promise<string> {
  if (answer.kind !== 'document') throw new Error(answer.kind);
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The shop as a browser meets it: Next's own way of sending a route's answer. */
async function shop(deliver: () => Promise<Delivered>) {
  const server = createServer((_request, response) => {
    void deliver().then(async (answer) => {
      if (answer.kind !== 'document') {
        response.writeHead(502).end();
        return;
      }
      // Next reports what it could not send; the connection is what counts here.
      await pipeToNodeResponse(answer.body, response).catch(() => undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  opened({
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
  return `http://localhost:${(server.address() as AddressInfo).port}/`;
}

/** What a browser has in the end: a whole file, or a download that failed. */
async function download(url: string, onFirstBytes?: () => void): Promise<{ text: string; isWhole: boolean }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, resolve).once('error', reject);
  });
  let text = '';
  return new Promise((resolve) => {
    response.once('data', () => onFirstBytes?.());
    response.on('data', (chunk: Buffer) => (text += chunk.toString()));
    response.once('error', () => undefined);
    response.once('close', () => resolve({ text, isWhole: response.complete }));
  });
}

describe('a document', () => {
  it('is fetched from an address that was asked for now', async () => {
    const { service, storage, deliver } = await stage([pdf]);
    expect(await readAll(await deliver())).toBe(whole);
    expect(await readAll(await deliver())).toBe(whole);
    expect(service.seen.map(({ method }) => method)).toEqual(['PATCH', 'PATCH']);
    expect(storage.seen.map(({ query }) => query.get('signature'))).toEqual(['s3cret1', 's3cret2']);
  });

  it.each([
    ['is over', { status: 403 }],
    ['breaks off before the first byte', { reset: true }],
    ['leads to a storage that is unwell', { status: 503 }],
  ] satisfies [string, Reply][])('whose address %s gets one fresh address', async (_what, first) => {
    const { service, deliver } = await stage([first, pdf]);
    expect(await readAll(await deliver())).toBe(whole);
    expect(service.seen).toHaveLength(2);
  });

  it('whose fresh address is over, too, fails without a third', async () => {
    const { service, reports, deliver } = await stage([{ status: 403 }]);
    expect(await deliver()).toEqual({ kind: 'failed' });
    expect(service.seen).toHaveLength(2);
    expect(reports.join()).toContain('twice');
    expect(reports.join()).not.toContain('s3cret');
  });

  it('that breaks off in mid-download breaks the browser’s connection, and the next download is whole', async () => {
    const { storage, rooms, deliver } = await stage([unfinished]);
    const cut = await download(await shop(deliver), () => void storage.close());
    expect(cut.isWhole).toBe(false);
    expect(whole.startsWith(cut.text)).toBe(true);
    const again = await stage([pdf]);
    const limits = again.rooms.limits;
    const retry = await shop(() => deliverDocument({ ...rooms, ...again.rooms, limits }, wanted));
    expect(await download(retry)).toEqual({ text: whole, isWhole: true });
  });

  it('that is complete does not look broken off: the test can tell', async () => {
    const { deliver } = await stage([pdf]);
    expect(await download(await shop(deliver))).toEqual({ text: whole, isWhole: true });
  });

  it('that stops coming breaks the browser’s connection, too', async () => {
    const { rooms } = await stage([unfinished]);
    const limits = { ...rooms.limits, timeoutMilliseconds: 1_000 };
    const cut = await download(await shop(() => deliverDocument({ ...rooms, limits }, wanted)));
    expect(cut.isWhole).toBe(false);
  });

  it('is not held back by a browser that reads slowly', async () => {
    const { rooms } = await stage([pdf]);
    const limits = { ...rooms.limits, timeoutMilliseconds: 2_000 };
    const answer = await deliverDocument({ ...rooms, limits }, wanted);
    // Longer than the storage may be waited for: it is the browser that takes its time.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await readAll(answer)).toBe(whole);
  });

  it('that nobody wants any more is not read on', async () => {
    const { rooms } = await stage([unfinished]);
    const answer = await deliverDocument(rooms, wanted);
    if (answer.kind !== 'document') throw new Error(answer.kind);
    await answer.body.cancel();
    expect((await answer.body.getReader().read()).done).toBe(true);
  });
});

describe('a service', () => {
  it.each([
    [409, { kind: 'preparing', retryAfterSeconds: 7 }],
    [404, { kind: 'denied' }],
    [500, { kind: 'failed' }],
  ])('that answers %d is not asked twice', async (status, expected) => {
    const { service, storage, deliver } = await stage([pdf], () => ({
      status,
      headers: { 'retry-after': '7' },
    }));
    expect(await deliver()).toEqual(expected);
    expect(service.seen).toHaveLength(1);
    expect(storage.seen).toEqual([]);
  });

  it('that names a language which is none does not get it into the file’s name', async () => {
    const { deliver } = await stage([pdf], (url) => {
      const reply = documentAt(`${url}/a.pdf`);
      return { ...reply, body: { ...Object(reply.body), cachedLanguage: 'x"\r\n../' } as unknown };
    });
    expect(await deliver()).toMatchObject({ kind: 'document', language: 'fr' });
  });
});

describe('an address that leads elsewhere', () => {
  const elsewhere: [string, (trap: URL, storage: URL) => string][] = [
    ['plain HTTP', (trap) => trap.href],
    ['a private address', (trap) => `https://127.0.0.1:${trap.port}/`],
    ['somebody’s name', (_trap, storage) => `https://user:password@${storage.host}/`],
    ['another port', (trap, storage) => `https://${storage.hostname}:${trap.port}/`],
    ['a host that only starts the same', (_trap, storage) => `https://${storage.hostname}.evil.example/`],
  ];
  it.each(elsewhere)('by %s is not called at all', async (_what, make) => {
    const trap = await startHttp(() => pdf);
    opened(trap);
    const { storage, service, deliver } = await stage([pdf], (url) =>
      documentAt(make(new URL(trap.url), new URL(url))),
    );
    expect(await deliver()).toEqual({ kind: 'failed' });
    expect(service.seen).toHaveLength(1);
    expect([...trap.seen, ...storage.seen]).toEqual([]);
  });

  it('by a redirect is not followed', async () => {
    const trap = await startHttp(() => pdf);
    opened(trap);
    const { deliver } = await stage([{ status: 302, headers: { location: trap.url } }]);
    expect(await deliver()).toEqual({ kind: 'failed' });
    expect(trap.seen).toEqual([]);
  });
});
