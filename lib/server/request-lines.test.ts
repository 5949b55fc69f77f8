import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type RequestLine, requestLog } from '@/lib/log/request-log';
import { type LogLevel } from '@/lib/log/program-log';
import { currentIds } from '@/lib/tracing/spans';
import { type Page, serve, type TestServer } from '@/testing/server/test-server';
import { routeFinder } from './route-patterns';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const given = {
  'x-request-id': '4f1c2ab0d9e84f6a8f0b6c7d8e9fa0b1',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
};
const routeOf = routeFinder(['/[locale]/orders/link/[token]', '/[locale]']);

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Tells whose request it answers. */
const ids: Page = (_, response) => Promise.resolve(void response.end(JSON.stringify(currentIds())));
const idsSchema = z.object({
  requestId: z.string(),
  traceId: z.string(),
  spanId: z.string().nullable(),
  isSampled: z.boolean().nullable(),
});

async function open({ level = 'info', trustedProxies = ['127.0.0.1'], answer = ids }: Options = {}) {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  const log = requestLog({ level, destination });
  const opened = await serve(answer, { trustedProxies, requestLog: log, routeOf });
  server = opened;
  return { lines, server: opened };
}
interface Options {
  level?: LogLevel;
  trustedProxies?: string[];
  answer?: Page;
}

const parsed = (line: string | undefined) => JSON.parse(line ?? '') as RequestLine & { time: string };

describe('a line', () => {
  it('says what was answered, and nothing that a client has chosen or that is a secret', async () => {
    const { lines, server } = await open();
    const headers = { cookie: 'guest=secret', 'user-agent': 'secret', 'x-forwarded-for': '198.51.100.7' };
    const { body } = await server.call('/en/orders/link/secret-of-it?email=ada@example.test', { headers });
    const { requestId, traceId } = idsSchema.parse(JSON.parse(body));
    expect(lines).toHaveLength(1);
    const line = parsed(lines[0]);
    expect(line).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      method: 'GET',
      route: '/[locale]/orders/link/[token]',
      status: 200,
      ms: expect.any(Number) as number,
      bytes: expect.any(Number) as number,
      request: requestId,
      trace: traceId,
      msg: 'request',
    });
    expect(line.bytes).toBeGreaterThan(body.length);
    expect(lines[0]).not.toMatch(/secret|ada|198/);
  });

  it('has no route if there is nothing at the address, and the status of a refusal', async () => {
    const { lines, server } = await open();
    await server.call('/secret/of/somebody');
    await server.post('/en', {});
    expect(lines.map(parsed)).toMatchObject([{ status: 200 }, { status: 403, route: '/[locale]' }]);
    expect(parsed(lines[0])).not.toHaveProperty('route');
  });

  it('of a probe or a file is written at the level debug only', async () => {
    const paths = ['/healthz', '/readyz', '/_next/static/a.js'];
    const quiet = await open();
    for (const path of paths) await quiet.server.call(path);
    expect(quiet.lines).toEqual([]);
    await quiet.server.close();
    const loud = await open({ level: 'debug' });
    for (const path of paths) await loud.server.call(path);
    expect(loud.lines.map(parsed)).toMatchObject(paths.map(() => ({ level: 20, status: 200 })));
  });

  it('is not written at the level warn', async () => {
    const { lines, server } = await open({ level: 'warn' });
    await server.call('/en');
    expect(lines).toEqual([]);
  });

  it('says that the client has left', async () => {
    let arrived: () => void = () => undefined;
    const isThere = new Promise<void>((done) => (arrived = done));
    const gone = new Promise<void>(() => undefined);
    const { lines, server } = await open({
      answer: (_, response) => {
        arrived();
        return Promise.race([gone, once(response, 'close').then(() => undefined)]);
      },
    });
    const socket = connect({ host: '127.0.0.1', port: server.port });
    socket.write('GET /en HTTP/1.1\r\nhost: tickets.example\r\n\r\n');
    await isThere;
    socket.destroy();
    await expect.poll(() => lines.length).toBe(1);
    expect(parsed(lines[0])).toMatchObject({ aborted: true });
  });
});

describe('the identifiers of a request', () => {
  const answered = async (headers: Record<string, string>, trustedProxies?: string[]) => {
    const { server } = await open(trustedProxies === undefined ? {} : { trustedProxies });
    return idsSchema.parse(JSON.parse((await server.call('/en', { headers })).body));
  };

  it('are those of a trusted proxy', async () => {
    expect(await answered(given)).toEqual({
      requestId: given['x-request-id'],
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      spanId: '00f067aa0ba902b7',
      isSampled: true,
    });
  });

  it('are new ones if somebody else has sent them', async () => {
    const found = await answered(given, []);
    expect(found.requestId).toMatch(uuid);
    expect(found).toEqual({
      requestId: found.requestId,
      traceId: found.requestId.replaceAll('-', ''),
      spanId: null,
      isSampled: null,
    });
  });

  it('of the trace are those of the request, if a proxy has sent only these', async () => {
    const found = await answered({ 'x-request-id': given['x-request-id'] });
    expect(found).toMatchObject({ requestId: given['x-request-id'], traceId: given['x-request-id'] });
    const other = await answered({ 'x-request-id': 'edge.1234-abc' });
    expect(other.requestId).toBe('edge.1234-abc');
    expect(other.traceId).toMatch(/^[\da-f]{32}$/);
  });

  it.each([
    ['long', 'a'.repeat(65)],
    ['short', 'a'],
    ['with a space', 'abcdefgh ijkl'],
    ['with a line break', 'abcdefgh\tforged'],
    ['in another charset', 'abcdefgh\u00e4\u00f6'],
    ['an e-mail address', 'ada@example.test'],
    ['JSON', '{"level":30}'],
    ['several', 'abcdefgh1, abcdefgh2'],
  ])('of a proxy are replaced if that of the request is %s', async (_, sent) => {
    const found = await answered({ 'x-request-id': sent });
    expect(found.requestId).toMatch(uuid);
  });

  it.each([
    ['too long', `${given.traceparent}-${'a'.repeat(300)}`],
    ['of version 00 with more fields', `${given.traceparent}-00`],
    ['of the forbidden version', given.traceparent.replace('00-', 'ff-')],
    ['in capital letters', given.traceparent.toUpperCase()],
    ['of no trace', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['of no span', `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`],
    ['with other characters', given.traceparent.replace('4bf', 'ä"f')],
  ])('of a proxy are replaced if its traceparent is %s', async (_, traceparent) => {
    const found = await answered({ ...given, traceparent });
    expect(found).toEqual({
      requestId: given['x-request-id'],
      traceId: given['x-request-id'],
      spanId: null,
      isSampled: null,
    });
  });

  it('can not break a line: a header with a line break is no request', async () => {
    const { server, lines } = await open();
    const answer = await server.raw(
      'GET /en HTTP/1.1\r\nhost: a\r\nx-request-id: abcdefgh\n{"level":60}\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(lines).toEqual([]);
  });
});
