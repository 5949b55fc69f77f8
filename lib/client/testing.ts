import 'reflect-metadata';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { createClient, type Client } from './client';
import { ServiceError } from './service-error';

/** One request as it came over the wire. */
export interface Seen {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Reply {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Instead of JSON. */
  text?: string;
  /** Breaks the connection without an answer. */
  reset?: true;
  delayMilliseconds?: number;
}

export type Respond = (seen: Seen) => Reply;

export interface WireServer {
  url: string;
  seen: Seen[];
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}

function handler(seen: Seen[], respond: Respond) {
  return async (request: IncomingMessage, response: ServerResponse) => {
    const address = new URL(request.url ?? '/', 'http://wire.test');
    const one = {
      method: request.method ?? '',
      path: address.pathname,
      query: address.searchParams,
      headers: request.headers,
      body: await readBody(request),
    };
    seen.push(one);
    const reply = respond(one);
    if (reply.reset === true) {
      request.socket.destroy();
      return;
    }
    if (reply.delayMilliseconds !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, reply.delayMilliseconds));
    }
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/ld+json', ...reply.headers });
    response.end(reply.text ?? (reply.body === undefined ? '' : JSON.stringify(reply.body)));
  };
}

async function listen(server: Server, scheme: string, seen: Seen[]): Promise<WireServer> {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${scheme}://localhost:${port}`,
    seen,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A server on loopback that answers as told, without TLS: a token issuer, or a service behind none. */
export function startHttp(respond: Respond): Promise<WireServer> {
  const seen: Seen[] = [];
  const handle = handler(seen, respond);
  return listen(
    createHttpServer((request, response) => void handle(request, response)),
    'http',
    seen,
  );
}

/** A certificate for localhost that signs itself, in PEM. */
async function selfSigned(): Promise<{ certificate: string; key: string }> {
  x509.cryptoProvider.set(webcrypto as Crypto);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 3_600_000),
    extensions: [
      new x509.BasicConstraintsExtension(true),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }]),
    ],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`;
  return { certificate: certificate.toString('pem'), key };
}

/** The same over TLS, with the certificate that a client has to trust. */
export async function startHttps(respond: Respond): Promise<WireServer & { ca: string }> {
  const seen: Seen[] = [];
  const handle = handler(seen, respond);
  const { certificate, key } = await selfSigned();
  const server = createHttpsServer(
    { cert: certificate, key },
    (request, response) => void handle(request, response),
  );
  return { ...(await listen(server, 'https', seen)), ca: certificate };
}

const identifier = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Things as the specification writes them (§2). */
export const samples = {
  id: identifier,
  catalog: (number = 1) => ({
    '@id': `/v1/ticketing/catalogs/${identifier(number)}`,
    '@type': 'TicketingCatalog',
    id: identifier(number),
    name: `Catalogue ${number}`,
    language: 'en',
    importedAt: '2026-01-01T00:00:00+00:00',
  }),
  session: (number: number, occursAt: string) => ({
    '@id': `/v1/ticketing/catalogs/${identifier(1)}/events/${identifier(2)}/sessions/${identifier(number)}`,
    '@type': 'TicketingSession',
    id: identifier(number),
    occursAt,
    duration: null,
    availableQuantity: null,
  }),
  reservation: (number = 1) => ({
    '@id': `/v1/booking/reservations/${identifier(number)}`,
    '@type': 'BookingReservation',
    id: identifier(number),
    expired: false,
    createdAt: '2026-01-01T00:00:00+00:00',
    expiresAt: '2026-01-01T00:20:00+00:00',
    totalAmountInclTax: '18.00',
    totalAmountExclTax: null,
    items: [],
    organization: '/v1/organizations/1',
    order: null,
  }),
  order: (number: number, externalReference: string) => ({
    '@id': `/v1/booking/orders/${identifier(number)}`,
    '@type': 'BookingOrder',
    id: identifier(number),
    createdAt: '2026-01-01T00:00:00+00:00',
    organization: '/v1/organizations/1',
    reference: `R${number}`,
    externalReference,
    totalAmountInclTax: '18.00',
    totalAmountExclTax: '15.00',
    reservation: `/v1/booking/reservations/${identifier(number)}`,
    customer: [],
    items: [],
    documents: [],
  }),
};

/** A list in the envelope of §2.1, cut into pages as the query asks. `filters` are those that it advertises. */
export function collection(
  { path, query }: Seen,
  all: readonly unknown[],
  options: { filters?: readonly string[]; withoutNext?: boolean; cap?: number } = {},
): Reply {
  const size = Math.min(Number(query.get('itemsPerPage') ?? 30), options.cap ?? 100);
  const page = Number(query.get('page') ?? 1);
  const member = all.slice((page - 1) * size, page * size);
  const next = page * size < all.length && options.withoutNext !== true;
  return {
    body: {
      '@context': '/contexts/Anything',
      '@id': path,
      '@type': 'Collection',
      totalItems: all.length,
      member,
      view: {
        '@id': `${path}?page=${page}`,
        '@type': 'PartialCollectionView',
        ...(next ? { next: `${path}?itemsPerPage=${size}&page=${page + 1}` } : {}),
      },
      ...(options.filters === undefined
        ? {}
        : {
            search: {
              '@type': 'IriTemplate',
              template: `${path}{?${options.filters.join(',')}}`,
              variableRepresentation: 'BasicRepresentation',
              mapping: [],
            },
          }),
    },
  };
}

export const language = 'fr';
const toClose: { close(): Promise<void> }[] = [];

/** Has what a test opened closed after it. */
export function opened(...things: { close(): Promise<void> }[]): void {
  toClose.push(...things);
}

export async function closeAll(): Promise<void> {
  await Promise.all(toClose.splice(0).map((each) => each.close()));
}

/** A client before a server that answers as told. */
export async function before(
  respond: Respond,
  options: { timeoutMilliseconds?: number } = {},
): Promise<{ client: Client; server: WireServer }> {
  const server = await startHttp(respond);
  const getToken = () => Promise.resolve('token-1');
  const client = createClient({ serviceUrl: server.url, getToken, ...options });
  opened(client, server);
  return { client, server };
}

/** The ServiceError with which a call fails. */
export async function failure(call: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await call.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw error;
  return error;
}
