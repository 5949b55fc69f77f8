import { Hono, type MiddlewareHandler } from 'hono';
import { isDatabaseUnavailable } from '@/lib/database/database';
import { counter, durations } from '@/lib/metrics/registry';
import { preferredLanguage } from '@/lib/locale/negotiate';
import type { Handled } from '@/lib/network/traffic';
import { checkAccept } from './accept';
import type { Answer } from './answer';
import { authenticate, type Principal, type VerifyToken } from './authenticate';
import { readCheckedBody } from './checked-body';
import { preconditionRequired } from './if-match';
import { type Page, parsePage } from './paging';
import {
  HttpProblem,
  InvalidRequest,
  notFound,
  problemBody,
  type Violation,
  violationsBody,
} from './problem';
import { readQuery } from './read-query';
import type { PreparedAnswers } from './prepared';
import { commonHeaders, respond, respondPrepared, respondProblem } from './respond';
import type { Call, Route } from './route';

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
  /** The version of a catalogue; null: there is none, or it is hidden. */
  versionOf: (catalogId: string) => Promise<string | null>;
  once: Once;
}

/** Runs a repeatable operation once for an Idempotency-Key, and answers a repetition like the first time. */
export type Once = (
  request: { principal: Principal; operation: string; key: string; body: unknown },
  run: () => Promise<Answer>,
) => Promise<Answer>;

type Environment = {
  Bindings: {
    requestId: string;
    handled: About | undefined;
    url: URL;
    common: Readonly<Record<string, string>>;
  };
};

/** What logs and traces have of a request: the router gives it its route. */
type About = Pick<Handled, 'requestId' | 'route'>;

const identifier = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const requestSeconds = durations({
  name: 'service_request_seconds',
  help: 'How long answers took, by operation and status, without the time in which they are sent',
  labelNames: ['operation', 'status'],
});
const violations = counter({
  name: 'service_violations_total',
  help: 'Why requests were refused (422): their violations, by code',
  labelNames: ['code'],
});

/** Notes how long an answer took, also one that is a problem. A client that has left gets none. */
const measured =
  (operation: string, route: string): MiddlewareHandler<Environment> =>
  async (context, next) => {
    if (context.env.handled !== undefined) context.env.handled.route = route;
    const began = performance.now();
    await next();
    requestSeconds.observe({ operation, status: context.res.status }, (performance.now() - began) / 1000);
  };

/** Makes the one function that handles HTTP for every row of the table. */
export function createRouter(
  options: RouterOptions,
): (request: Request, handled?: About) => Promise<Response> {
  const app = new Hono<Environment>();
  for (const row of options.routes) {
    // No identifier begins with _, so that …/_bulk is not read as one.
    const path = row.path.replaceAll(/\{(\w+)\}/g, ':$1{[^_/][^/]*}');
    app.on(row.method, path, measured(row.operationId, row.path), ({ req, env }) =>
      serve(req.raw, req.param(), row, options, env),
    );
  }
  for (const { path, serve: open } of options.open) {
    app.get(path, async ({ req, env }) => {
      if (env.handled !== undefined) env.handled.route = path;
      const response = await open(req.raw);
      for (const [name, value] of Object.entries(env.common)) response.headers.set(name, value);
      return response;
    });
  }
  app.notFound(({ req }) => {
    const allowed = ['GET', 'POST', 'PUT', 'PATCH'].filter(
      (method) => app.router.match(method, req.path)[0].length > 0,
    );
    if (allowed.length === 0) throw notFound();
    throw new HttpProblem(405, 'Method Not Allowed', {
      allow: allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '),
    });
  });
  app.onError((error, { req, env }) => failure(error, req.raw, env, options));
  const common = commonHeaders(new URL(options.url));
  return async (request, handled) => {
    const requestId = handled?.requestId ?? crypto.randomUUID();
    const url = new URL(request.url);
    return app.fetch(request, { requestId, handled, url, common: { ...common, 'x-request-id': requestId } });
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
  if (row.conditional && request.headers.get('if-match') === null) throw preconditionRequired();
  const read = () => readCall(request, { principal, params, row, search: url.searchParams }, options);
  const answer = async (call: Call<string>) => {
    const run = () => row.answer(call, { path: url.pathname, search: url.searchParams });
    const key = row.repeatable ? readKey(request) : null;
    if (key === null) return run();
    // The same body for another thing is another request.
    const body = Object.keys(params).length === 0 ? call.body : { params: call.params, body: call.body };
    return options.once({ principal, operation: row.operationId, key, body }, run);
  };
  if (isForAll(row)) {
    const key = `${request.headers.get('accept-language') ?? ''}\n${url.pathname}${url.search}`;
    const catalogId = params['catalogId'] ?? (row.ofCatalog ? params['id'] : undefined);
    const version = catalogId === undefined ? null : await options.versionOf(catalogId.toLowerCase());
    const make = async () => answer((await read()).call);
    const prepared = await options.prepared.get(key, make, (row.ofCatalog ? version : null) ?? undefined);
    return respondPrepared(request, prepared, { ...common, ...versionHeader(version, row) });
  }
  const { call, said } = await read();
  return respond(request, await answer(call), row, { ...common, ...said });
}

/** The checked call, and the headers of its answer that say what was not understood. The body is read last: it may be large. */
async function readCall(
  request: Request,
  asked: { principal: Principal; params: Record<string, string>; row: Route; search: URLSearchParams },
  { bodySeconds }: RouterOptions,
): Promise<{ call: Call<string>; said: Readonly<Record<string, string>> }> {
  const { principal, params, row, search } = asked;
  const query = await readQuery(row, search);
  const page = row.list ? parsePage(search) : wholeList;
  const { said, ...body } = await readCheckedBody(request, row, bodySeconds);
  const call = {
    principal,
    query,
    page,
    ...body,
    params: Object.fromEntries(Object.entries(params).map(([name, id]) => [name, id.toLowerCase()])),
    acceptLanguage: request.headers.get('accept-language'),
    ifMatch: row.conditional ? request.headers.get('if-match') : null,
    signal: request.signal,
  };
  return { call, said };
}

/** Answers about a catalogue are the same for every caller. */
function isForAll({ method, scope, realtime }: Route): boolean {
  return method === 'GET' && scope === 'catalog:read' && !realtime;
}

/** The version of the catalogue; `complete`: the answer depends on nothing else (a parameter by RFC 9651). */
const versionHeader = (version: string | null, { ofCatalog }: Route): Readonly<Record<string, string>> =>
  version === null ? {} : { 'catalog-version': `"${version}"${ofCatalog ? ';complete' : ''}` };

const wholeList: Page = { number: 1, size: 0, skip: 0 };

const longestKey = 255;

function readKey(request: Request): string | null {
  const key = request.headers.get('idempotency-key');
  if (key === null) return null;
  const refused = (violation: Omit<Violation, 'path'>) =>
    new InvalidRequest([{ path: 'Idempotency-Key', ...violation }]);
  if (key === '') throw refused({ code: 'notBlank' });
  if (!/^[\x21-\x7e]+$/.test(key)) throw refused({ code: 'regex', messageKey: 'keyCharacters' });
  if (key.length > longestKey) throw refused({ code: 'tooLong', detail: String(longestKey) });
  return key;
}

function failure(
  error: unknown,
  request: Request,
  { requestId, common }: Environment['Bindings'],
  { onError }: RouterOptions,
): Response {
  if (error instanceof InvalidRequest) {
    for (const { code } of error.violations) violations.inc({ code });
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
  return isDatabaseUnavailable(error)
    ? respondProblem(503, problemBody(503, 'Service Unavailable'), { ...common, 'retry-after': '5' })
    : respondProblem(500, problemBody(500, 'Internal Server Error'), common);
}
