import { createHash, type Hash } from 'node:crypto';
import { Hono } from 'hono';
import type { z } from 'zod';
import { isDatabaseAway } from '@/lib/database/database';
import { preferredLanguage } from '@/lib/locale/negotiate';
import { checkAccept } from './accept';
import type { Answer } from './answer';
import { authenticate, type Principal, type VerifyToken } from './authenticate';
import { violationsOf } from './violations';
import { inSlices } from './in-slices';
import { type Page, parsePage } from './paging';
import { HttpProblem, InvalidRequest, notFound, problemBody, violationsBody } from './problem';
import { readBody, refuseBadTexts } from './read-body';
import type { PreparedAnswers } from './prepared';
import { commonHeaders, respond, respondPrepared, respondProblem } from './respond';
import type { Route } from './route';

/** A path that needs no token. */
export interface OpenAddress {
  /** `/docs`, or a path with a `*` at the end for all that begin so. */
  path: string;
  serve: (request: Request) => Promise<Response>;
}

export interface RouterOptions {
  /** The address that clients use for the service: answers contain it, whatever Host a request names. */
  url: string;
  routes: readonly Route[];
  verifyToken: VerifyToken;
  /** Resolves to the seconds that a caller has to wait, or to null if it may continue. */
  throttle: (principal: Principal) => Promise<number | null>;
  /** Called for unexpected errors; the client learns only the request id. */
  onError: (error: unknown, requestId: string) => void;
  open: readonly OpenAddress[];
  /** How long a client may take to send its body. */
  bodySeconds: number;
  prepared: PreparedAnswers;
  once: Once;
}

/** Runs a repeatable operation once for an Idempotency-Key, and answers a repetition like the first time. */
export type Once = (
  request: { principal: Principal; operation: string; key: string; body: unknown },
  run: () => Promise<Answer>,
) => Promise<Answer>;

type Environment = {
  Bindings: { requestId: string; url: URL; common: Readonly<Record<string, string>> };
};

const defaultBodyLimit = 256 * 1024;

const identifier = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Makes the one function that handles HTTP for every row of the table. */
export function createRouter(options: RouterOptions): (request: Request) => Promise<Response> {
  const app = new Hono<Environment>();
  for (const row of options.routes) {
    // No identifier begins with _, so that …/_bulk is not read as one.
    app.on(row.method, row.path.replaceAll(/\{(\w+)\}/g, ':$1{[^_/][^/]*}'), ({ req, env }) =>
      serve(req.raw, req.param(), row, options, env),
    );
  }
  for (const { path, serve: open } of options.open) {
    app.get(path, async ({ req, env }) => {
      const response = await open(req.raw);
      for (const [name, value] of Object.entries(env.common)) response.headers.set(name, value);
      return response;
    });
  }
  app.notFound(({ req }) => {
    const allowed = ['GET', 'POST', 'PATCH'].filter(
      (method) => app.router.match(method, req.path)[0].length > 0,
    );
    if (allowed.length === 0) throw notFound();
    throw new HttpProblem(405, 'Method Not Allowed', {
      allow: allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '),
    });
  });
  app.onError((error, { req, env }) => failure(error, req.raw, env, options));
  const common = commonHeaders(new URL(options.url));
  return async (request) => {
    const requestId = crypto.randomUUID();
    const url = new URL(request.url);
    return app.fetch(request, { requestId, url, common: { ...common, 'x-request-id': requestId } });
  };
}

async function serve(
  request: Request,
  params: Record<string, string>,
  row: Route,
  options: RouterOptions,
  { url, common }: Environment['Bindings'],
): Promise<Response> {
  const principal = await authenticate(request, row.scope, options.verifyToken);
  const wait = await options.throttle(principal);
  if (wait !== null) throw new HttpProblem(429, 'Too Many Requests', { 'retry-after': String(wait) });
  checkAccept(request.headers.get('accept'));
  if (!Object.values(params).every((value) => identifier.test(value))) throw notFound();
  const acceptLanguage = request.headers.get('accept-language');
  const handle = async () => {
    const hash = row.hashed === true ? createHash('sha256') : null;
    const call = {
      principal,
      params: Object.fromEntries(Object.entries(params).map(([name, id]) => [name, id.toLowerCase()])),
      query: await readQuery(row, url.searchParams),
      page: row.list ? parsePage(url.searchParams) : wholeList,
      body: await readCheckedBody(request, row, options, hash),
      bodyHash: hash === null ? null : hash.digest('hex'),
      acceptLanguage,
      signal: request.signal,
    };
    const run = () => row.answer(call, { path: url.pathname, search: url.searchParams });
    const key = row.repeatable ? readKey(request) : null;
    if (key === null) return run();
    // The same body for another thing is another request.
    const body = Object.keys(params).length === 0 ? call.body : { params: call.params, body: call.body };
    return options.once({ principal, operation: row.operationId, key, body }, run);
  };
  if (!isForAll(row)) return respond(request, await handle(), row, common);
  const key = `${acceptLanguage ?? ''}\n${url.pathname}${url.search}`;
  return respondPrepared(request, await options.prepared.get(key, handle), common);
}

/** Answers about a catalogue are the same for every caller. */
function isForAll({ method, scope, realtime }: Route): boolean {
  return method === 'GET' && scope === 'catalog:read' && !realtime;
}

const wholeList: Page = { number: 1, size: 0, skip: 0 };

async function readQuery(row: Route, search: URLSearchParams): Promise<unknown> {
  if (row.query === undefined) return undefined;
  const query = Object.fromEntries(search);
  await inSlices(refuseBadTexts(query));
  return check(row.query, query);
}

async function readCheckedBody(
  request: Request,
  { body, bodyLimit: limit = defaultBodyLimit }: Route,
  { bodySeconds: seconds }: RouterOptions,
  hash: Hash | null,
): Promise<unknown> {
  return body === undefined ? undefined : check(body, await readBody(request, { limit, seconds, hash }));
}

function check(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw new InvalidRequest(violationsOf(result.error));
}

function readKey(request: Request): string | null {
  const key = request.headers.get('idempotency-key');
  if (key === null || /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new InvalidRequest([{ path: 'Idempotency-Key', code: 'tooLong', detail: '255' }]);
}

function failure(
  error: unknown,
  request: Request,
  { requestId, common }: Environment['Bindings'],
  { onError }: RouterOptions,
): Response {
  if (error instanceof InvalidRequest) {
    const language = preferredLanguage(request.headers.get('accept-language'));
    const headers = { ...common, 'content-language': language, vary: 'Accept-Language' };
    return respondProblem(422, violationsBody(error.violations, language, error.count), headers);
  }
  if (error instanceof HttpProblem) {
    return respondProblem(error.status, problemBody(error.status, error.detail), {
      ...common,
      ...error.headers,
    });
  }
  onError(error, requestId);
  return isDatabaseAway(error)
    ? respondProblem(503, problemBody(503, 'Service Unavailable'), { ...common, 'retry-after': '5' })
    : respondProblem(500, problemBody(500, 'Internal Server Error'), common);
}
