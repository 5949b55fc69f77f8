import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { logConsole, type FailureConsole } from './console-lines';
import { errorRecord } from './error-record';
import { maskedText } from './masked-text';
import { newIds } from '@/lib/tracing/request-ids';
import { within } from '@/lib/tracing/spans';
import { findSeeded, person } from '@/testing/person';
import { createProgramLog } from './program-log';

function startLog() {
  const lines: string[] = [];
  const log = createProgramLog({ destination: { write: (line) => lines.push(line) } });
  return { log, lines };
}

const { email, phone, token, firstname, lastname } = person;

describe('a log line', () => {
  it('hides personal data and tokens by their names, at three levels', () => {
    const { log, lines } = startLog();
    log.info({ email, name: firstname, token, checkout: 'c-1' }, 'one');
    log.info({ customer: { firstname, lastname } }, 'two');
    log.info({ order: { contact: { phone, email } } }, 'three');
    log.info({ request: { headers: { authorization: token, cookie: token, 'set-cookie': token } } }, 'four');
    log.info({ answer: { 'set-cookie': token } }, 'five');
    expect(findSeeded(lines.join(''))).toEqual([]);
    expect(lines[0]).toContain('"checkout":"c-1"');
  });

  it('keeps the kind, the codes and the position of an error and of its causes', () => {
    const { log, lines } = startLog();
    const cause = Object.assign(new Error('duplicate key'), {
      code: '23505',
      severity: 'ERROR',
      routine: '_bt_check_unique',
      constraint: 'order_by_reference',
      detail: `Key (email)=(${email}) already exists.`,
    });
    log.error({ err: new TypeError('the order can not be stored', { cause }) }, 'failed');
    const line: unknown = JSON.parse(lines[0] ?? '');
    expect(line).toMatchObject({
      err: {
        type: 'TypeError',
        message: 'the order can not be stored',
        stack: expect.stringMatching(/^ {4}at .*program-log\.test\.ts/) as string,
        cause: { code: '23505', routine: '_bt_check_unique', constraint: 'order_by_reference' },
      },
    });
    expect(findSeeded(lines[0] ?? '')).toEqual([]);
  });
});

describe('a line that is repeated', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const away = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const parsed = (lines: string[]) => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

  it('because of the same error is counted after the first three, and said once a minute', () => {
    vi.useFakeTimers();
    const { log, lines } = startLog();
    const fail = (checkout: number) => log.warn({ err: away(), checkout }, 'a step failed');
    for (let checkout = 0; checkout < 500; checkout += 1) fail(checkout);
    expect(parsed(lines)).toMatchObject([{ checkout: 0 }, { checkout: 1 }, { checkout: 2 }]);
    vi.advanceTimersByTime(60_000);
    expect(parsed(lines).slice(3)).toEqual([
      expect.objectContaining({ level: 40, msg: 'a step failed', times: 497 }),
    ]);
    fail(1);
    expect(lines).toHaveLength(5);
  });

  it('is not counted together with another error, another message, or one without an error', () => {
    const { log, lines } = startLog();
    for (let times = 0; times < 3; times += 1) log.error({ err: away() }, 'failed');
    log.error({ err: Object.assign(away(), { code: 'ETIMEDOUT' }) }, 'failed');
    log.error({ err: away() }, 'another step failed');
    log.error({ err: { type: 'ServiceError', reason: 'busy' } }, 'failed');
    for (let times = 0; times < 10; times += 1) log.error({ checkout: 'c-1' }, 'staff have to decide');
    expect(lines).toHaveLength(16);
  });
});

it('a line has the time as ISO 8601, and the identifiers of the request that it belongs to', () => {
  const { log, lines } = startLog();
  log.info('outside');
  const ids = newIds();
  within(ids, () => log.info('inside'));
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { level: 30, time, msg: 'outside' },
    { level: 30, time, request: ids.requestId, trace: ids.traceId, msg: 'inside' },
  ]);
});

describe('an error', () => {
  it.each([
    ['of the JSON parser', () => JSON.parse(`${email} ${phone}`) as unknown],
    ['of an address', () => new URL(`${firstname} ${email}`)],
    [
      'whose message has an e-mail address, a telephone number and a token',
      () => fail(`${email} ${phone} ${token}`),
    ],
    ['whose message has lines like those of a stack', () => fail(`x\n    at ${email} (${token}:1:1)`)],
    [
      'with properties of its own',
      () => fail('x', { rejected: [email], raw: { name: firstname }, input: lastname }),
    ],
    ['with another error among its properties', () => fail('x', { original: new Error(lastname) })],
    [
      'that consists of others',
      () => {
        throw new AggregateError([Object.assign(new Error(lastname), { query: lastname })], 'several');
      },
    ],
    ['of a shape that was not expected', () => z.object({ email: z.literal('a') }).parse({ email })],
  ])('%s is logged without what it quotes', (_, failing) => {
    const { log, lines } = startLog();
    const error = thrownBy(failing);
    log.error({ err: error, error }, 'failed');
    expect(lines).toHaveLength(1);
    expect(findSeeded(lines[0] ?? '')).toEqual([]);
  });

  it('that is not an Error is logged by its type', () => {
    expect(errorRecord(email)).toEqual({ type: 'string' });
    expect(errorRecord(null)).toEqual({ type: 'null' });
  });

  it('with circular causes is logged', () => {
    const error = new Error('round');
    error.cause = error;
    expect(JSON.stringify(errorRecord(error)).length).toBeLessThan(20_000);
  });
});

describe('a text', () => {
  it('becomes one line of at most 300 characters, without characters that move the cursor or change the direction', () => {
    const line = maskedText(`a\r\n{"level":30}\u0007\u001b[31m\u202e\u2028${'b '.repeat(1_000_000)}`);
    expect(line).toMatch(/^a \{"level":30\} b b b/);
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u);
    expect(line).toHaveLength(301);
  });

  it('keeps identifiers, references and paths', () => {
    const text =
      'GET /v1/orders/0192f0c1-7b5e-7aaa-8bbb-123456789abc K7MQ-3XTD answered 503 at 2026-11-01T10:00:00Z';
    expect(maskedText(text)).toBe(text);
  });

  it('loses the query of an address and its tokens', () => {
    const text = maskedText(
      `https://shop.example/callback?code=abc&state=${token} Bearer abc sk_test_abcdefghij`,
    );
    expect(text).toBe('https://shop.example/callback?[query] Bearer [token] [token]');
  });
});

describe('what a framework writes to the console', () => {
  function startConsole() {
    const { log, lines } = startLog();
    const written: unknown[] = [];
    const console: FailureConsole = {
      error: (...parts: unknown[]) => written.push(...parts),
      warn: (...parts: unknown[]) => written.push(...parts),
      log: (...parts: unknown[]) => written.push(...parts),
    };
    return { console, lines, written, restore: logConsole(log, console) };
  }

  it('becomes one log line each, and no line can be forged', () => {
    const { console, lines, written } = startConsole();
    console.error(' ⨯', `Failed: x\n{"level":30,"msg":"forged"}\n${email}`);
    console.warn('%s was called', 'a page');
    console.log('✓ took 70ms');
    expect(written).toEqual([]);
    expect(lines).toHaveLength(2);
    expect(lines.map((line) => line.split('\n').length)).toEqual([2, 2]);
    expect(lines[0]).toContain('"level":50');
    expect(lines[1]).toContain('a page was called');
    expect(findSeeded(lines.join(''))).toEqual([]);
  });

  it('has the stack of our failure, but none for a request that the framework could not parse', () => {
    const { console, lines } = startConsole();
    const unread = new Error('Failed to find Server Action');
    unread.stack = `${String(unread)}
    at node:internal/process/task_queues:105:5
    at eO (/app/node_modules/next/dist/compiled/next-server/app-page.runtime.prod.js:1:2)
    at async x (/app/.next/server/chunks/a.js:1:2)`;
    const ours = new Error('a page failed');
    ours.stack = `${String(ours)}
    at x (/app/.next/server/chunks/a.js:1:2)
    at eO (/app/node_modules/next/dist/compiled/next-server/app-page.runtime.prod.js:1:2)`;
    console.error(unread);
    console.error(ours);
    expect(lines[0]).toContain('Failed to find Server Action');
    expect(lines[0]).not.toContain('"stack"');
    expect(lines[1]).toContain('chunks/a.js:1:2');
  });

  it('goes to the console again after restoring it', () => {
    const { console, lines, written, restore } = startConsole();
    restore();
    console.error('x');
    expect(written).toEqual(['x']);
    expect(lines).toEqual([]);
  });
});

function fail(message: string, properties: object = {}): never {
  throw Object.assign(new Error(message), properties);
}

function thrownBy(failing: () => unknown): unknown {
  try {
    failing();
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}
