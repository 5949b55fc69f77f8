import { IncomingMessage } from 'node:http';
import { inTime, readBounded } from '../../network/read-bounded';
import { feedPath, webhookPath } from './request-rules';

const kB = 1024;
/** A feed of 50 MiB and the rest of its form. */
const feedBytes = 51 * 1024 * kB;
/** A feed is kept in memory while it arrives, so few arrive at once. */
const mostFeeds = 2;

/**
 * Reads the bodies of requests, each up to the limit of its path. A feed may be large, if `mayUpload` says that its sender
 * is a member of staff who may upload one; 503 if others are arriving already.
 */
export function bodyReader(seconds: number, mayUpload: (request: IncomingMessage) => Promise<boolean>) {
  let feeds = 0;
  return {
    read: async (request: IncomingMessage, path: string): Promise<Buffer | 408 | 413 | 503 | null> => {
      const usual = (path === webhookPath ? 256 : 64) * kB;
      // Before anything is read: strangers get neither the size nor one of the places.
      const isFeed = path === feedPath && mayBeLonger(request, usual) && (await mayUpload(request));
      if (!isFeed) return readBody(request, { bytes: usual, seconds });
      if (feeds >= mostFeeds) return 503;
      feeds += 1;
      return readBody(request, { bytes: feedBytes, seconds }).finally(() => {
        feeds -= 1;
      });
    },
  };
}

/** A body may be of any length if its request does not name one. */
function mayBeLonger({ headers }: IncomingMessage, bytes: number): boolean {
  return Number(headers['content-length'] ?? Infinity) > bytes;
}

/**
 * The whole body of a request; 413 when it is longer than allowed, 408 when it takes longer: the rest is then
 * discarded. Null when the client closed the connection.
 */
async function readBody(
  request: IncomingMessage,
  { bytes, seconds }: { bytes: number; seconds: number },
): Promise<Buffer | 408 | 413 | null> {
  if (Number(request.headers['content-length'] ?? 0) > bytes) return 413;
  // What is left of the body is discarded only after the answer, so the connection has to stay open.
  const body = readBounded(request.iterator({ destroyOnReturn: false }), bytes);
  const read = await inTime(
    body.then(
      (whole) => whole ?? 413,
      () => null,
    ),
    seconds,
  );
  return read === 'late' ? 408 : read;
}

const bodies = new WeakMap<IncomingMessage, Buffer>();

/** The body of a request that was made by `withBody`: to look at, before somebody else reads it. */
export const bodyOf = (request: IncomingMessage): Buffer | undefined => bodies.get(request);

export function withBody(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { socket, method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } =
    request;
  const whole = new IncomingMessage(socket);
  Object.assign(whole, { method, url, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  whole.headers = { ...headers, 'content-length': String(body.length) };
  delete whole.headers['transfer-encoding'];
  whole.push(body);
  whole.push(null);
  whole.complete = true;
  bodies.set(whole, body);
  return whole;
}
