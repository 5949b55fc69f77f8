import { types } from 'node:util';
import { z } from 'zod';
import { maskedText } from './masked-text';

/** The log record of an error. The message is left out if it may quote what a person has typed. */
interface ErrorRecord {
  type: string;
  message?: string;
  /** Where the error was thrown: lines of the stack trace, without the message. */
  stack?: string;
  cause?: ErrorRecord;
  errors?: ErrorRecord[];
  /** Short codes: `code`, `routine`, `constraint`, `status` and the like. */
  [code: string]: unknown;
}

const codes = `
  code severity routine schema table column constraint
  status statusCode responseCode command syscall reason effect requestId digest`
  .trim()
  .split(/\s+/);

// A code has no space and no @, so it is not a person's name or address. `command` is SMTP's: "RCPT TO".
const codeSchema = z.union([z.number(), z.string().regex(/^[\w.:-]{1,80}$|^[A-Z]{4} [A-Z]{2,4}$/)]);

/** Properties of errors that quote the data: statements, parameters, rows, answers, addresses. */
const quoting = [
  'query',
  'params',
  'parameters',
  'detail',
  'where',
  'severity',
  'raw',
  'response',
  'responseCode',
  'rejected',
  'input',
];

const mostFrames = 20;
const mostCauses = 5;

/** Also an error of another realm, such as Next's sandbox. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}

export function errorRecord(thrown: unknown, depth = 0): ErrorRecord {
  if (!isError(thrown)) return { type: thrown === null ? 'null' : typeof thrown };
  const { cause } = thrown;
  const stack = stackFrames(thrown);
  return {
    type: maskedText(thrown.name),
    ...wordsOf(thrown),
    ...codesOf(thrown),
    ...(stack.length === 0 || isOfFramework(stack) ? {} : { stack: stack.join('\n') }),
    ...(cause === undefined || depth >= mostCauses ? {} : { cause: errorRecord(cause, depth + 1) }),
    ...(thrown instanceof AggregateError && depth < mostCauses
      ? { errors: thrown.errors.slice(0, mostCauses).map((one) => errorRecord(one, depth + 1)) }
      : {}),
  };
}

/**
 * The message; for data that does not have the expected shape, where it differs and how. Databases, mail servers
 * and providers repeat their input in messages ("invalid input syntax for type uuid: …"), and so does the JSON
 * parser: of these only the codes are logged.
 */
function wordsOf(error: Error): { message?: string } {
  if (error instanceof z.ZodError) {
    const issues = error.issues.slice(0, 10).map(({ path, code }) => `${path.join('.')}: ${code}`);
    return { message: maskedText(issues.join('; ')) };
  }
  const isQuoting = error instanceof SyntaxError || quoting.some((name) => name in error);
  return isQuoting ? {} : { message: maskedText(error.message) };
}

function codesOf(error: Error): Record<string, unknown> {
  const carried = new Map<string, unknown>(Object.entries(error));
  return Object.fromEntries(
    codes.flatMap((name) => {
      const parsed = codeSchema.safeParse(carried.get(name));
      return parsed.success ? [[name, parsed.data]] : [];
    }),
  );
}

/** The lines that name a position. Those before repeat the message. */
function stackFrames({ message, stack = '' }: Error): string[] {
  const head = stack.indexOf(message);
  const rest = head < 0 ? stack : stack.slice(head + message.length);
  return rest
    .split('\n')
    .filter((line) => /^ {4}at \S.*(?::\d+:\d+\)?|\(?(?:<anonymous>|native)\)?)$/.test(line))
    .slice(0, mostFrames)
    .map((line) => line.slice(0, 300));
}

/**
 * Whether Next or React threw it outside our code, because it could not parse a request. Then the reason is the
 * client's request, and the position in the framework gives no information.
 */
function isOfFramework(frames: readonly string[]): boolean {
  const thrower = frames.find((line) => !/\(?(?:node:|<anonymous>|native)/.test(line));
  return thrower !== undefined && /[\\/]node_modules[\\/]next[\\/]dist[\\/]/.test(thrower);
}
