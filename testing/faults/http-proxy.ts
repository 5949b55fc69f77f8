import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Agent, request } from 'undici';
import { listenHttp } from '@/testing/listen-http';

/**
 * What happens to a request:
 * - `request_lost`: it does not arrive, and the connection breaks
 * - `request_late`: the connection breaks, and the request arrives later
 * - `request_slow`, `answer_slow`: it, or its answer, arrives so much later
 * - `answer_lost`, `answer_cut`: it arrives, and no answer, or half of it, comes back
 * - `error_before`, `error_after`: an error of a gateway, and the request does not arrive, or it does
 * - `busy`: 429, and it does not arrive
 * - `garbage`: it arrives, and its answer is half of a JSON document
 * - `twice`, `twice_at_once`: it arrives two times, one after the other or at the same time
 */
export type HttpFaultKind = (typeof httpFaultKinds)[number];
export const httpFaultKinds = [
  'request_lost',
  'request_late',
  'request_slow',
  'answer_slow',
  'answer_lost',
  'answer_cut',
  'error_before',
  'error_after',
  'busy',
  'garbage',
  'twice',
  'twice_at_once',
] as const;

export interface HttpFault {
  kind: HttpFaultKind;
  /** Of a late or slow request or answer. */
  milliseconds: number;
  /** Of the error of a gateway. */
  status: number;
}

/** A request that may change something, as the proxy has seen it. */
export interface Exchange {
  /** Milliseconds since 1970. */
  at: number;
  method: string;
  path: string;
  key: string | null;
  body: string;
  fault: HttpFaultKind | null;
  /** What the server answered, each time that the request arrived. */
  answers: { at: number; status: number; body: string }[];
}

/** A proxy between a program and an HTTP server, which knows requests and answers. */
export interface HttpProxy {
  url: string;
  /** Decides about each request. */
  choose: (request: { method: string; path: string }) => HttpFault | null;
  /** Called after each request, whatever happened to it. */
  onRequest: () => void;
  /** How often there was each fault. */
  counts: Map<HttpFaultKind, number>;
  /** The requests that may change something, oldest first. */
  exchanges: Exchange[];
  close(): Promise<void>;
}

interface Target {
  url: string;
  /** The certificate that the proxy trusts, in PEM; left out for http. */
  ca?: string;
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Headers of one connection, which are not passed on. */
const ofConnection = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect'];
const neverArrives: readonly HttpFaultKind[] = ['request_lost', 'error_before', 'busy'];
const longestWait = 60_000;

/** Starts a proxy, at http://127.0.0.1. */
export async function startHttpProxy({ url, ca }: Target): Promise<HttpProxy> {
  const agent = new Agent({
    connect: ca === undefined ? {} : { ca },
    headersTimeout: longestWait,
    bodyTimeout: longestWait,
  });
  const forward = async (incoming: IncomingMessage, body: Buffer): Promise<Answer> => {
    const { method = 'GET', headers } = incoming;
    const answer = await request(`${url}${incoming.url ?? '/'}`, {
      dispatcher: agent,
      method: method as 'GET',
      headers: passedOn(headers),
      body: method === 'GET' ? null : body,
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, headers: answer.headers, body: bytes };
  };
  const server = await listenHttp((incoming, response) => {
    handle(proxy, forward, incoming, response).catch(() => incoming.socket.destroy());
  });
  const proxy: HttpProxy = {
    url: server.url,
    choose: () => null,
    onRequest: () => undefined,
    counts: new Map(),
    exchanges: [],
    close: async () => {
      await server.close();
      await agent.destroy();
    },
  };
  return proxy;
}

type Forward = (incoming: IncomingMessage, body: Buffer) => Promise<Answer>;

function passedOn(headers: Answer['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || ofConnection.includes(name) ? [] : [[name, String(value)]],
    ),
  );
}

async function handle(
  proxy: HttpProxy,
  forward: Forward,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await buffer(incoming);
  const { method = 'GET', url: path = '/' } = incoming;
  const fault = proxy.choose({ method, path });
  if (fault !== null) proxy.counts.set(fault.kind, (proxy.counts.get(fault.kind) ?? 0) + 1);
  const key = incoming.headers['idempotency-key'];
  const exchange: Exchange = {
    at: Date.now(),
    method,
    path,
    body: body.toString(),
    fault: fault?.kind ?? null,
    answers: [],
    key: typeof key === 'string' ? key : null,
  };
  if (method !== 'GET') proxy.exchanges.push(exchange);
  const send = async () => {
    const answer = await forward(incoming, body);
    exchange.answers.push({ at: Date.now(), status: answer.status, body: answer.body.toString() });
    return answer;
  };
  try {
    await answerWith(fault, send, response);
  } finally {
    proxy.onRequest();
  }
}

async function answerWith(
  fault: HttpFault | null,
  send: () => Promise<Answer>,
  response: ServerResponse,
): Promise<void> {
  const breakOff = () => response.socket?.destroy();
  if (fault === null) {
    give(response, await send());
    return;
  }
  const { kind, milliseconds, status } = fault;
  if (kind === 'request_late') breakOff();
  if (kind === 'request_slow' || kind === 'request_late') await wait(milliseconds);
  const answer = neverArrives.includes(kind) ? null : await sendAs(kind, send);
  if (kind === 'answer_slow') await wait(milliseconds);
  if (kind === 'request_lost' || kind === 'answer_lost') breakOff();
  else if (kind === 'error_before' || kind === 'error_after') refuse(response, status);
  else if (answer === null) refuse(response, 429);
  else if (kind === 'answer_cut') giveHalf(response, answer);
  else if (kind === 'garbage') give(response, { ...answer, body: Buffer.from('{"half":') });
  else if (kind !== 'request_late') give(response, answer);
}

/** Sends the request, once or two times. */
async function sendAs(kind: HttpFaultKind, send: () => Promise<Answer>): Promise<Answer> {
  if (kind === 'twice_at_once') return (await Promise.all([send(), send()]))[0];
  if (kind === 'twice') await send();
  return send();
}

const wait = (milliseconds: number) => new Promise((later) => setTimeout(later, milliseconds));

function give(response: ServerResponse, { status, headers, body }: Answer): void {
  const length = status === 204 || status === 304 ? {} : { 'content-length': String(body.length) };
  response.writeHead(status, { ...passedOn(headers), ...length }).end(body);
}

function giveHalf(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...passedOn(headers), 'content-length': String(body.length) });
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.destroy());
}

/** In the form of both the service and the payment provider. */
function refuse(response: ServerResponse, status: number): void {
  const type = status === 429 ? 'rate_limit_error' : 'api_error';
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' });
  response.end(JSON.stringify({ title: 'injected', error: { type, message: 'injected' } }));
}
