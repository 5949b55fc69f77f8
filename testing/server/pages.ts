import { afterEach, expect } from 'vitest';
import type { WaitingRooms } from '@/lib/shop/flows/waiting-room/waiting-rooms';
import type { SecurityEvent } from '@/lib/log/security-log';
import { readConfig } from '@/lib/runtime/config';
import { type RenderLimit, renderLimit } from '@/lib/page-cache/render-limit';
import { pages } from '@/lib/server/pages';
import { requiredSettings } from '@/testing/required-settings';
import { type Answer, type Page, type Sent, serve, shop, type TestServer } from './test-server';

const filling = 'many words '.repeat(100);
const nonceOf = (policy: unknown) => /'nonce-(\w+)'/.exec(String(policy))?.[1] ?? '';

/** A page as Next makes it: with the nonce of the request's policy on each script. */
export function pageOf(body: string): Page {
  return async (request, response) => {
    const nonce = nonceOf(request.headers['content-security-policy']);
    const language = String(request.headers['x-next-intl-locale']);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('link', `</a.woff2>; rel=preload; nonce="${nonce}"; as="font"`);
    response.end(
      `<html lang="${language}"><body class="a"><p>${body} ${filling}</p><script nonce="${nonce}">go("${nonce}")</script></body></html>`,
    );
    return Promise.resolve();
  };
}

export interface Shop {
  readonly port: number;
  readonly call: (path: string, sent?: Sent) => Promise<Answer>;
  /** The URLs that were asked for, and those that Next was asked for. */
  readonly arrived: readonly string[];
  readonly asked: string[];
  /** Errors of renderings for the cache, and of requests, that the test expects: it removes them. */
  readonly renderErrors: unknown[];
  readonly requestErrors: unknown[];
  /** What these pages have written into the security log. */
  readonly events: readonly SecurityEvent[];
}

/** For each test of a file a shop in front of `next`. A test fails if there is an error that it did not remove. */
export function pagesForEach(): {
  open(
    next: Page,
    settings?: Record<string, string>,
    limit?: RenderLimit,
    waitingRooms?: WaitingRooms | null,
  ): Promise<Shop>;
} {
  let servers: TestServer[] = [];
  let renderErrors: unknown[] = [];
  afterEach(async () => {
    const opened = servers;
    servers = [];
    await Promise.all(opened.map((server) => server.close()));
    expect(opened.flatMap((server) => server.errors)).toEqual([]);
    expect(renderErrors).toEqual([]);
  });
  return {
    open: async (next, settings = {}, limit = renderLimit(), waitingRooms = null) => {
      const arrived: string[] = [];
      const asked: string[] = [];
      const events: SecurityEvent[] = [];
      renderErrors = [];
      const config = { ...readConfig({ ...requiredSettings, ...settings }), storefrontUrl: shop };
      const made = pages({
        next: (request, response) => {
          asked.push(request.url ?? '');
          return next(request, response);
        },
        config,
        limit,
        waitingRooms,
        staticFiles: new Set(['a.js', 'chunks/app/[locale]/page.js']),
        security: (event) => events.push(event),
        onError: (error) => renderErrors.push(error),
      });
      const answer: Page = (request, response) => {
        arrived.push(request.url ?? '');
        return made.answer(request, response);
      };
      const opened = await serve(answer, { answerNow: made.answerNow, mayUpload: made.mayUpload });
      servers.push(opened);
      const call = (path: string, sent?: Sent) => opened.call(path, sent);
      return { port: opened.port, call, arrived, asked, events, renderErrors, requestErrors: opened.errors };
    },
  };
}
