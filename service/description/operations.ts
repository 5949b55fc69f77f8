import type { Route } from '../http/route';
import { collection } from '../http/paging';
import type { Principal } from '../organization/organization';
import { type JsonSchema, schemaRef } from './component-schemas';
import { answerExamples, bodyExamples } from './examples';
import { isCatalogueRead, parametersOf } from './parameters';
import { always, headerRefs, type Part, problemRefs, problemsOf } from './problem-responses';
import { notes, topics } from './topics';

/** The schemas of what operations take, by operation. */
export const bodySchemaNames: Readonly<Record<string, readonly string[]>> = {
  createReservations: ['CreateReservationsInput'],
  createOrders: ['CreateOrdersInput'],
  refreshDocument: ['DocumentPatch'],
  patchItemTicket: ['ItemTicketPatch'],
  importFeed: ['Feed', 'SchemaOrgFeed'],
};

/** A row of the table of addresses as an operation of OpenAPI. */
export function operationOf(row: Route<Principal>): Part {
  const { operationId, summary, scope, answers, extension } = row;
  const topic = topics[answers.type];
  if (topic === undefined) throw new Error(`${answers.type} has no topic`);
  const source = extension ? 'Our addition' : `Specification §${topic.section}`;
  return {
    operationId,
    tags: [topic.tag],
    summary,
    description: [notes[operationId], `${source}. Scope \`${scope}\`.`].filter(Boolean).join('\n\n'),
    security: [{ token: [scope] }],
    parameters: parametersOf(row),
    ...(row.body === undefined ? {} : { requestBody: requestBodyOf(row) }),
    responses: responsesOf(row),
    ...(extension ? { 'x-extension': true } : {}),
  };
}

function requestBodyOf({ method, operationId }: Route<Principal>): Part {
  const names = bodySchemaNames[operationId];
  const examples = bodyExamples[operationId];
  if (names === undefined || examples === undefined)
    throw new Error(`the body of ${operationId} is not told`);
  const [only, ...others] = names.map(schemaRef);
  const schema = others.length === 0 ? only : { oneOf: [only, ...others] };
  const content = {
    schema,
    examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
  };
  const types =
    method === 'PATCH' ? ['application/merge-patch+json'] : ['application/ld+json', 'application/json'];
  return { required: true, content: Object.fromEntries(types.map((type) => [type, content])) };
}

function responsesOf(row: Route<Principal>): Part {
  const { method, answers } = row;
  const headers = [
    ...always,
    ...(isCatalogueRead(row) ? ['ETag'] : []),
    ...(isLocalized(row) ? ['Content-Language'] : []),
    ...(method === 'PATCH' ? ['Accept-Patch'] : []),
  ];
  const success = {
    description: answers.list ? 'One page of the list.' : 'As the summary says.',
    headers: headerRefs(...headers),
    content: { 'application/ld+json': { schema: answerSchema(row), example: answerExample(row) } },
  };
  return {
    [method === 'POST' ? 201 : 200]: success,
    ...(isCatalogueRead(row)
      ? { 304: { description: 'The client has it already.', headers: headerRefs(...always, 'ETag') } }
      : {}),
    ...problemRefs(problemsOf(row)),
  };
}

const localized = new Set(['BookingOrderDocument']);

function isLocalized(row: Route<Principal>): boolean {
  return isCatalogueRead(row) || localized.has(row.answers.type);
}

/** The component that answers with this row. */
export function answerSchemaName({ answers: { type, list } }: Route<Principal>): string {
  return list ? `${type}Collection` : type;
}

// Only an answer of its own carries a context; the same type without one is embedded in others.
function answerSchema(row: Route<Principal>): JsonSchema {
  return { allOf: [schemaRef(answerSchemaName(row))], required: ['@context'] };
}

function answerExample({ answers: { type, list }, path, query }: Route<Principal>): object {
  const example = answerExamples[type];
  if (example === undefined) throw new Error(`there is no example of ${type}`);
  if (!list) return { '@context': `/contexts/${type}`, ...example };
  const page = { number: 1, size: 30, skip: 0 };
  const filters = Object.keys(query?.shape ?? {});
  const filled = path.replaceAll(/\{\w+\}/g, '01970000-0000-7000-8000-000000000001');
  return collection({ type, path: filled, search: new URLSearchParams(), page, filters }, 1, [example]);
}
