import { type ViolationCode, violationCodes } from '@/lib/contract/problem';
import { type Saying, violationMessage } from './violation-messages';

/** One thing that is wrong with a request. `path` is a property path such as `items[2].offer`. */
export interface Complaint {
  path: string;
  code: ViolationCode;
  /** Said instead of the code's own message. */
  saying?: Saying;
  /** What the message speaks of: a limit, a list. */
  detail?: string;
}

/** The most violations that an answer lists; it says how many there are in all. */
export const mostViolations = 100;

/**
 * What is wrong costs far more time than what is right: a long feed is read no further after so many violations, and
 * these are counted.
 */
export const mostCounted = 100_000;

/** An error with its HTTP status, told as `application/problem+json`. Thrown anywhere above the stores. */
export class HttpProblem extends Error {
  override name = 'HttpProblem';

  constructor(
    readonly status: number,
    /** Shown to the client. */
    readonly detail: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
  }
}

/** 422 with a ConstraintViolationList (specification §7) of the first violations and the number of all. */
export class InvalidRequest extends Error {
  override name = 'InvalidRequest';
  readonly complaints: readonly Complaint[];

  constructor(
    complaints: readonly Complaint[],
    /** How many violations there are, where `complaints` has only some of them. */
    readonly count = complaints.length,
  ) {
    const listed = complaints.slice(0, mostViolations);
    super(listed.map(({ path, code }) => `${path}: ${code}`).join('; '));
    this.complaints = listed;
  }
}

/** The same body for an unknown path, a malformed identifier and what belongs to somebody else. */
export function notFound(): HttpProblem {
  return new HttpProblem(404, 'Not Found');
}

/** The general error body. */
export function problemBody(status: number, detail: string): object {
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
  complaints: readonly Complaint[],
  language: string,
  count = complaints.length,
): object {
  const violations = complaints.map(({ path, code, saying, detail }) => ({
    propertyPath: path,
    message: violationMessage(saying ?? code, language, detail),
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
