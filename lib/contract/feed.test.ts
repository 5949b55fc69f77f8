import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { feedSchema } from './feed';
import { instantSchema } from './values';

type Part = Readonly<Record<string, unknown>>;

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;

/** A pattern of a fixed number of characters, or of a limited one: no `*`, no `+` and no `{n,}` outside brackets. */
function isBounded(pattern: unknown): boolean {
  const outside = String(pattern).replaceAll(/\\.|\[[^\]]*\]/g, 'x');
  return (
    pattern !== undefined && outside.startsWith('^') && outside.endsWith('$') && !/[*+]|,\}/.test(outside)
  );
}

/** The places of the strings in a JSON schema, at any depth, that may be of any length. */
function* unbounded(schema: unknown, path: string): Generator<string> {
  if (Array.isArray(schema)) {
    for (const one of schema) yield* unbounded(one, path);
    return;
  }
  if (!isPart(schema)) return;
  const isLimited =
    ['maxLength', 'enum', 'const'].some((limit) => limit in schema) || isBounded(schema['pattern']);
  // What limits a moment is not in its JSON schema; a test below has it.
  const isMoment = schema['format'] === 'date-time' || schema['format'] === 'date';
  if (schema['type'] === 'string' && !isLimited && !isMoment) yield path;
  for (const [member, inner] of Object.entries(schema)) yield* unbounded(inner, `${path}.${member}`);
}

describe('a feed', () => {
  it('has a maximum for each of its texts', () => {
    const schema = z.toJSONSchema(feedSchema, { io: 'input', unrepresentable: 'any' });
    expect([...unbounded(schema, 'feed')]).toEqual([]);
    expect([...unbounded(z.toJSONSchema(z.object({ name: z.string().regex(/^a+$/) })), 'feed')]).toEqual([
      'feed.properties.name',
    ]);
  });

  it('has a maximum for its moments', () => {
    const digits = (count: number) => `2027-06-01T10:00:00.${'1'.repeat(count)}Z`;
    expect(instantSchema.safeParse(digits(9)).success).toBe(true);
    expect(instantSchema.safeParse(digits(10)).success).toBe(false);
  });
});
