import type { Route } from '../http/route';
import type { Principal } from '../organization/organization';
import { inputSchema, type JsonSchema } from './component-schemas';
import type { Part } from './problem-responses';

const whole = (least: number, otherwise: number): JsonSchema => ({
  type: 'integer',
  minimum: least,
  default: otherwise,
});

/** The parameters that many operations share. */
export const sharedParameters: Readonly<Record<string, Part>> = {
  Page: {
    name: 'page',
    in: 'query',
    description: 'Which page of the list (§4). Beyond the last one it is empty.',
    schema: whole(1, 1),
  },
  ItemsPerPage: {
    name: 'itemsPerPage',
    in: 'query',
    description: 'The size of a page (§4). More than 100 is 100.',
    schema: whole(0, 30),
  },
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description:
      'The language of texts, documents and messages (§4). One that is not available falls back to the catalogue’s.',
    schema: { type: 'string' },
    example: 'fr',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of what the client has; 304 when it is still the same.',
    schema: { type: 'string' },
    'x-extension': true,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Of the client’s making. A repeat within 72 hours gets the first answer again and does nothing; another body under the same key is 422.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    'x-extension': true,
  },
};

/** True for what has an ETag. */
export function isCatalogueRead({ method, scope }: Route<Principal>): boolean {
  return method === 'GET' && scope === 'catalog:read';
}

/** What a row takes in its path, query and headers. */
export function parametersOf(row: Route<Principal>): Part[] {
  const shared = [
    ...(row.answers.list ? ['Page', 'ItemsPerPage'] : []),
    'AcceptLanguage',
    ...(isCatalogueRead(row) ? ['IfNoneMatch'] : []),
    ...(row.repeatable ? ['IdempotencyKey'] : []),
  ];
  return [
    ...pathParameters(row.path),
    ...queryParameters(row),
    ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function pathParameters(path: string): Part[] {
  return [...path.matchAll(/([^/]+)\/\{(\w+)\}/g)].map(([, room = '', name]) => ({
    name,
    in: 'path',
    required: true,
    description: `The identifier of one of the ${room.replaceAll('_', ' ')}.`,
    schema: { type: 'string', format: 'uuid' },
  }));
}

function queryParameters({ query }: Route<Principal>): Part[] {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => {
    const { description, 'x-extension': isOurs, ...written } = inputSchema(schema);
    return {
      name,
      in: 'query',
      description,
      schema: written,
      ...(isOurs === true ? { 'x-extension': true } : {}),
    };
  });
}
