import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { type Described, fill, goodBodies, startDescribed } from '@/testing/ticketing-service/description';

// Texts that clients send, at every place of every body: none may cause an internal error, and none that is stored may
// break the rule of lib/contract/plain-text.ts.

const broken = ['\0', '\u0007', '\u0085', '\ud800', '\udfff', '\u202e', '\uffff', '\u{1fffe}'];
const odd = [
  '\u0378',
  '\u{e0fff}',
  '\ufeff',
  '\u200b',
  '\u2028',
  '\u{10ffff}',
  'ﷺ'.repeat(30),
  '\\u0000',
  '%00',
];

let described: Described;
let server: TestServer;

/** The places of texts in a body, as the keys that lead there. */
function placesOf(value: unknown, way: readonly string[] = []): string[][] {
  if (typeof value === 'string') return [[...way]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => placesOf(one, [...way, key]));
}

/** A copy of the body with another text at a place. */
function changed(body: unknown, [key, ...way]: readonly string[], text: string): unknown {
  if (key === undefined) return `${String(body)}${text}`;
  const copy = structuredClone(body) as Record<string, unknown>;
  copy[key] = changed(copy[key], way, text);
  return copy;
}

/** More than the usual body of an operation has, so that every text that it may have is tried. */
function bodies(): Readonly<Record<string, unknown>> {
  const good = goodBodies(described) as Record<string, Record<string, unknown>>;
  const holder = { firstname: 'A', lastname: 'B', email: 'a@b.test' };
  return {
    ...good,
    patchItemTicket: { holder, answers: [{ field: 'name', value: 'x' }] },
    admitTickets: {
      admissions: (good['admitTickets']?.['admissions'] as object[]).map((one) => ({ ...one, actor: 'ada' })),
    },
  };
}

const methodsWithBody = new Set(['POST', 'PUT', 'PATCH']);

const withFeeds = new Set(['importFeed', 'putDraft']);

function rows() {
  const sent = bodies();
  return described.service.routes
    .filter(
      ({ method, body, operationId }) =>
        methodsWithBody.has(method) && body !== undefined && operationId in sent,
    )
    .map(({ method, path, operationId: id }) => ({
      method,
      path: fill(path, described.known),
      id,
      body: sent[id],
    }));
}

async function wrongAnswers(): Promise<string[]> {
  const { service } = described;
  const wrong: string[] = [];
  for (const { method, path, id, body } of rows()) {
    // A feed has the same kinds of texts in many places.
    const places = placesOf(body).slice(0, withFeeds.has(id) ? 14 : undefined);
    for (const place of places)
      for (const text of [...broken, ...odd]) {
        const headers = { 'if-match': '*' };
        const answer = await service.call(method, path, { headers, body: changed(body, place, text) });
        if (answer.status >= 500)
          wrong.push(`${id} ${place.join('.')} ${JSON.stringify(text)}: ${answer.status}`);
      }
  }
  return wrong;
}

describe('hostile texts at every place of every body', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  it.each(['the embedded database', 'PostgreSQL'])('cause no internal error on %s', async (which) => {
    const isEmbedded = which === 'the embedded database';
    described = await startDescribed(isEmbedded ? {} : { databaseUrl: await server.createDatabase() });
    expect(await wrongAnswers()).toEqual([]);
    expect(described.service.unexpectedErrors).toEqual([]);
    await described.service.close();
  });
});

/** What a body may have as a text, by its path: the schemas of texts, also those inside of other schemas. */
function textsOf(schema: unknown, way: string, seen: Set<unknown>): [string, z.ZodType][] {
  if (!(schema instanceof z.ZodType) || seen.has(schema)) return [];
  const inside = new Set([...seen, schema]);
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return [[way, schema]];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as object).flatMap(([name, one]) =>
      textsOf(one, `${way}.${name}`, inside),
    );
  if (schema instanceof z.ZodArray) return textsOf(schema.element, `${way}[]`, inside);
  if (schema instanceof z.ZodRecord)
    return [
      ...textsOf(schema.keyType, `${way}{name}`, inside),
      ...textsOf(schema.valueType, `${way}{}`, inside),
    ];
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((one: unknown) => textsOf(one, way, inside));
  // Only what is parsed before a text is transformed into something else comes from the client.
  if (schema instanceof z.ZodPipe)
    return schema.in instanceof z.ZodTransform
      ? textsOf(schema.out, way, inside)
      : textsOf(schema.in, way, inside);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  )
    return textsOf(schema.unwrap(), way, inside);
  if (schema instanceof z.ZodLazy) return textsOf(schema.unwrap(), way, inside);
  return [];
}

/** Texts that only name something: they are compared with what is stored, or hashed, and never stored. */
const compared = new Set([
  'admitTickets.admissions[].code',
  'admitTickets.admissions[].catalog',
  'admitTickets.admissions[].catalogs[]',
  'admitTickets.admissions[].ticket',
  'admitTickets.admissions[].sessions[]',
  'admitTickets.admissions[].events[]',
  'applyVoucher.code',
  'findVisitors.name',
  'findVisitors.catalog',
  'findVisitors.catalogs[]',
  'findVisitors.sessions[]',
  'findVisitors.events[]',
  'patchItemTicket.answers[].field',
  'resolveConflict.catalogs[]',
  // Any JSON: the field of the form says what it may be (service/form/check-answers.ts).
  'patchItemTicket.answers[].value',
  'patchItemTicket.answers[].value{name}',
]);

/** Characters that nobody sees may be removed instead. */
const isKept = ({ data }: { data?: unknown }, character: string) =>
  typeof data === 'string' && data.includes(character);

describe('a text that is stored', () => {
  beforeAll(async () => {
    described = await startDescribed();
  });
  afterAll(() => described.service.close());

  it('follows the one rule for texts, in the schema of every request', () => {
    const found = described.service.routes
      // Feeds have rules of their own (docs/feed.md).
      .filter(({ operationId }) => operationId !== 'importFeed')
      .flatMap(({ operationId, body, describedBody }) =>
        textsOf(describedBody ?? body, operationId, new Set()),
      )
      .filter(([way]) => !/^(createDraft\.catalog|putDraft\.feed)\b/.test(way));
    const names = found.map(([way]) => way);
    expect(names).toEqual(expect.arrayContaining(['createOrders.customer.firstname', 'cancelOrder.reason']));
    const isReference = (schema: z.ZodType) => schema.meta()?.['format'] === 'uri-reference';
    const unruled = found.filter(
      ([way, schema]) =>
        !compared.has(way) &&
        !isReference(schema) &&
        broken.some((character) => isKept(schema.safeParse(`Anna${character}Maria`), character)),
    );
    expect(unruled.map(([way]) => way)).toEqual([]);
  });

  it('is refused with the place and the reason', async () => {
    const { service } = described;
    const body = { ...(goodBodies(described)['createOrders'] as object), externalReference: 'a\u0007b' };
    const answer = await service.call('POST', '/v1/booking/orders/_bulk', { body });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        violations: [
          { propertyPath: 'externalReference', message: 'This value has a character that is not allowed.' },
        ],
      },
    });
  });
});
