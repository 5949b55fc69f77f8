import { type ViolationCode, violationCodes } from '@/lib/contract/problem';
import type { Language } from '@/lib/locale/languages';
import type { ErrorBody, ViolationsBody } from './problem-schema';
import { type MessageKey, serviceMessage } from './service-message';

/** One thing that is wrong with a request. `path` is a property path such as `items[2].offer`. */
export interface Violation {
  path: string;
  code: ViolationCode;
  /** Used instead of the code's own message. */
  messageKey?: MessageKey;
  /** The argument of the message: a limit, a list. */
  detail?: string;
  /** The value that was refused, as the message quotes it. Only of feeds: other requests are about persons. */
  refused?: string;
}

/** The most violations that an answer lists; it says how many there are in all. */
export const mostViolations = 100;

/** Reading a feed stops after so many violations, because invalid data costs much more time than valid data. */
export const mostCounted = 100_000;

/** An error with its HTTP status, sent as `application/problem+json`. Any code above the stores may throw it. */
export class HttpProblem extends Error {
  override name = 'HttpProblem';

  constructor(
    readonly status: number,
    readonly detail: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
  }
}

/** 422 with a ConstraintViolationList (specification §7) of the first violations and the number of all. */
export class InvalidRequest extends Error {
  override name = 'InvalidRequest';
  readonly violations: readonly Violation[];

  constructor(
    violations: readonly Violation[],
    /** How many violations there are, where `violations` has only some of them. */
    readonly count = violations.length,
  ) {
    const listed = violations.slice(0, mostViolations);
    super(listed.map(({ path, code }) => `${path}: ${code}`).join('; '));
    this.violations = listed;
  }
}

/** The 422 of a route, for the API descriptions. Routes may share one. */
export interface InvalidAnswer {
  name: string;
  /** When a request gets this answer. */
  when: string;
  examples: Readonly<Record<string, readonly Violation[]>>;
}

/** The same body for an unknown path, a malformed identifier and things of another organization. */
export function notFound(): HttpProblem {
  return new HttpProblem(404, 'Not Found');
}

export function problemBody(status: number, detail: string): ErrorBody {
  return {
    '@context': '/contexts/Error',
    '@id': `/errors/${status}`,
    '@type': 'Error',
    title: 'An error occurred',
    detail,
    status,
    type: `/errors/${status}`,
    description: detail,
  };
}

/** The body of a 422, its messages in `language`. `count`: how many violations there are, listed or not. */
export function violationsBody(
  listed: readonly Violation[],
  language: Language,
  count = listed.length,
): ViolationsBody {
  const violations = listed.map(({ path, code, messageKey, detail, refused }) => ({
    propertyPath: path,
    message: [
      serviceMessage(`violation.${messageKey ?? code}`, language, detail),
      ...(refused === undefined ? [] : [serviceMessage('violation.refusedValue', language, refused)]),
    ].join(' '),
    code: violationCodes[code],
  }));
  const codes = violations.map(({ code }) => code);
  const [only] = codes;
  const type = `/validation_errors/${
    codes.length === 1 && only !== undefined ? only : codes.map((code, i) => `${i}=${code}`).join(';')
  }`;
  const detail = violations
    .map(({ propertyPath, message }) => (propertyPath === '' ? message : `${propertyPath}: ${message}`))
    .join('\n');
  return {
    '@context': '/contexts/ConstraintViolationList',
    '@id': type,
    '@type': 'ConstraintViolationList',
    status: 422,
    violations,
    violationCount: count,
    detail,
    description: detail,
    type,
    title: 'An error occurred',
  };
}
