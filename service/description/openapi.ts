import type { z } from 'zod';
import { collectionOf } from '../http/collection-schema';
import { nameOf } from '../http/named-schema';
import { errorSchema, violationsSchema } from '../http/problem-schema';
import type { Route } from '../http/route';
import { answerSchemas, inputSchemas, type JsonSchema } from './component-schemas';
import { entrypointSchema } from './entrypoint';
import { documentationTag, openOperations } from './open-operations';
import { bodySchemas, operationOf, sharedParameters } from './operations';
import { type Part, problemResponses } from './problem-responses';

/** The parts of the document that the code here reads. */
export interface OpenApi extends Part {
  paths: Record<string, Record<string, Part>>;
  components: { schemas: Record<string, JsonSchema> } & Part;
}

const headers: Readonly<Record<string, Part>> = Object.fromEntries(
  Object.entries({
    'X-Request-Id': 'Names this answer in our log.',
    Link: 'Where the Hydra documentation is.',
    ETag: 'Names this state of the answer, for If-None-Match.',
    'Catalog-Version':
      'The version of the catalogue, a string (RFC 9651). With the parameter `complete` the answer depends on nothing else: while another answer of the catalogue tells the same version, it is still right.',
    'Content-Language': 'The language of the texts.',
    'Retry-After': 'How many seconds to wait.',
    'WWW-Authenticate': 'How to authenticate (RFC 6750).',
    'Accept-Patch': 'The media types of patches.',
    'Ignored-Members':
      'The members of the body that are not known, as a list of strings (RFC 9651); the first twenty.',
    'Preference-Applied': '`handling=strict`, if the client preferred that.',
  }).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
);

const info = {
  title: 'Ticketing and booking service',
  version: '1.0.7',
  description: [
    'Browse the catalogues of ticket issuers, hold offers with reservations, turn reservations into orders, and fetch the tickets. § numbers are of the service’s specification. What is marked `x-extension: true` is our addition to it: a client may ignore it.',
    'Every answer is JSON-LD; errors are `application/problem+json` (§7). Null members are always printed, and in a body null is the same as leaving out a member that may be left out. Another method at a known path is 405, with `Allow`. HEAD works wherever GET does.',
  ].join('\n\n'),
  license: { name: 'MIT', identifier: 'MIT' },
};

const security = {
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Bearer ` and a JWT of the identity provider (OIDC; RFC 9068 access token) (§5).',
  },
};

/** The API as OpenAPI 3.1, for clients that reach it at `origin`. */
export function openApi(rows: readonly Route[], origin: string): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const row of rows) {
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operationOf(row) };
  }
  return {
    openapi: '3.1.1',
    info,
    servers: [{ url: origin, description: 'This server.' }],
    tags: [...new Set(rows.map(({ tag }) => tag)), documentationTag],
    security: [{ token: [] }],
    paths: { ...openOperations(rows), ...paths },
    components: {
      securitySchemes: security,
      parameters: sharedParameters,
      headers,
      responses: problemResponses(rows),
      schemas: withoutLinks(componentSchemas(rows)),
    },
  };
}

/** The schemas of all answers and bodies, by name. For references, `x-link-to` says which type they refer to. */
export function componentSchemas(rows: readonly Route[]): Record<string, JsonSchema> {
  return { ...answerSchemas(allAnswers(rows)), ...inputSchemas(rows.flatMap(bodySchemas)) };
}

function withoutLinks(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const text = JSON.stringify(schemas, (key, value: unknown) => (key === 'x-link-to' ? undefined : value));
  return JSON.parse(text) as Record<string, JsonSchema>;
}

function allAnswers(rows: readonly Route[]): Map<z.ZodType, string> {
  const answers = new Map<z.ZodType, string>([[entrypointSchema(rows), '/contexts/Entrypoint']]);
  for (const { response, type } of rows) answers.set(response, `/contexts/${type}`);
  const listed = new Set(rows.filter(({ list }) => list).map(({ response }) => response));
  for (const member of listed) answers.set(collectionOf(member), `/contexts/${nameOf(member)}`);
  for (const schema of [errorSchema, violationsSchema]) answers.set(schema, `/contexts/${nameOf(schema)}`);
  return answers;
}
