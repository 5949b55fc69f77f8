import { z } from 'zod';
import { exampleId, exampleOf, nameOf } from '../http/named-schema';
import { collection } from '../http/paging';
import { jsonTypes, patchTypes } from '../http/read-body';
import type { Route } from '../http/route';
import { inputSchema, type JsonSchema, schemaRef } from './component-schemas';
import { always, headerRefs, type Part, problemsOf } from './problem-responses';

/** The schemas of the body of a route: several for a union, none without a body. */
export function bodySchemas({ body, describedBody = body }: Route): readonly z.ZodType[] {
  if (describedBody === undefined) return [];
  return describedBody instanceof z.ZodUnion ? (describedBody.options as z.ZodType[]) : [describedBody];
}

export function operationOf(row: Route): Part {
  const { operationId, summary, description, scope, tag, section } = row;
  const source = section === null ? 'Our addition' : `Specification §${section}`;
  const bodies = bodySchemas(row);
  return {
    operationId,
    tags: [tag.name],
    summary,
    description: [description, `${source}. Scope \`${scope}\`.`].filter(Boolean).join('\n\n'),
    security: [{ token: [scope] }],
    parameters: parametersOf(row),
    ...(bodies.length === 0 ? {} : { requestBody: requestBodyOf(row.method, bodies) }),
    responses: responsesOf(row),
    ...(section === null ? { 'x-extension': true } : {}),
  };
}

function requestBodyOf(method: string, bodies: readonly z.ZodType[]): Part {
  const [only, ...others] = bodies.map((body) => schemaRef(nameOf(body)));
  const examples = bodies.flatMap((body) => Object.entries(body.meta()?.examples ?? {}));
  const content = {
    schema: others.length === 0 ? only : { oneOf: [only, ...others] },
    examples: Object.fromEntries(examples.map(([name, value]) => [name, { value }])),
  };
  const types = method === 'PATCH' ? patchTypes : jsonTypes;
  return { required: true, content: Object.fromEntries(types.map((type) => [type, content])) };
}

function responsesOf(row: Route): Part {
  const { method, list, localized } = row;
  const named = [...(hasTag(row) ? ['ETag'] : []), ...(hasVersion(row) ? ['Catalog-Version'] : [])];
  const headers = [
    ...always,
    ...named,
    ...(isCatalogueRead(row) || localized ? ['Content-Language'] : []),
    ...(method === 'PATCH' ? ['Accept-Patch'] : []),
    ...(row.body === undefined ? [] : ['Ignored-Members', 'Preference-Applied']),
  ];
  const success = {
    description: list ? 'One page of the list.' : 'As the summary says.',
    headers: headerRefs(...headers),
    content: { 'application/ld+json': { schema: answerSchema(row), example: answerExample(row) } },
  };
  return {
    [method === 'POST' ? 201 : 200]: success,
    ...(hasTag(row)
      ? { 304: { description: 'The client has it already.', headers: headerRefs(...always, ...named) } }
      : {}),
    ...problemsOf(row),
  };
}

export function answerSchemaName({ type, list }: Route): string {
  return list ? `${type}Collection` : type;
}

// Only a top-level answer has a context; the same type without one is embedded in others.
function answerSchema(row: Route): JsonSchema {
  return { allOf: [schemaRef(answerSchemaName(row))], required: ['@context'] };
}

function answerExample({ response, type, list, path, query }: Route): object {
  const example = exampleOf(response) as object;
  if (!list) return { '@context': `/contexts/${type}`, ...example };
  const page = { number: 1, size: 30, skip: 0 };
  const filters = Object.keys(query?.shape ?? {});
  const filled = path.replaceAll(/\{\w+\}/g, exampleId(1));
  return collection({ type, path: filled, search: new URLSearchParams(), page, filters }, 1, [example]);
}

const whole = (least: number, otherwise: number): JsonSchema => ({
  type: 'integer',
  minimum: least,
  default: otherwise,
});

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
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: true,
    description: 'The ETag of what the client has read; 412 if it has changed since.',
    schema: { type: 'string' },
    example: '"1"',
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
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`handling=strict` (RFC 7240): members of the body that are not known are 422. Without it they are ignored, and the header `Ignored-Members` of the answer names them.',
    schema: { type: 'string' },
    example: 'handling=strict',
    'x-extension': true,
  },
};

/** True for routes whose answers have an ETag. */
const hasTag = (row: Route): boolean => isCatalogueRead(row) || row.tagged === true;

function isCatalogueRead({ method, scope }: Route): boolean {
  return method === 'GET' && scope === 'catalog:read';
}

/** True for routes whose answers tell the version of their catalogue. */
const hasVersion = (row: Route): boolean =>
  isCatalogueRead(row) && !row.realtime && (row.ofCatalog === true || row.path.includes('{catalogId}'));

function parametersOf(row: Route): Part[] {
  const shared = [
    ...(row.list ? ['Page', 'ItemsPerPage'] : []),
    'AcceptLanguage',
    ...(hasTag(row) ? ['IfNoneMatch'] : []),
    ...(row.conditional ? ['IfMatch'] : []),
    ...(row.repeatable ? ['IdempotencyKey'] : []),
    ...(row.body === undefined ? [] : ['Prefer']),
  ];
  return [
    ...pathParameters(row.path),
    ...queryParameters(row),
    ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function pathParameters(path: string): Part[] {
  return [...path.matchAll(/\/([^/]+)\/\{(\w+)\}/g)].map(([, segment = '', name]) => ({
    name,
    in: 'path',
    required: true,
    description: `The identifier of one of the ${segment.replaceAll('_', ' ')}.`,
    schema: { type: 'string', format: 'uuid' },
  }));
}

function queryParameters({ query }: Route): Part[] {
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
