import { request as send, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect } from 'vitest';
import type { SecurityEvent } from '@/lib/log/security-log';
import { freePort } from '@/testing/free-port';
import { listen, type ListenOptions, type Listening } from '@/lib/server/listen';

/** Replaces Next behind the server: returns what it got, or fails as Next does. */
export type Page = ListenOptions['answer'];

/** The shop's address, and the headers of a form that its page sends. */
export const shop = 'https://tickets.example';
export const form = { origin: shop, 'content-type': 'application/x-www-form-urlencoded' };

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface TestServer extends Listening {
  readonly port: number;
  /** The reported errors. */
  readonly errors: unknown[];
  /** The entries of the security log. */
  readonly events: SecurityEvent[];
  call(path: string, sent?: Sent): Promise<Answer>;
  post(path: string, headers: Record<string, string>, body?: string | Buffer): Promise<Answer>;
  /** Reads a connection until the server closes it. */
  raw(sent: string): Promise<string>;
}

const echo: Page = async (request, response) => {
  const { method, url, headers } = request;
  const body = (await buffer(request)).toString();
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ method, url, headers, body }));
};

/** The shop's server on a free port. */
export async function serve(answer: Page = echo, options: Partial<ListenOptions> = {}): Promise<TestServer> {
  const port = options.port ?? (await freePort());
  const errors: unknown[] = [];
  const events: SecurityEvent[] = [];
  const server = await listen({
    storefrontUrl: shop,
    host: '127.0.0.1',
    port,
    trustedProxies: [],
    answer,
    onError: (error) => errors.push(error),
    security: (event) => events.push(event),
    ...options,
  });
  const call = (path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const request = send({ host: '127.0.0.1', port, path, method, headers, agent: false });
      request.once('error', reject);
      request.once('response', (response: IncomingMessage) => {
        text(response)
          .then((told) =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: told }),
          )
          .catch(reject);
      });
      request.end(body);
    });
  return {
    ...server,
    port,
    errors,
    events,
    call,
    post: (path, headers, body = 'a=1') => call(path, { method: 'POST', headers, body }),
    raw: (sent) => {
      const socket = connect({ host: '127.0.0.1', port });
      socket.write(sent);
      return text(socket);
    },
  };
}

/** A server for each test of a file. A test fails if its server has reported an error that the test did not remove. */
export function serverForEach(): {
  /** That of the running test. */
  readonly server: TestServer;
  /** Replaces it by one with another handler or other options. */
  again(...options: Parameters<typeof serve>): Promise<void>;
} {
  let server: TestServer;
  beforeEach(async () => {
    server = await serve();
  });
  afterEach(async () => {
    await server.close();
    expect(server.errors).toEqual([]);
  });
  return {
    get server() {
      return server;
    },
    again: async (...options) => {
      await server.close();
      server = await serve(...options);
    },
  };
}
