import { Hono } from 'hono';
import type { Answer } from './answer';
import { complaintsOf } from './complaints';
import { type Page, readPage } from './paging';
import { HttpProblem, InvalidRequest, notFound, problemBody, violationsBody } from './problem';
import { readBody } from './read-body';
import type { Route } from './route';
import { messageLanguage } from './violation-messages';

interface Caller {
  scopes: readonly string[];
}

export interface RouterOptions<Principal extends Caller> {
  routes: readonly Route<Principal>[];
  /** Null for a token that fails any check. */
  verifyToken: (token: string) => Promise<Principal | null>;
  newRequestId: () => string;
  /** Told of every surprise; the client learns only that there was one. */
  onError: (error: unknown, requestId: string) => void;
  /** Addresses that need no token: their signature is the permission. */
  open: { prefix: string; serve: (url: URL) => Promise<Response> };
  /** True for what the database throws when it is away. */
  isUnavailable: (error: unknown) => boolean;
}

const served = ['application/ld+json', 'application/json', '*/*', 'application/*'];
const identifier = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Makes the one function that speaks HTTP for every row of the table. */
export function createRouter<Principal extends Caller>(
  options: RouterOptions<Principal>,
): (request: Request) => Promise<Response> {
  const app = new Hono();
  for (const row of options.routes) {
    app.on(row.method, row.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (context) =>
      answer(await serve(context.req.raw, context.req.param(), row, options)),
    );
  }
  app.get(`${options.open.prefix}*`, (context) => options.open.serve(new URL(context.req.url)));
  app.notFound((context) => {
    const allowed = methodsAt(app, context.req.path, options.routes);
    throw allowed.length === 0
      ? notFound()
      : new HttpProblem(405, 'Method Not Allowed', { allow: allowed.join(', ') });
  });
  app.onError((error, context) => failure(error, context.req.raw, options));
  return async (request) => app.fetch(request);
}

async function serve<Principal extends Caller>(
  request: Request,
  params: Record<string, string>,
  row: Route<Principal>,
  options: RouterOptions<Principal>,
): Promise<Answer> {
  const principal = await authenticate(request, row.scope, options.verifyToken);
  checkAccept(request.headers.get('accept'));
  if (!Object.values(params).every((value) => identifier.test(value))) throw notFound();
  const url = new URL(request.url);
  return row.handle({
    principal,
    params: Object.fromEntries(Object.entries(params).map(([name, id]) => [name, id.toLowerCase()])),
    query: readQuery(row, url.searchParams),
    search: url.searchParams,
    page: row.answers.list ? readPage(url.searchParams) : wholeList,
    path: url.pathname,
    body: row.body === undefined ? undefined : await readInput(request, row.body, row.bodyLimit),
    acceptLanguage: request.headers.get('accept-language'),
  });
}

const wholeList: Page = { number: 1, size: 0, skip: 0 };

async function authenticate<Principal extends Caller>(
  request: Request,
  scope: string,
  verifyToken: (token: string) => Promise<Principal | null>,
): Promise<Principal> {
  const header = request.headers.get('authorization');
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(header ?? '')?.[1];
  if (header === null)
    throw new HttpProblem(401, 'Full authentication is required to access this resource.', {
      'www-authenticate': 'Bearer',
    });
  const principal = token === undefined ? null : await verifyToken(token);
  if (principal === null)
    throw new HttpProblem(401, 'Invalid credentials.', {
      'www-authenticate': 'Bearer error="invalid_token"',
    });
  if (!principal.scopes.includes(scope))
    throw new HttpProblem(403, 'Access Denied.', {
      'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
    });
  return principal;
}

function checkAccept(header: string | null): void {
  if (header === null || header.trim() === '') return;
  const wanted = header.split(',').filter((range) => !/;\s*q=0(\.0*)?\s*(;|$)/.test(range));
  if (wanted.some((range) => served.includes(range.split(';')[0]?.trim().toLowerCase() ?? ''))) return;
  throw new HttpProblem(
    406,
    `Requested format "${header}" is not supported. Supported MIME types are "application/ld+json", "application/json".`,
  );
}

function readQuery<Principal>(row: Route<Principal>, search: URLSearchParams): unknown {
  if (row.query === undefined) return undefined;
  const result = row.query.safeParse(Object.fromEntries(search));
  if (result.success) return result.data;
  throw new InvalidRequest(complaintsOf(result.error));
}

async function readInput(request: Request, schema: NonNullable<Route<unknown>['body']>, limit: number) {
  const result = schema.safeParse(await readBody(request, limit));
  if (result.success) return result.data;
  throw new InvalidRequest(complaintsOf(result.error));
}

function answer({ status, body, language }: Answer): Response {
  return json(status, body, {
    'content-type': 'application/ld+json; charset=utf-8',
    vary: 'Accept, Accept-Language, Authorization',
    ...(language === undefined ? {} : { 'content-language': language }),
  });
}

function failure<Principal extends Caller>(
  error: unknown,
  request: Request,
  options: RouterOptions<Principal>,
): Response {
  const requestId = options.newRequestId();
  const headers = {
    'content-type': 'application/problem+json; charset=utf-8',
    'x-request-id': requestId,
  };
  if (error instanceof InvalidRequest) {
    const language = messageLanguage(request.headers.get('accept-language'));
    return json(422, violationsBody(error.complaints, language), {
      ...headers,
      'content-language': language,
    });
  }
  if (error instanceof HttpProblem) {
    return json(error.status, problemBody(error.status, error.detail), { ...headers, ...error.headers });
  }
  options.onError(error, requestId);
  if (options.isUnavailable(error)) {
    return json(503, problemBody(503, 'Service Unavailable'), { ...headers, 'retry-after': '5' });
  }
  return json(500, problemBody(500, 'Internal Server Error'), headers);
}

function json(status: number, body: object, headers: Record<string, string>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...headers,
      'x-content-type-options': 'nosniff',
      link: '</docs.jsonld>; rel="http://www.w3.org/ns/hydra/core#apiDocumentation"',
    },
  });
}

function methodsAt<Principal>(app: Hono, path: string, routes: readonly Route<Principal>[]): string[] {
  const methods = [...new Set(routes.map(({ method }) => method))];
  return methods.filter((method) => app.router.match(method, path)[0].length > 0);
}
