import { objectOf, pause } from './values';

/** How a request gets to the server. */
export type Send = (request: Request) => Promise<Response>;

/** A request with its response. */
export interface Exchange {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  text: string;
  /** The JSON of the response; undefined when it was not JSON, or when its type says something else. */
  body: unknown;
  /** The local clock in milliseconds: just before sending, and when the response had arrived. */
  sentAt: number;
  answeredAt: number;
}

interface ProbeOptions {
  send: Send;
  /** Such as `https://service.example`, without a slash at the end. */
  base: string;
  /** null: no Authorization header is sent. */
  token: string | null;
  language?: string;
}

interface Sent {
  body?: unknown;
  /** Sent as it is, instead of `body` as JSON. */
  raw?: string;
  headers?: Record<string, string>;
}

/** A client of one server that records all exchanges. */
export interface Probe {
  get(path: string, headers?: Record<string, string>): Promise<Exchange>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Exchange>;
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<Exchange>;
  request(method: string, path: string, sent?: Sent): Promise<Exchange>;
  /** Fetches a full URL without a token, as a browser would. */
  download(address: string): Promise<{ status: number; type: string; bytes: Uint8Array }>;
  /** The same server with another token, or with none; both share one record. */
  as(token: string | null): Probe;
  readonly exchanges: Exchange[];
}

// The specification leaves the media type of POST open; the first one that the server does not refuse with
// 415 is used.
const bodyTypes = {
  POST: ['application/ld+json', 'application/json'],
  PATCH: ['application/merge-patch+json'],
};

export function createProbe(options: ProbeOptions, exchanges: Exchange[] = []): Probe {
  const request = async (method: string, path: string, sent: Sent = {}): Promise<Exchange> => {
    const exchange = await converse(options, method, path, sent);
    exchanges.push(exchange);
    return exchange;
  };
  return {
    exchanges,
    request,
    get: (path, headers = {}) => request('GET', path, { headers }),
    post: (path, body, headers = {}) => request('POST', path, { body, headers }),
    patch: (path, body, headers = {}) => request('PATCH', path, { body, headers }),
    as: (token) => createProbe({ ...options, token }, exchanges),
    download: async (address) => {
      const response = await options.send(new Request(address));
      return {
        status: response.status,
        type: response.headers.get('content-type') ?? '',
        bytes: new Uint8Array(await response.arrayBuffer()),
      };
    },
  };
}

async function converse(
  { send, base, token, language }: ProbeOptions,
  method: string,
  path: string,
  { body, raw, headers: more }: Sent,
): Promise<Exchange> {
  const headers = new Headers({ accept: 'application/ld+json' });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (language !== undefined) headers.set('accept-language', language);
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const make = (type: string | undefined) => {
    const sent = new Headers(headers);
    if (type !== undefined) sent.set('content-type', type);
    for (const [name, value] of Object.entries(more ?? {})) sent.set(name, value);
    const init = { method, headers: sent, ...(content === undefined ? {} : { body: content }) };
    return new Request(`${base}${path}`, init);
  };
  const types = content === undefined ? [] : bodyTypes[method === 'PATCH' ? 'PATCH' : 'POST'];
  let { response, sentAt } = await patiently(send, () => make(types[0]));
  if (response.status === 415 && types[1] !== undefined) {
    await response.arrayBuffer();
    ({ response, sentAt } = await patiently(send, () => make(types[1])));
  }
  const text = await response.text();
  return {
    method,
    path,
    status: response.status,
    headers: response.headers,
    text,
    body: isJson(response.headers) ? parsed(text) : undefined,
    sentAt,
    answeredAt: performance.now(),
  };
}

// The specification leaves rate limits open (§8): the probe waits as long as a server asks.
async function patiently(send: Send, make: () => Request): Promise<{ response: Response; sentAt: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const sentAt = performance.now();
    const response = await send(make());
    if (response.status !== 429 || attempt === 5) return { response, sentAt };
    await response.arrayBuffer();
    const seconds = Number(response.headers.get('retry-after') ?? '1');
    await pause(Math.min(Math.max(Number.isFinite(seconds) ? seconds : 1, 0.1), 60) * 1000);
  }
}

function isJson(headers: Headers): boolean {
  return /^application\/([\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The members of a list. */
export function membersOf(exchange: Pick<Exchange, 'body'>): unknown[] {
  const { member } = objectOf(exchange.body);
  return Array.isArray(member) ? member : [];
}
