import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Database } from '@/lib/database/database';
import { openDatabase } from '@/lib/database/open-database';
import { citusServer, citusUrl } from '@/testing/database/citus';
import { testDatabase } from '@/testing/database/embedded';
import { localStorage } from '@/service/document/document-storage';
import { pdfRenderer } from '@/service/document/pdf-renderer';
import { httpPriceSource } from '@/service/offer/http-price-source';
import type { Route } from '@/service/http/route';
import { scopes } from '@/service/organization/organization';
import { throttle } from '@/service/organization/throttle';
import { tokenVerifier } from '@/service/organization/verify-token';
import { type Dependencies, serviceContext } from '@/service/dependencies';
import { newId } from '@/service/ids/new-id';
import { routes } from '@/service/routes';
import { createTicketing } from '@/service/ticketing';

const issuer = 'https://issuer.test';
const audience = 'https://service.test';
const migrations = fileURLToPath(new URL('../../service/migrations', import.meta.url));
const schema = 'ticketing_migrations';

/** How to call the service under test. */
export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  organization?: string;
  scopes?: readonly string[];
  /** Sent instead of a token of the test service; null sends none. */
  token?: string | null;
}

export interface TestAnswer {
  status: number;
  headers: Headers;
  body: unknown;
}

export interface TestService {
  call(method: string, path: string, options?: CallOptions): Promise<TestAnswer>;
  handle: (request: Request) => Promise<Response>;
  token(claims?: Record<string, unknown>, header?: Record<string, string>): Promise<string>;
  database: Database;
  /** The folder of its documents. */
  folder: string;
  /** All routes. */
  routes: readonly Route[];
  /** The unexpected errors that the service reported. */
  unexpectedErrors: unknown[];
  /** What it told the operator about tokens that the issuer signed and it refused. */
  refusedTokens: string[];
  close(): Promise<void>;
}

interface TestOptions {
  /** A PostgreSQL server's URL; without it the embedded database in memory. */
  databaseUrl?: string;
  /** The URL is that of a pooler, behind which the tables are there already. */
  pooler?: 'transaction';
  holdSeconds?: number;
  now?: () => Date;
  connections?: number;
  /** The address that clients use, if it listens; the addresses of documents begin with it. */
  url?: string;
  requestsPerMinute?: number;
  bodySeconds?: number;
  unknownCodes?: number;
  /** host[:port] of price sources that may be called at any address. */
  priceSourceHosts?: readonly string[];
}

/** The service over a real database made by the real migrations, with real tokens. */
export async function startTestService(options: TestOptions = {}): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'service-'));
  const database = await openTestDatabase(options, folder);
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256' }] });
  const told = { unexpectedErrors: [] as unknown[], refusedTokens: [] as string[] };
  const renderer = pdfRenderer();
  const url = options.url ?? audience;
  const dependencies: Dependencies = {
    url,
    database,
    verifyToken: tokenVerifier({ issuer, audience, keys, onRefused: (why) => told.refusedTokens.push(why) }),
    bodySeconds: options.bodySeconds ?? 20,
    throttle: throttle(options.requestsPerMinute),
    unknownCodes: options.unknownCodes,
    now: options.now ?? (() => new Date()),
    newId,
    holdSeconds: options.holdSeconds ?? 1200,
    prices: httpPriceSource({ hosts: options.priceSourceHosts ?? [] }),
    documents: localStorage({
      folder,
      url,
      secret: 'a secret of at least thirty-two characters',
    }),
    renderer,
    documentSeconds: 900,
    onError: (error) => told.unexpectedErrors.push(error),
  };
  const handle = createTicketing(dependencies);
  const token = (claims: Record<string, unknown> = {}, header: Record<string, string> = {}) =>
    new SignJWT({
      iss: issuer,
      aud: audience,
      exp: Math.floor(Date.now() / 1000) + 600,
      organization: 'reseller',
      scope: scopes.join(' '),
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'test', ...header })
      .sign(privateKey);
  return {
    call: async (method, path, call = {}) => request(handle, method, path, call, token),
    handle,
    token,
    database,
    folder,
    routes: routes(serviceContext(dependencies)),
    ...told,
    close: async () => {
      await renderer.close();
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function openTestDatabase(
  { databaseUrl, pooler, connections }: TestOptions,
  folder: string,
): Promise<Database> {
  const settings = { folder, migrations, schema, connections: connections ?? 10, connectSeconds: 60 };
  if (databaseUrl !== undefined) return openDatabase({ url: databaseUrl, pooler, ...settings });
  if (citusUrl === undefined) return testDatabase({ migrations, schema });
  const server = citusServer(citusUrl);
  const database = await openDatabase({ url: await server.createDatabase(), ...settings });
  return { ...database, close: () => database.close().then(() => server.stop()) };
}

async function request(
  handle: (request: Request) => Promise<Response>,
  method: string,
  path: string,
  call: CallOptions,
  sign: (claims: Record<string, unknown>) => Promise<string>,
): Promise<TestAnswer> {
  const headers = new Headers(call.headers);
  if (call.token !== null) {
    const claims = {
      ...(call.organization === undefined ? {} : { organization: call.organization }),
      ...(call.scopes === undefined ? {} : { scope: call.scopes.join(' ') }),
    };
    headers.set('authorization', `Bearer ${call.token ?? (await sign(claims))}`);
  }
  if (call.body !== undefined && !headers.has('content-type')) {
    headers.set('content-type', method === 'PATCH' ? 'application/merge-patch+json' : 'application/ld+json');
  }
  const response = await handle(
    new Request(path.startsWith('https:') ? path : `${audience}${path}`, {
      method,
      headers,
      ...(call.body === undefined ? {} : { body: bytes(call.body) }),
    }),
  );
  const text = method !== 'HEAD' && response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    headers: response.headers,
    body: text ? await response.json() : new Uint8Array(await response.arrayBuffer()),
  };
}

/** A string or bytes as they are; any other value as JSON. */
function bytes(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? Uint8Array.from(body) : JSON.stringify(body);
}
