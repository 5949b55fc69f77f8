import { problemBody, violationsBody } from '../http/problem';
import type { Principal } from '../organization/organization';
import type { Route } from '../http/route';
import { schemaRef } from './component-schemas';

/** A part of the document. */
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
  /** Each by its name: what the body's detail says. */
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
      syntax: 'Syntax error',
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
      json: 'The content-type "application/json" is not supported. Supported MIME types are "application/merge-patch+json".',
    },
    headers: ['Accept-Patch'],
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
    when: 'The database is away, the issuer can’t tell its price, or too many documents are being rendered. Worth trying again.',
    details: {
      database: 'Service Unavailable',
      price: 'The price is not available at the moment.',
      document: 'The document is not available at the moment.',
    },
    headers: ['Retry-After'],
  },
} satisfies Record<string, Problem>;

type Complaints = Parameters<typeof violationsBody>[0];

interface Violations {
  when: string;
  complaints: Readonly<Record<string, Complaints>>;
}

const keyReused = [{ path: 'Idempotency-Key', code: 'unique', saying: 'otherBody' }] as const;

const violations = {
  InvalidQuery: {
    when: 'A query parameter is not valid (§7).',
    complaints: { date: [{ path: 'date[after]', code: 'dateFormat' }] },
  },
  InvalidReservations: {
    when: 'An item is not valid or names what does not exist; nothing is held (§4.2, §7).',
    complaints: {
      quantity: [{ path: 'items[0].quantity', code: 'lessThanOrEqual', detail: '50' }],
      session: [{ path: 'items[2].ticketSessions[0].session', code: 'regex', saying: 'unknownSession' }],
      keyReused,
    },
  },
  InvalidOrders: {
    when: 'A reservation expired or is not known, or the customer is not valid; nothing is ordered (§4.4, §7).',
    complaints: {
      expired: [{ path: 'reservations[0].expired', code: 'isFalse' }],
      several: [
        { path: 'customer.email', code: 'email' },
        { path: 'reservations[1]', code: 'regex', saying: 'unknownReservation' },
      ],
      keyReused,
    },
  },
  InvalidState: {
    when: 'The reservation expired, or is an order already.',
    complaints: {
      expired: [{ path: 'expired', code: 'isFalse' }],
      ordered: [{ path: 'order', code: 'isNull' }],
    },
  },
  InvalidPatch: {
    when: 'What should change is not valid (§7).',
    complaints: {
      redeemed: [
        { path: 'status', code: 'choice', saying: 'alreadyRedeemed', detail: '2027-06-01T08:01:12.000Z' },
      ],
      answer: [{ path: 'answers[0].value', code: 'choice' }],
    },
  },
  InvalidFeed: {
    when: 'Everything that is wrong with the feed, by JSON path; nothing is written (§7).',
    complaints: {
      time: [{ path: '$.events[0].sessions[0].occursAt', code: 'regex', detail: 'Invalid ISO datetime' }],
    },
  },
} satisfies Record<string, Violations>;

/** The names of the responses in the document. */
export type ProblemName = keyof typeof problems | keyof typeof violations;

/** Every error response, with examples of its body. */
export function problemResponses(): Record<string, Part> {
  const plain = Object.entries<Problem>(problems).map(([name, { status, when, details, headers = [] }]) => {
    const bodies = Object.entries(details).map(
      ([key, detail]) => [key, problemBody(status, detail)] as const,
    );
    return [name, response('Error', when, bodies, headers)] as const;
  });
  const invalid = Object.entries<Violations>(violations).map(([name, { when, complaints }]) => {
    const bodies = Object.entries(complaints).map(([key, one]) => [key, violationsBody(one, 'en')] as const);
    return [name, response('ConstraintViolationList', when, bodies, ['Content-Language'])] as const;
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

function statusOf(name: ProblemName): number {
  return name in violations ? 422 : problems[name as keyof typeof problems].status;
}

/** References to the error responses, by status. */
export function problemRefs(names: readonly ProblemName[]): Part {
  const refs = names.map((name) => [statusOf(name), { $ref: `#/components/responses/${name}` }]);
  return Object.fromEntries(refs) as Part;
}

/** Every error that a row can answer. */
export function problemsOf(row: Route<Principal>): ProblemName[] {
  const { method, body, answers, repeatable, path } = row;
  const invalid = invalidOf(row);
  return [
    ...(answers.list || body !== undefined ? (['BadRequest'] as const) : []),
    'Unauthorized',
    'Forbidden',
    ...(path.includes('{') ? (['NotFound'] as const) : []),
    'NotAcceptable',
    ...(repeatable ? (['Conflict'] as const) : []),
    ...(body === undefined ? [] : (['RequestTimeout', 'ContentTooLarge'] as const)),
    ...(body === undefined
      ? []
      : [method === 'PATCH' ? ('UnsupportedPatch' as const) : ('UnsupportedMediaType' as const)]),
    ...(invalid === null ? [] : [invalid]),
    'TooManyRequests',
    'InternalServerError',
    'ServiceUnavailable',
  ];
}

const invalidByType: Readonly<Record<string, keyof typeof violations>> = {
  CreateReservationBulkOutput: 'InvalidReservations',
  CreateOrderBulkOutput: 'InvalidOrders',
  FeedImport: 'InvalidFeed',
};

function invalidOf({ method, query, answers }: Route<Principal>): keyof typeof violations | null {
  if (method === 'GET') return query === undefined ? null : 'InvalidQuery';
  if (method === 'PATCH') return 'InvalidPatch';
  return invalidByType[answers.type] ?? 'InvalidState';
}
