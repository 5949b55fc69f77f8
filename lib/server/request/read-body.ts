import { IncomingMessage } from 'node:http';
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
function readBody(
  request: IncomingMessage,
  { bytes, seconds }: { bytes: number; seconds: number },
): Promise<Buffer | 408 | 413 | null> {
  if (Number(request.headers['content-length'] ?? 0) > bytes) return Promise.resolve(413);
  // It has left while its sender was looked up.
  if (request.destroyed) return Promise.resolve(null);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (result: Buffer | 408 | 413 | null) => {
      clearTimeout(timer);
      request.off('data', take).off('end', ended).off('close', gone);
      resolve(result);
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > bytes) settle(413);
      else chunks.push(chunk);
    };
    const ended = () => settle(Buffer.concat(chunks));
    const gone = () => settle(null);
    const timer = setTimeout(() => settle(408), seconds * 1000);
    request.on('data', take).once('end', ended).once('close', gone);
  });
}

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
  return whole;
}
