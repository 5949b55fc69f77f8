import type { IncomingMessage } from 'node:http';
import { fetch } from 'undici';
import { listenHttp } from '@/testing/listen-http';

interface Kept {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: Uint8Array;
}

export interface SharedCache {
  readonly url: string;
  /** The paths that were answered without asking the server behind it. */
  readonly hits: string[];
  close(): Promise<void>;
}

const ofConnection = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-encoding',
  'content-length',
]);

/** The values of the request headers that the response names in `Vary` (RFC 9111 §4.1). */
function variantOf(request: IncomingMessage, vary: string): string {
  return vary
    .split(',')
    .map((name) => String(request.headers[name.trim().toLowerCase()] ?? ''))
    .join('\n');
}

/**
 * A cache in front of a server, like that of nginx or a CDN, which looks at no cookie. It is worse than they are: it
 * keeps everything that may be shared (`public`) for ever.
 */
export async function startSharedCache(upstream: string): Promise<SharedCache> {
  const varies = new Map<string, string>();
  const kept = new Map<string, Kept>();
  const hits: string[] = [];
  const keyOf = (request: IncomingMessage) => {
    const path = request.url ?? '/';
    return `${request.method ?? 'GET'} ${path}\n${variantOf(request, varies.get(path) ?? '')}`;
  };
  const ask = async (request: IncomingMessage): Promise<Kept> => {
    const given = Object.entries(request.headers).filter(
      ([name]) => !ofConnection.has(name) && name !== 'host',
    );
    const headers = given.map(([name, value]): [string, string] => [name, String(value)]);
    const answer = await fetch(upstream + (request.url ?? '/'), { headers, redirect: 'manual' });
    const body = new Uint8Array(await answer.arrayBuffer());
    return {
      status: answer.status,
      headers: [...answer.headers].filter(([name]) => !ofConnection.has(name)),
      body,
    };
  };
  const server = await listenHttp(async (request, response) => {
    let answer = kept.get(keyOf(request));
    if (answer === undefined) {
      answer = await ask(request);
      const headers = new Map(answer.headers);
      if (/\bpublic\b/.test(headers.get('cache-control') ?? '')) {
        varies.set(request.url ?? '/', headers.get('vary') ?? '');
        kept.set(keyOf(request), answer);
      }
    } else {
      hits.push(request.url ?? '/');
    }
    response.writeHead(answer.status, answer.headers.flat());
    response.end(answer.body);
  });
  return { url: server.url.replace('127.0.0.1', 'localhost'), hits, close: server.close };
}
