import { createHash } from 'node:crypto';
import type { Answer } from './answer';
import type { Route } from './route';

/** An answer in JSON-LD. What is read of a catalogue has an ETag, and a client that has it already gets 304. */
export function respond(request: Request, { status, body, language }: Answer, row: Route<never>): Response {
  const text = JSON.stringify(body);
  const headers = new Headers({ vary: 'Accept, Accept-Language, Authorization' });
  if (language !== undefined) headers.set('content-language', language);
  if (row.method === 'PATCH') headers.set('accept-patch', 'application/merge-patch+json');
  if (row.method !== 'GET' || row.scope !== 'catalog:read') {
    headers.set('cache-control', 'private, no-store');
  } else {
    const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    headers.set('cache-control', 'private, no-cache');
    headers.set('etag', tag);
    if (matches(request.headers.get('if-none-match'), tag)) {
      return new Response(null, { status: 304, headers });
    }
  }
  headers.set('content-type', 'application/ld+json; charset=utf-8');
  return new Response(text, { status, headers });
}

/** If-None-Match compares weakly (RFC 9110 §13.1.2). */
function matches(header: string | null, tag: string): boolean {
  if (header === null) return false;
  return header.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')));
}

/** An error as `application/problem+json`. */
export function respondProblem(
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'private, no-store',
      ...headers,
    },
  });
}
