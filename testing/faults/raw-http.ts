import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import fc from 'fast-check';

/** The behaviour of a client on one connection: bytes in parts, and how it ends. */
export interface Conversation {
  readonly parts: readonly { readonly bytes: Buffer; readonly pause: number }[];
  /** Whether it reads the answer. */
  readonly reads: boolean;
  readonly end: 'waits' | 'ends' | 'destroys';
}

const line = fc.constantFrom(
  'GET /healthz HTTP/1.1',
  'GET / HTTP/1.1',
  'GET /healthz HTTP/1.0',
  'HEAD /%ff HTTP/1.1',
  'POST /v1/booking/reservations/_bulk HTTP/1.1',
  'POST /en HTTP/1.1',
  'PUT /en HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'GET http://a.example/ HTTP/1.1',
  'CONNECT a.example:443 HTTP/1.1',
  'TRACE / HTTP/1.1',
  'GET /healthz HTTP/3.7',
);
const header = fc.oneof(
  fc.constantFrom(
    'Host: localhost',
    'host: a.example',
    'Content-Length: 5',
    'Content-Length: 4000000000',
    'Content-Length: -1',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip, chunked',
    'Expect: 100-continue',
    'Expect: nothing',
    'Connection: close',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Authorization: Bearer a.b.c',
    'Origin: https://tickets.example',
    'Content-Type: application/json',
    'Accept-Encoding: br;q=x, *;q=2',
    'If-None-Match: "a", W/"b", *',
    'Range: bytes=0-,5-1',
    'X-Forwarded-For: , ,999.1.1.1',
    'X-Forwarded-Proto: https',
    ' folded: header',
    'no colon',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => `X-Any: ${text}`),
  fc.integer({ min: 1, max: 40_000 }).map((length) => `X-Long: ${'a'.repeat(length)}`),
);
const body = fc.oneof(
  fc.constant(''),
  fc.constantFrom(
    'hello',
    '5\r\nhello\r\n0\r\n\r\n',
    'fffffffffffffff\r\n',
    '-1\r\n',
    '5;x=y\r\nhel',
    '{"a":',
  ),
  fc.integer({ min: 1, max: 300_000 }).map((length) => 'b'.repeat(length)),
);
const request = fc
  .tuple(line, fc.array(header, { maxLength: 8 }), body)
  .map(([first, headers, rest]) => `${[first, ...headers].join('\r\n')}\r\n\r\n${rest}`);

/** Valid and invalid requests: pipelined, truncated, with changed bytes, or not HTTP at all. */
const sent = fc.oneof(
  { weight: 4, arbitrary: request.map((text) => Buffer.from(text, 'latin1')) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(request, fc.integer({ min: 2, max: 60 }))
      .map(([text, times]) => Buffer.from(text.slice(0, 2_000).repeat(times), 'latin1')),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(request, fc.nat(), fc.integer({ min: 0, max: 255 })).map(([text, place, byte]) => {
      const bytes = Buffer.from(text, 'latin1');
      bytes[place % bytes.length] = byte;
      return bytes;
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(request, fc.nat())
      .map(([text, place]) => Buffer.from(text.slice(0, place % text.length), 'latin1')),
  },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ minLength: 1, maxLength: 3_000 }).map((bytes) => Buffer.from(bytes)),
  },
);

const conversation: fc.Arbitrary<Conversation> = fc
  .record({
    bytes: sent,
    cuts: fc.array(fc.nat(), { maxLength: 4 }),
    pauses: fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 5, maxLength: 5 }),
    reads: fc.boolean(),
    end: fc.constantFrom('waits' as const, 'ends' as const, 'destroys' as const),
  })
  .map(({ bytes, cuts, pauses, reads, end }) => {
    const places = [...new Set([0, ...cuts.map((cut) => cut % bytes.length), bytes.length])].sort(
      (a, b) => a - b,
    );
    const parts = places.slice(1).map((place, index) => ({
      bytes: bytes.subarray(places[index], place),
      pause: pauses[index] ?? 0,
    }));
    return { parts, reads, end };
  });

/** Generates the same connections for the same seed. */
export function conversations(seed: number, count: number): Conversation[] {
  return fc.sample(conversation, { seed, numRuns: count });
}

/** The longest time that a client waits for a response. */
const patience = 150;

/** Sends the bytes on a new connection; resolves to the received bytes when it has ended. */
export async function converse(socket: Socket, { parts, reads, end }: Conversation): Promise<string> {
  let got = '';
  socket.on('error', () => socket.destroy());
  const closed = new Promise<void>((done) => {
    socket.once('close', () => done());
  });
  if (reads) socket.on('data', (part: Buffer) => (got += part.toString('latin1')));
  else socket.pause();
  for (const { bytes, pause } of parts) {
    if (socket.destroyed) break;
    socket.write(bytes);
    await (pause === 0 ? setImmediate() : setTimeout(pause));
  }
  if (end === 'destroys') socket.destroy();
  if (end === 'ends') socket.end();
  await Promise.race([closed, setTimeout(patience, undefined, { ref: false })]);
  socket.destroy();
  await closed;
  return got;
}
