import { IncomingMessage } from 'node:http';

/**
 * The whole body of a request; 413 when it is longer than allowed, 408 when it takes longer: the rest is then
 * discarded. Null when the client closed the connection.
 */
export function readBody(
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
