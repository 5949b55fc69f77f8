import type { Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import { Agent, buildConnector, fetch, type Response } from 'undici';
import { steadyLookup, type SteadyLookup } from '../network/steady-lookup';
import { checkedBody } from './document-stream';

export interface FetchLimits {
  /** host[:port], exactly, from which documents may come. Their addresses are judged by `steadyLookup`. */
  hosts: readonly string[];
  /** PEM, trusted in addition. */
  ca?: string;
  maximumBytes: number;
  /** How long the other side is waited for in all; a browser that reads slowly does not count. */
  timeoutMilliseconds: number;
  /** Whom to ask for the addresses of names; without it the system's resolver. */
  names?: SteadyLookup;
}

export const documentLimits = { maximumBytes: 25 * 1024 * 1024, timeoutMilliseconds: 10_000 } as const;

export type FetchedDocument =
  /** `length`: in bytes, where the other side said it. */
  | { kind: 'fetched'; body: ReadableStream<Uint8Array>; length: number | null }
  /** The address is over, or broke off before anything came: a fresh one may work. */
  | { kind: 'gone' }
  /** Not to be fetched, or not what it should be. `why` names no address. */
  | { kind: 'refused'; why: string };

/** An address that may be fetched: https, an allowed host, nobody's name and password in it. Null for all others. */
export function allowedAddress(address: string, hosts: readonly string[]): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const allowed =
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    hosts.includes(url.host.toLowerCase());
  return allowed ? url : null;
}

/** Fetches a PDF from a signed address, within limits. What the other side says in its headers is not passed on. */
export async function fetchDocument(address: string, limits: FetchLimits): Promise<FetchedDocument> {
  const url = allowedAddress(address, limits.hosts);
  if (url === null) return { kind: 'refused', why: 'the address is not allowed' };
  const waiting = new Waiting(limits.timeoutMilliseconds);
  try {
    const response = await waiting.during(
      fetch(url, {
        dispatcher: agentFor(limits),
        // A redirect inside could lead anywhere.
        redirect: 'manual',
        signal: waiting.signal,
        // As it is: a packed file has another length, and unpacked it could have any.
        headers: { accept: 'application/pdf', 'accept-encoding': 'identity' },
      }),
    );
    const refusal = refusalOf(response, limits);
    if (refusal === null) return await readAnswer(response, limits, waiting);
    await response.body?.cancel();
    return refusal;
  } catch (error) {
    return unfetched(error);
  }
}

/** No connection, no answer in time, or broken off. Its words may name the address, so they are not told. */
function unfetched(error: unknown): FetchedDocument {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  // The other side hung up on us: its address may have ended while it was read.
  if (['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code)) return { kind: 'gone' };
  if (cause instanceof Error && cause.name === 'PrivateAddress') return { kind: 'refused', why: cause.name };
  return { kind: 'refused', why: error instanceof Error ? error.name : 'not fetched' };
}

/** Counts how long the other side is waited for, and ends the call when that is too long. */
class Waiting {
  readonly #controller = new AbortController();
  #left: number;

  constructor(milliseconds: number) {
    this.#left = milliseconds;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  async during<Result>(work: Promise<Result>): Promise<Result> {
    const began = performance.now();
    const timer = setTimeout(() => {
      this.#controller.abort(new DOMException('the document takes too long', 'TimeoutError'));
    }, this.#left);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
      this.#left = Math.max(0, this.#left - (performance.now() - began));
    }
  }
}

const agents = new Map<string, Agent>();
const systemNames = steadyLookup();

/** Connections are kept; there is one authority in a process, and one in each test. */
function agentFor({ ca = '', names }: FetchLimits): Agent {
  if (names !== undefined) return newAgent(ca, names);
  const agent = agents.get(ca) ?? newAgent(ca, systemNames);
  agents.set(ca, agent);
  return agent;
}

function newAgent(ca: string, names: SteadyLookup): Agent {
  const connect = buildConnector({
    ...(ca === '' ? {} : { ca: [...rootCertificates, ca] }),
    lookup: names.lookup,
  });
  return new Agent({
    connect: (options, callback) => {
      connect(options, (...answer) => {
        const [error, socket] = answer;
        // Its certificate was the host's: undici calls back after that only.
        if (error === null) confirm(names, options.hostname, socket);
        callback(...answer);
      });
    },
  });
}

function confirm(
  names: SteadyLookup,
  hostname: string,
  { remoteAddress }: Pick<Socket, 'remoteAddress'>,
): void {
  if (remoteAddress !== undefined) names.confirm(hostname, remoteAddress);
}

/** Over, too large, or something else than a file; null when it is worth reading. */
function refusalOf({ status, headers, body }: Response, limits: FetchLimits): FetchedDocument | null {
  // Storages answer 400 or 403 to an address that has ended; one that is unwell may be well with the next try.
  if ([400, 401, 403, 404, 410].includes(status) || status >= 500) return { kind: 'gone' };
  if (status !== 200 || body === null) return { kind: 'refused', why: `answer ${status}` };
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity')
    return { kind: 'refused', why: 'packed' };
  if (Number(headers.get('content-length') ?? 0) > limits.maximumBytes)
    return { kind: 'refused', why: 'too large' };
  return null;
}

async function readAnswer(
  response: Response,
  limits: FetchLimits,
  waiting: Waiting,
): Promise<FetchedDocument> {
  const { headers } = response;
  const said = headers.get('content-length');
  // Without a length and without chunks the end of the connection is the end of the file (RFC 9112 §6.3), also when it
  // comes too early.
  const mayEndEarly = said === null && headers.get('transfer-encoding') === null;
  const body = await checkedBody(response.body as ReadableStream<Uint8Array>, {
    maximumBytes: limits.maximumBytes,
    mayEndEarly,
    waitFor: (read) => waiting.during(read),
  });
  if (body === null) return { kind: 'refused', why: 'not a PDF' };
  const length = said !== null && /^\d{1,9}$/.test(said) ? Number(said) : null;
  return { kind: 'fetched', body, length };
}
