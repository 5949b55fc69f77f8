import Negotiator from 'negotiator';
import { isIP } from 'node:net';
import { namesTag } from '@/lib/network/if-none-match';
import type { Answer } from './answer';
import { inPieces } from './in-pieces';
import { type PreparedAnswer, vary } from './prepared';
import { patchTypes } from './read-body';
import type { Route } from './route';

type Headers = Readonly<Record<string, string>>;

const jsonLd = 'application/ld+json; charset=utf-8';

/** Headers of every answer. Browsers are told to use only TLS (RFC 6797), except for a local host name. */
export function commonHeaders({ hostname, origin }: URL): Headers {
  const isOwn = hostname === 'localhost' || isIP(hostname) !== 0 || hostname.startsWith('[');
  return {
    'x-content-type-options': 'nosniff',
    // Absolute, as in API Platform, because api-doc-parser fetches it without resolving it.
    link: `<${origin}/docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"`,
    ...(isOwn ? {} : { 'strict-transport-security': 'max-age=31536000' }),
  };
}

/** An answer in JSON-LD that is only for its caller; 304 if the caller has it already. */
export function respond(
  request: Request,
  { status, body, language, tag, written }: Answer,
  row: Route,
  common: Headers,
): Response {
  const cached = { 'cache-control': 'private, no-store', vary, ...(tag === undefined ? {} : { etag: tag }) };
  if (tag !== undefined && namesTag(request.headers.get('if-none-match'), tag)) {
    return new Response(null, { status: 304, headers: { ...common, ...cached } });
  }
  const text = JSON.stringify(body);
  const whole = written === undefined ? text : `${text.slice(0, -1)},"${written.name}":${written.text}}`;
  return inPieces(whole, {
    status,
    headers: {
      ...common,
      ...cached,
      'content-type': jsonLd,
      ...(language === undefined ? {} : { 'content-language': language }),
      ...(row.method === 'PATCH' ? { 'accept-patch': patchTypes.join(', ') } : {}),
    },
  });
}

/** An answer for every caller, in an encoding that the client accepts; 304 if the client has it already. */
export async function respondPrepared(
  request: Request,
  answer: PreparedAnswer,
  common: Headers,
  type = jsonLd,
): Promise<Response> {
  if (namesTag(request.headers.get('if-none-match'), answer.tag)) {
    return new Response(null, { status: 304, headers: { ...common, ...answer.headers } });
  }
  const headers = { ...common, ...answer.headers, 'content-type': type };
  const gzipped = takesGzip(request.headers.get('accept-encoding')) ? await answer.gzipped() : null;
  return gzipped === null
    ? inPieces(answer.bytes, { headers })
    : inPieces(gzipped, { headers: { ...headers, 'content-encoding': 'gzip' } });
}

function takesGzip(header: string | null): boolean {
  if (header === null) return false;
  return new Negotiator({ headers: { 'accept-encoding': header } }).encodings(['gzip']).includes('gzip');
}

/** If-None-Match compares weakly (RFC 9110 §13.1.2). */
export function respondProblem(status: number, body: object, headers: Headers): Response {
  return inPieces(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'private, no-store',
      ...headers,
    },
  });
}
