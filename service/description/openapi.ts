import { z } from 'zod';
import { feedSchema } from '@/lib/contract/feed';
import { createOrdersInputSchema } from '@/lib/contract/order';
import { createReservationsInputSchema } from '@/lib/contract/reservation';
import type { Route } from '../http/route';
import { itemTicketPatch } from '../order/item-ticket';
import { documentPatch } from '../order/refresh-document';
import type { Principal } from '../organization/organization';
import {
  collectionShape,
  entrypointShape,
  envelopeShapes,
  problemShapes,
  resourceShapes,
} from './answer-shapes';
import { answerSchemas, inputSchemas, type JsonSchema } from './component-schemas';
import { entrypointLinks } from './entrypoint';
import { openOperations } from './open-operations';
import { operationOf } from './operations';
import { sharedParameters } from './parameters';
import { type Part, problemResponses } from './problem-responses';
import { tags } from './topics';

/** The parts of the document that its readers here need to know. */
export interface OpenApi extends Part {
  paths: Record<string, Record<string, Part>>;
  components: { schemas: Record<string, JsonSchema> } & Part;
}

const inputs = {
  CreateReservationsInput: {
    schema: createReservationsInputSchema,
    description: 'What to hold: one item for each offer (§4.2).',
  },
  CreateOrdersInput: {
    schema: createOrdersInputSchema,
    description: 'Which reservations to order, and for whom (§4.4).',
  },
  DocumentPatch: { schema: documentPatch, description: 'Nothing of a document can be changed (§4.6).' },
  ItemTicketPatch: { schema: itemTicketPatch, description: 'What may be changed of a ticket (§4.6).' },
  Feed: { schema: feedSchema, description: 'An issuer’s feed in our own format. Our addition.' },
  SchemaOrgFeed: {
    schema: z.strictObject({
      catalog: feedSchema.shape.catalog,
      schemaOrg: z.unknown().meta({ description: 'schema.org Events: one, a list, or a @graph.' }),
    }),
    description: 'schema.org Events, and the catalogue that they are for. Our addition.',
  },
};

const headers: Readonly<Record<string, Part>> = Object.fromEntries(
  Object.entries({
    'X-Request-Id': 'Names this answer in our log.',
    Link: 'Where the Hydra documentation is.',
    ETag: 'Names this state of the answer, for If-None-Match.',
    'Content-Language': 'The language of the texts.',
    'Retry-After': 'How many seconds to wait.',
    'WWW-Authenticate': 'How to authenticate (RFC 6750).',
    'Accept-Patch': 'The media type of patches.',
  }).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
);

const info = {
  title: 'Ticketing and booking service',
  version: '1.0.7',
  description: [
    'Browse the catalogues of ticket issuers, hold offers with reservations, turn reservations into orders, and fetch the tickets. § numbers are of the service’s specification. What is marked `x-extension: true` is our addition to it: a client may ignore it.',
    'Every answer is JSON-LD; errors are `application/problem+json` (§7). Null members are always printed. Another method at a known path is 405, with `Allow`. HEAD works wherever GET does.',
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

/** The interface as OpenAPI 3.1, for clients that reach it at `origin`. */
export function openApi(rows: readonly Route<Principal>[], origin: string): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const row of rows) {
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operationOf(row) };
  }
  return {
    openapi: '3.1.1',
    info,
    servers: [{ url: origin, description: 'This server.' }],
    tags,
    security: [{ token: [] }],
    paths: { ...openOperations(rows), ...paths },
    components: {
      securitySchemes: security,
      parameters: sharedParameters,
      headers,
      responses: problemResponses(),
      schemas: { ...answerSchemas(allShapes(rows)), ...inputSchemas(inputs) },
    },
  };
}

/** The shapes of everything that is answered. */
function allShapes(rows: readonly Route<Principal>[]) {
  const lists = rows.filter(({ answers }) => answers.list).map(({ answers: { type } }) => type);
  return {
    Entrypoint: entrypointShape(Object.keys(entrypointLinks(rows))),
    ...resourceShapes,
    ...Object.fromEntries(lists.map((type) => [`${type}Collection`, collectionShape(type)])),
    ...envelopeShapes,
    ...problemShapes,
  };
}
