import { Agent, buildConnector, fetch, type Response } from 'undici';
import { trusting } from '../network/trusting';
import { pinnedDnsLookup, type PinnedDnsLookup } from '../network/pinned-dns-lookup';
import { checkedBody } from './document-stream';

export interface FetchLimits {
  /** host[:port], exactly, from which documents may be fetched; `pinnedDnsLookup` checks their addresses. */
  hosts: readonly string[];
  /** PEM, trusted in addition. */
  ca?: string;
  maximumBytes: number;
  /** For all waiting for the other server; the time in which the browser reads slowly does not count. */
  timeoutMilliseconds: number;
  /** The resolver for names; the system's resolver when left out. */
  names?: PinnedDnsLookup;
}

export const documentLimits = { maximumBytes: 25 * 1024 * 1024, timeoutMilliseconds: 10_000 } as const;

export type FetchedDocument =
  /** `length`: in bytes, if the other server sent it. */
  | { kind: 'fetched'; body: ReadableStream<Uint8Array>; length: number | null }
  /** The URL has expired, or the connection broke before the first byte: a fresh URL may work. */
  | { kind: 'expired' }
  /** The URL is not allowed, or the content is not as expected. `why` never contains the URL. */
  | { kind: 'refused'; why: string };

/** Null unless the URL may be fetched: https, an allowed host, no user name or password. */
export function allowedAddress(address: string, hosts: readonly string[]): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isAnonymous = url.username === '' && url.password === '';
  return url.protocol === 'https:' && isAnonymous && hosts.includes(url.host.toLowerCase()) ? url : null;
}

/** Fetches a PDF from a signed URL, within limits. The other server's headers are not passed on. */
export async function fetchDocument(address: string, limits: FetchLimits): Promise<FetchedDocument> {
  const url = allowedAddress(address, limits.hosts);
  if (url === null) return { kind: 'refused', why: 'the address is not allowed' };
  const waiting = new Waiting(limits.timeoutMilliseconds);
  try {
    const response = await waiting.during(
      fetch(url, {
        dispatcher: agentFor(limits),
        // A redirect could lead to an internal address.
        redirect: 'manual',
        signal: waiting.signal,
        // Uncompressed only: an encoded file has another length, and could have any length after decoding.
        headers: { accept: 'application/pdf', 'accept-encoding': 'identity' },
      }),
    );
    const refusal = findRefusal(response, limits);
    if (refusal === null) return await readAnswer(response, limits, waiting);
    await response.body?.cancel();
    return refusal;
  } catch (error) {
    return unfetched(error);
  }
}

/** No answer, not in time, or broken off. The error's text may contain the URL, so it is not passed on. */
function unfetched(error: unknown): FetchedDocument {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  // The other server closed the connection: the URL may have expired during the download.
  if (['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code)) return { kind: 'expired' };
  if (cause instanceof Error && cause.name === 'AddressRefused') return { kind: 'refused', why: cause.name };
  return { kind: 'refused', why: error instanceof Error ? error.name : 'not fetched' };
}

/** Measures the time spent waiting for the other server, and aborts the call when it exceeds the limit. */
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
const systemNames = pinnedDnsLookup();

/** Connections are kept alive. A process has one certificate authority, and each test has its own. */
function agentFor({ ca = '', names }: FetchLimits): Agent {
  if (names !== undefined) return newAgent(ca, names);
  const agent = agents.get(ca) ?? newAgent(ca, systemNames);
  agents.set(ca, agent);
  return agent;
}

function newAgent(ca: string, names: PinnedDnsLookup): Agent {
  const connect = buildConnector({
    ...(ca === '' ? {} : trusting(ca)),
    lookup: names.lookup,
  });
  return new Agent({
    connect: (options, callback) => {
      connect(options, (...answer) => {
        const [error, socket] = answer;
        // undici calls this only after the certificate was accepted as the host's.
        if (error === null && socket.remoteAddress !== undefined)
          names.confirm(options.hostname, socket.remoteAddress);
        callback(...answer);
      });
    },
  });
}

/** Expired, too large, or not a file; null when it is worth reading. */
function findRefusal({ status, headers, body }: Response, limits: FetchLimits): FetchedDocument | null {
  // Storages answer 400 or 403 to an expired URL; after a temporary failure a fresh URL may work.
  if ([400, 401, 403, 404, 410].includes(status) || status >= 500) return { kind: 'expired' };
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
  // Without Content-Length and chunked encoding, the end of the connection is the end of the file (RFC 9112
  // §6.3), also when the connection breaks early.
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
