import type { Route, Tag } from '../http/route';
import { schemaRef } from './component-schemas';
import { entrypoint } from './entrypoint';
import { always, headerRefs, type Part, problemRefs } from './problem-responses';

interface OpenOperation {
  operationId: string;
  summary: string;
  type: string;
  schema: object;
  example?: object;
  parameters?: readonly Part[];
}

export const documentationTag: Tag = {
  name: 'Documentation',
  description: 'What describes this interface; no token is needed.',
};

const anyObject = { type: 'object' };

/** The addresses that describe the API, as operations of OpenAPI. */
export function openOperations(rows: readonly Route[]): Record<string, Record<string, Part>> {
  const jsonLd = 'application/ld+json';
  return {
    '/': operation({
      operationId: 'getEntrypoint',
      summary: 'Where a client that knows nothing begins',
      type: jsonLd,
      schema: { allOf: [schemaRef('Entrypoint')], required: ['@context'] },
      example: entrypoint(rows),
    }),
    '/contexts/{type}': operation({
      operationId: 'getContext',
      summary: 'The JSON-LD context of a type',
      type: jsonLd,
      schema: {
        type: 'object',
        properties: { '@context': anyObject },
        required: ['@context'],
        additionalProperties: false,
      },
      parameters: [
        {
          name: 'type',
          in: 'path',
          required: true,
          description: 'A type, as answers name it.',
          schema: { type: 'string' },
          example: 'TicketingEvent',
        },
      ],
    }),
    '/docs.jsonld': operation({
      operationId: 'getHydraDocumentation',
      summary: 'The Hydra documentation',
      type: jsonLd,
      schema: {
        type: 'object',
        properties: { '@context': anyObject, '@type': { const: 'ApiDocumentation' } },
        required: ['@context', '@type'],
      },
    }),
    '/openapi.json': operation({
      operationId: 'getOpenApi',
      summary: 'This document',
      type: 'application/json',
      schema: {
        type: 'object',
        properties: { openapi: { const: '3.1.1' }, info: anyObject, paths: anyObject },
        required: ['openapi', 'info', 'paths'],
      },
    }),
  };
}

function operation({ operationId, summary, type, schema, example, parameters = [] }: OpenOperation): {
  get: Part;
} {
  return {
    get: {
      operationId,
      tags: [documentationTag.name],
      summary,
      description: 'Our addition. No token is needed.',
      security: [],
      parameters: [...parameters, { $ref: '#/components/parameters/IfNoneMatch' }],
      responses: {
        200: {
          description: 'As the summary says.',
          headers: headerRefs(...always, 'ETag'),
          content: { [type]: { schema, ...(example === undefined ? {} : { example }) } },
        },
        304: { description: 'The client has it already.', headers: headerRefs(...always, 'ETag') },
        ...problemRefs([
          ...(parameters.length === 0 ? [] : (['NotFound'] as const)),
          'NotAcceptable',
          'InternalServerError',
        ]),
      },
      'x-extension': true,
    },
  };
}
