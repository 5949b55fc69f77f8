import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeToNodeResponse } from 'next/dist/server/pipe-readable';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, opened, startClient } from '@/testing/client/test-client';
import { listen, listenTls, type WireAnswer } from '@/testing/faults/wire';
import { samples } from '@/testing/service/resources';
import { deliverDocument, type Delivered } from '../../../client/document-delivery';

afterEach(closeAll);

const wanted = { orderId: samples.id(1), documentId: samples.id(2), language: 'fr' } as const;
const whole = `%PDF-1.7 ${'x'.repeat(200_000)} %%EOF`;
const pdf: WireAnswer = { text: whole, headers: { 'content-type': 'application/pdf' } };
/** A response that is shorter than its Content-Length: the rest never arrives. */
const unfinished: WireAnswer = { text: whole, headers: { 'content-length': '300000' } };

function documentAt(temporaryUrl: string) {
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

/** A service and its storage. The storage sends these replies in turn, and then repeats the last one. */
async function start(replies: WireAnswer[], patch?: (storageUrl: string) => WireAnswer) {
  const storage = await listenTls(() => (replies.length > 1 ? replies.shift() : replies[0]) ?? pdf);
  opened(storage);
  let asked = 0;
  const { client, server } = await startClient(() => {
    asked += 1;
    return patch?.(storage.url) ?? documentAt(`${storage.url}/ticket.pdf?signature=s3cret${asked}`);
  });
  const reports: string[] = [];
  const checkoutContext = {
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
  return {
    storage,
    service: server,
    reports,
    checkoutContext,
    deliver: () => deliverDocument(checkoutContext, wanted),
  };
}

async function readAll(answer: Delivered): Promise<string> {
  if (answer.kind !== 'document') throw new Error(answer.kind);
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** A server that sends the document as Next sends the response of a route. */
async function shop(deliver: () => Promise<Delivered>) {
  const server = createServer((_request, response) => {
    void deliver().then(async (answer) => {
      if (answer.kind !== 'document') {
        response.writeHead(502).end();
        return;
      }
      // Next reports what it could not send; only the connection matters here.
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

/** What a browser receives: a whole file, or an aborted download. */
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
  it('is fetched from a fresh URL', async () => {
    const { service, storage, deliver } = await start([pdf]);
    expect(await readAll(await deliver())).toBe(whole);
    expect(await readAll(await deliver())).toBe(whole);
    expect(service.seen.map(({ method }) => method)).toEqual(['PATCH', 'PATCH']);
    expect(storage.seen.map(({ query }) => query.get('signature'))).toEqual(['s3cret1', 's3cret2']);
  });

  it.each([
    ['has expired', { status: 403 }],
    ['breaks off before the first byte', 'cut'],
    ['leads to a storage that fails', { status: 503 }],
  ] satisfies [string, WireAnswer][])('whose URL %s gets one fresh URL', async (_what, first) => {
    const { service, deliver } = await start([first, pdf]);
    expect(await readAll(await deliver())).toBe(whole);
    expect(service.seen).toHaveLength(2);
  });

  it('whose fresh URL has expired, too, fails without a third request', async () => {
    const { service, reports, deliver } = await start([{ status: 403 }]);
    expect(await deliver()).toEqual({ kind: 'failed' });
    expect(service.seen).toHaveLength(2);
    expect(reports.join()).toContain('twice');
    expect(reports.join()).not.toContain('s3cret');
  });

  it('that breaks off during the download breaks the browser’s connection, and the next download is complete', async () => {
    const { storage, checkoutContext, deliver } = await start([unfinished]);
    const cut = await download(await shop(deliver), () => void storage.close());
    expect(cut.isWhole).toBe(false);
    expect(whole.startsWith(cut.text)).toBe(true);
    const again = await start([pdf]);
    const limits = again.checkoutContext.limits;
    const retry = await shop(() =>
      deliverDocument({ ...checkoutContext, ...again.checkoutContext, limits }, wanted),
    );
    expect(await download(retry)).toEqual({ text: whole, isWhole: true });
  });

  it('that is complete ends the connection properly, so the test above can tell the difference', async () => {
    const { deliver } = await start([pdf]);
    expect(await download(await shop(deliver))).toEqual({ text: whole, isWhole: true });
  });

  it('that stops arriving breaks the browser’s connection, too', async () => {
    const { checkoutContext } = await start([unfinished]);
    const limits = { ...checkoutContext.limits, timeoutMilliseconds: 1_000 };
    const cut = await download(await shop(() => deliverDocument({ ...checkoutContext, limits }, wanted)));
    expect(cut.isWhole).toBe(false);
  });

  it('is not aborted by the time limit while the browser reads slowly', async () => {
    const { checkoutContext } = await start([pdf]);
    const limits = { ...checkoutContext.limits, timeoutMilliseconds: 2_000 };
    const answer = await deliverDocument({ ...checkoutContext, limits }, wanted);
    // Longer than the time limit of the storage: here the browser is slow.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await readAll(answer)).toBe(whole);
  });

  it('is not read further after the browser has cancelled', async () => {
    const { checkoutContext } = await start([unfinished]);
    const answer = await deliverDocument(checkoutContext, wanted);
    if (answer.kind !== 'document') throw new Error(answer.kind);
    await answer.body.cancel();
    expect((await answer.body.getReader().read()).done).toBe(true);
  });
});

describe('an answer of the service', () => {
  it.each([
    [409, { kind: 'preparing', retryAfterSeconds: 7 }],
    [404, { kind: 'denied' }],
    [500, { kind: 'failed' }],
  ])('with status %d is not followed by a second request', async (status, expected) => {
    const { service, storage, deliver } = await start([pdf], () => ({
      status,
      headers: { 'retry-after': '7' },
    }));
    expect(await deliver()).toEqual(expected);
    expect(service.seen).toHaveLength(1);
    expect(storage.seen).toEqual([]);
  });

  it('with an invalid language does not change the file’s name', async () => {
    const { deliver } = await start([pdf], (url) => {
      const { body } = documentAt(`${url}/a.pdf`);
      return { body: { ...body, cachedLanguage: 'x"\r\n../' } };
    });
    expect(await deliver()).toMatchObject({ kind: 'document', language: 'fr' });
  });
});

describe('a document URL that leads elsewhere', () => {
  const elsewhere: [string, (trap: URL, storage: URL) => string][] = [
    ['plain HTTP', (trap) => trap.href],
    ['a private address', (trap) => `https://127.0.0.1:${trap.port}/`],
    ['a user name in the URL', (_trap, storage) => `https://user:password@${storage.host}/`],
    ['another port', (trap, storage) => `https://${storage.hostname}:${trap.port}/`],
    ['a host that only starts the same', (_trap, storage) => `https://${storage.hostname}.evil.example/`],
  ];
  it.each(elsewhere)('by %s is not requested at all', async (_what, make) => {
    const trap = await listen(() => pdf);
    opened(trap);
    const { storage, service, deliver } = await start([pdf], (url) =>
      documentAt(make(new URL(trap.url), new URL(url))),
    );
    expect(await deliver()).toEqual({ kind: 'failed' });
    expect(service.seen).toHaveLength(1);
    expect([...trap.seen, ...storage.seen]).toEqual([]);
  });

  it('by a redirect is not followed', async () => {
    const trap = await listen(() => pdf);
    opened(trap);
    const { deliver } = await start([{ status: 302, headers: { location: trap.url } }]);
    expect(await deliver()).toEqual({ kind: 'failed' });
    expect(trap.seen).toEqual([]);
  });
});
