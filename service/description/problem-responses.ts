import { type Violation, type InvalidAnswer, problemBody, violationsBody } from '../http/problem';
import { patchTypes } from '../http/read-body';
import type { Route } from '../http/route';
import { schemaRef } from './component-schemas';

export type Part = Readonly<Record<string, unknown>>;

export function headerRefs(...names: readonly string[]): Part {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The headers of every answer. */
export const always = ['X-Request-Id', 'Link'];

const mediaTypes = 'Supported MIME types are "application/ld+json", "application/json".';

interface Problem {
  status: number;
  when: string;
  /** The statuses by name, with the detail of their bodies. */
  details: Readonly<Record<string, string>>;
  headers?: readonly string[];
}

const problems = {
  BadRequest: {
    status: 400,
    when: 'The page, its size or the JSON can’t be read.',
    details: {
      page: 'Page should not be less than 1',
      size: 'Limit should not be less than 0',
      syntax: 'Syntax error at line 1, column 6',
      nesting: 'Nesting too deep',
    },
  },
  Unauthorized: {
    status: 401,
    when: 'No token, or one that fails a check (§5).',
    details: {
      none: 'Full authentication is required to access this resource.',
      bad: 'Invalid credentials.',
    },
    headers: ['WWW-Authenticate'],
  },
  Forbidden: {
    status: 403,
    when: 'The token lacks the scope, or the call came by plain HTTP (§1).',
    details: { scope: 'Access Denied.', plain: 'HTTPS is required.' },
    headers: ['WWW-Authenticate'],
  },
  NotFound: {
    status: 404,
    when: 'No such thing, a malformed identifier, or what belongs to somebody else.',
    details: { notFound: 'Not Found' },
  },
  NotAcceptable: {
    status: 406,
    when: 'None of the formats that Accept allows is served.',
    details: { html: `Requested format "text/html" is not supported. ${mediaTypes}` },
  },
  RequestTimeout: {
    status: 408,
    when: 'The body did not come in time.',
    details: { late: 'Request Timeout' },
  },
  Conflict: {
    status: 409,
    when: 'A request with the same Idempotency-Key is still running.',
    details: { running: 'A request with this Idempotency-Key is still running.' },
    headers: ['Retry-After'],
  },
  PreconditionFailed: {
    status: 412,
    when: 'If-Match names another state: somebody has changed it meanwhile.',
    details: { changed: 'It was changed meanwhile: read it again.' },
  },
  ContentTooLarge: {
    status: 413,
    when: 'The body is too large: 256 KiB, 50 MiB for a feed.',
    details: { large: 'Request Entity Too Large' },
  },
  UnsupportedMediaType: {
    status: 415,
    when: 'The body is of another media type.',
    details: { form: `The content-type "text/plain" is not supported. ${mediaTypes}` },
  },
  UnsupportedPatch: {
    status: 415,
    when: 'The body is no merge patch (RFC 7386).',
    details: {
      form: `The content-type "text/plain" is not supported. Supported MIME types are "${patchTypes.join('", "')}".`,
    },
    headers: ['Accept-Patch'],
  },
  PreconditionRequired: {
    status: 428,
    when: 'There is no If-Match.',
    details: { none: 'If-Match is needed: the ETag of what was read.' },
  },
  TooManyRequests: {
    status: 429,
    when: 'The organization made too many requests.',
    details: { many: 'Too Many Requests' },
    headers: ['Retry-After'],
  },
  InternalServerError: {
    status: 500,
    when: 'Our fault; X-Request-Id finds it in our log.',
    details: { error: 'Internal Server Error' },
  },
  ServiceUnavailable: {
    status: 503,
    when: 'The database is unavailable, the issuer can’t tell its price, or too many documents are being rendered. Worth trying again.',
    details: {
      database: 'Service Unavailable',
      price: 'The price is not available at the moment.',
      document: 'The document is not available at the moment.',
    },
    headers: ['Retry-After'],
  },
} satisfies Record<string, Problem>;

/** Every status that an error may have. */
export const problemStatuses: readonly number[] = [
  ...new Set([...Object.values<Problem>(problems).map(({ status }) => status), 405, 422]),
];

const invalidQuery: InvalidAnswer = {
  name: 'InvalidQuery',
  when: 'A query parameter is not valid (§7), not known, or repeated.',
  examples: {
    date: [{ path: 'date[after]', code: 'dateFormat' }],
    unknown: [
      { path: 'externalRefrence', code: 'regex', messageKey: 'nearParameter', detail: 'externalReference' },
    ],
  },
};

const keyReused: Violation = { path: 'Idempotency-Key', code: 'unique', messageKey: 'otherBody' };

type ProblemName = keyof typeof problems;

export function problemResponses(rows: readonly Route[]): Record<string, Part> {
  const plain = Object.entries<Problem>(problems).map(([name, { status, when, details, headers = [] }]) => {
    const bodies = Object.entries(details).map(
      ([key, detail]) => [key, problemBody(status, detail)] as const,
    );
    return [name, response('Error', when, bodies, headers)] as const;
  });
  const invalid = rows.flatMap((row) => {
    const of = invalidOf(row);
    const examples = { ...of.examples, ...(row.repeatable ? { keyReused: [keyReused] } : {}) };
    const bodies = Object.entries(examples).map(([key, one]) => [key, violationsBody(one, 'en')] as const);
    return [[of.name, response('ConstraintViolationList', of.when, bodies, ['Content-Language'])] as const];
  });
  return Object.fromEntries([...plain, ...invalid]);
}

function response(
  schema: string,
  when: string,
  bodies: readonly (readonly [string, object])[],
  headers: readonly string[],
): Part {
  return {
    description: when,
    headers: headerRefs(...always, ...headers),
    content: {
      'application/problem+json': {
        schema: schemaRef(schema),
        examples: Object.fromEntries(bodies.map(([key, value]) => [key, { value }])),
      },
    },
  };
}

export function problemRefs(names: readonly ProblemName[], invalid?: InvalidAnswer): Part {
  const refs = [
    ...names.map((name) => [problems[name].status, name] as const),
    ...(invalid === undefined ? [] : [[422, invalid.name] as const]),
  ];
  return Object.fromEntries(
    refs.map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );
}

export function problemsOf(row: Route): Part {
  const { method, body, list, repeatable, conditional, path } = row;
  const hasBody = body !== undefined;
  const only = (applies: boolean | undefined, ...names: ProblemName[]) => (applies ? names : []);
  return problemRefs(
    [
      ...only(true, 'Unauthorized', 'Forbidden', 'NotAcceptable'),
      ...only(true, 'TooManyRequests', 'InternalServerError', 'ServiceUnavailable'),
      ...only(list || hasBody, 'BadRequest'),
      ...only(path.includes('{'), 'NotFound'),
      ...only(repeatable, 'Conflict'),
      ...only(conditional, 'PreconditionFailed', 'PreconditionRequired'),
      ...only(hasBody, 'RequestTimeout', 'ContentTooLarge'),
      ...only(hasBody, method === 'PATCH' ? 'UnsupportedPatch' : 'UnsupportedMediaType'),
    ],
    invalidOf(row),
  );
}

function invalidOf({ operationId, body, invalid }: Route): InvalidAnswer {
  if (body !== undefined && invalid === undefined) throw new Error(`${operationId} has no invalid answer`);
  return invalid ?? invalidQuery;
}
