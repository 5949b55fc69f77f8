import { IncomingMessage } from 'node:http';
import { feedPath, webhookPath } from './request-rules';

const kB = 1024;
/** A feed of 50 MiB and the rest of its form. */
const feedBytes = 51 * 1024 * kB;
/** A feed is kept in memory while it arrives, so few arrive at once. */
const mostFeeds = 2;

/** The cookie of a sign-in, under any of its names. */
const signedIn = /(^|; ?|__Host-)next-auth\.session-token=/;

/**
 * Reads the bodies of requests, each up to the limit of its path. Feeds may be large, if the client has a cookie of the
 * staff's sign-in (Next checks whether it is valid); 503 if others are arriving already.
 */
export function bodyReader(seconds: number) {
  let feeds = 0;
  return {
    read: async (request: IncomingMessage, path: string): Promise<Buffer | 408 | 413 | 503 | null> => {
      const isFeed = path === feedPath && signedIn.test(request.headers.cookie ?? '');
      if (!isFeed) return readBody(request, { bytes: (path === webhookPath ? 256 : 64) * kB, seconds });
      if (feeds >= mostFeeds) return 503;
      feeds += 1;
      return readBody(request, { bytes: feedBytes, seconds }).finally(() => {
        feeds -= 1;
      });
    },
  };
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
