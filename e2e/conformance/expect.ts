import type { z } from 'zod';
import type { Exchange } from './probe';
import { jsonText } from './values';

/** Thrown when the server differs from the specification. */
export class Mismatch extends Error {
  override name = 'Mismatch';

  constructor(
    readonly expected: string,
    readonly got: string,
    /** The request that showed it; the last one of the check when left out. */
    readonly exchange?: Exchange,
  ) {
    super(`expected ${expected}, got ${got}`);
  }
}

/** Thrown when this server does not provide what the check needs. */
export class NotShown extends Error {
  override name = 'NotShown';
}

export function notShown(why: string): never {
  throw new NotShown(why);
}

export function expectThat(
  condition: boolean,
  expected: string,
  got: unknown,
  exchange?: Exchange,
): asserts condition {
  if (!condition) throw new Mismatch(expected, jsonText(got), exchange);
}

/** Compares as JSON; the order of keys does not matter. */
export function expectSame(got: unknown, expected: unknown, what: string, exchange?: Exchange): void {
  const [a, b] = [jsonText(got), jsonText(expected)];
  if (a !== b) throw new Mismatch(`${what}: ${b}`, a, exchange);
}

/** Reports every violation of the shape, each with its path. */
export function expectShape<T>(schema: z.ZodType<T>, value: unknown, what: string, exchange?: Exchange): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`);
  throw new Mismatch(`${what} as its table has it`, `${problems.join('; ')} in ${jsonText(value)}`, exchange);
}

export function expectStatus(exchange: Exchange, expected: string, fits: (status: number) => boolean): void {
  if (!fits(exchange.status)) {
    throw new Mismatch(expected, `${exchange.status} ${exchange.text.slice(0, 300)}`, exchange);
  }
}

export function expectSuccess(exchange: Exchange): void {
  expectStatus(exchange, 'a 2xx answer', (status) => status >= 200 && status < 300);
}

/** A client error in JSON. The specification leaves open which 4xx it is. */
export function expectRefusal(exchange: Exchange, why: string): void {
  expectStatus(exchange, `a 4xx answer: ${why}`, (status) => status >= 400 && status < 500);
  expectThat(exchange.body !== undefined, 'an error told in JSON', exchange.text.slice(0, 300), exchange);
}
