import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { wrongHost } from '@/lib/network/host-header';
import { answerMalformed, problemHeaders } from '@/lib/network/last-response';
import { problemBody } from './problem';

/** Answers a request that does not reach a handler, and closes its connection. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, detail, headers }: { status: number; detail: string; headers?: Record<string, string> },
): void {
  request.resume();
  const body = JSON.stringify(problemBody(status, detail));
  const all = { ...problemHeaders, ...headers, 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, all).end(body);
}

/** Answers in JSON what Node would otherwise answer itself: malformed HTTP, CONNECT and expectations. */
export function refuseWhatNodeRefuses(server: Server, answer: RequestListener): void {
  answerMalformed(server, problemBody);
  server.on('checkContinue', (request, response) => {
    response.writeContinue();
    answer(request, response);
  });
  server.on('checkExpectation', (request, response) =>
    refuse(request, response, { status: 417, detail: 'Expectation Failed' }),
  );
}

/** What is wrong with the head of a request, as the detail of a problem; null: nothing. */
export function wrongHead(request: IncomingMessage): string | null {
  const wrong = wrongHost(request);
  if (wrong !== null) return wrong;
  const { method = '', url = '' } = request;
  if (!url.startsWith('/') && !/^https?:\/\//i.test(url)) return `${method} is for a path of this service.`;
  return isReadable(url) ? null : 'The address is malformed.';
}

/** An address with only one meaning: some parsers read a backslash as a slash. */
function isReadable(url: string): boolean {
  return !url.includes('\\') && URL.canParse(url.startsWith('/') ? `https://localhost${url}` : url);
}
