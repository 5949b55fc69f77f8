import { Hono } from 'hono';
import type { z } from 'zod';
import { checkAccept } from './accept';
import { authenticate, type Caller, type Verify } from './authenticate';
import { complaintsOf } from './complaints';
import { inSlices } from './in-slices';
import { type Page, readPage } from './paging';
import { HttpProblem, InvalidRequest, notFound, problemBody, violationsBody } from './problem';
import { readBody, refuseBadTexts } from './read-body';
import type { PreparedAnswers } from './prepared';
import { commonHeaders, respond, respondPrepared, respondProblem } from './respond';
import type { Route } from './route';
import { messageLanguage } from './violation-messages';

/** An address that needs no token. */
export interface OpenAddress {
  /** `/docs`, or with a `*` at the end for all that begins so. */
  path: string;
  serve: (request: Request) => Promise<Response>;
}

export interface RouterOptions<Principal extends Caller> {
  /** Where clients reach the service. */
  url: string;
  routes: readonly Route<Principal>[];
  verifyToken: Verify<Principal>;
  /** Resolves to the seconds that a caller has to wait, or to null when it may go on. */
  throttle: (principal: Principal) => Promise<number | null>;
  newRequestId: () => string;
  /** Told of every surprise; the client learns only that there was one. */
  onError: (error: unknown, requestId: string) => void;
  open: readonly OpenAddress[];
  /** True for what the database throws when it is away. */
  isUnavailable: (error: unknown) => boolean;
  /** How long a client may take to send its body. */
  bodySeconds: number;
  prepared: PreparedAnswers;
}

type Environment = {
  Bindings: { requestId: string; url: URL; common: Readonly<Record<string, string>> };
};

const identifier = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Makes the one function that speaks HTTP for every row of the table. */
export function createRouter<Principal extends Caller>(
  options: RouterOptions<Principal>,
): (request: Request) => Promise<Response> {
  const app = new Hono<Environment>();
  for (const row of options.routes) {
    // No identifier begins with _, so that …/_bulk is not taken for one.
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
    const requestId = options.newRequestId();
    const url = new URL(request.url);
    return app.fetch(request, { requestId, url, common: { ...common, 'x-request-id': requestId } });
  };
}

async function serve<Principal extends Caller>(
  request: Request,
  params: Record<string, string>,
  row: Route<Principal>,
  options: RouterOptions<Principal>,
  { url, common }: Environment['Bindings'],
): Promise<Response> {
  const principal = await authenticate(request, row.scope, options.verifyToken);
  const wait = await options.throttle(principal);
  if (wait !== null) throw new HttpProblem(429, 'Too Many Requests', { 'retry-after': String(wait) });
  checkAccept(request.headers.get('accept'));
  if (!Object.values(params).every((value) => identifier.test(value))) throw notFound();
  const acceptLanguage = request.headers.get('accept-language');
  const handle = async () =>
    row.handle({
      principal,
      params: Object.fromEntries(Object.entries(params).map(([name, id]) => [name, id.toLowerCase()])),
      query: await readQuery(row, url.searchParams),
      search: url.searchParams,
      page: row.answers.list ? readPage(url.searchParams) : wholeList,
      path: url.pathname,
      type: row.answers.type,
      filters: Object.keys(row.query?.shape ?? {}),
      body:
        row.body === undefined
          ? undefined
          : check(row.body, await readBody(request, { limit: row.bodyLimit, seconds: options.bodySeconds })),
      acceptLanguage,
      idempotencyKey: row.repeatable ? readKey(request) : null,
      signal: request.signal,
    });
  if (!isForAll(row)) return respond(await handle(), row, common);
  const key = `${acceptLanguage ?? ''}\n${url.pathname}${url.search}`;
  return respondPrepared(request, await options.prepared.get(key, handle), common);
}

/** What is read of a catalogue is the same for everybody. */
function isForAll<Principal>({ method, scope, realtime }: Route<Principal>): boolean {
  return method === 'GET' && scope === 'catalog:read' && !realtime;
}

const wholeList: Page = { number: 1, size: 0, skip: 0 };

async function readQuery<Principal>(row: Route<Principal>, search: URLSearchParams): Promise<unknown> {
  if (row.query === undefined) return undefined;
  const query = Object.fromEntries(search);
  await inSlices(refuseBadTexts(query));
  return check(row.query, query);
}

/** What the schema makes of a value. 422 tells all that is wrong with it. */
function check(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw new InvalidRequest(complaintsOf(result.error));
}

function readKey(request: Request): string | null {
  const key = request.headers.get('idempotency-key');
  if (key === null || /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new InvalidRequest([{ path: 'Idempotency-Key', code: 'tooLong', detail: '255' }]);
}

function failure<Principal extends Caller>(
  error: unknown,
  request: Request,
  { requestId, common }: Environment['Bindings'],
  { onError, isUnavailable }: RouterOptions<Principal>,
): Response {
  if (error instanceof InvalidRequest) {
    const language = messageLanguage(request.headers.get('accept-language'));
    const headers = { ...common, 'content-language': language, vary: 'Accept-Language' };
    return respondProblem(422, violationsBody(error.complaints, language, error.count), headers);
  }
  if (error instanceof HttpProblem) {
    return respondProblem(error.status, problemBody(error.status, error.detail), {
      ...common,
      ...error.headers,
    });
  }
  onError(error, requestId);
  return isUnavailable(error)
    ? respondProblem(503, problemBody(503, 'Service Unavailable'), { ...common, 'retry-after': '5' })
    : respondProblem(500, problemBody(500, 'Internal Server Error'), common);
}
