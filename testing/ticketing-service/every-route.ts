import { expect } from 'vitest';
import { z } from 'zod';
import type { CallOptions, TestAnswer, TestService } from './test-service';

/** What tests of every route need to know of each; identifiers in the path are a UUID that nothing has. */
export function rowsOf(routes: TestService['routes']) {
  return routes.map(
    ({
      method,
      path,
      scope,
      list,
      body,
      repeatable = false,
      conditional = false,
      operationId: id,
      ...row
    }) => ({
      method,
      scope,
      list,
      body: body !== undefined,
      repeatable,
      conditional,
      id,
      /** A body that the schema accepts, if an empty object is none. */
      example: exampleBody(row.describedBody ?? body),
      path: path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'),
    }),
  );
}

function exampleBody(schema: z.ZodType | undefined): unknown {
  const [first] = schema instanceof z.ZodUnion ? (schema.options as z.ZodType[]) : [schema];
  if (first === undefined || first.safeParse({}).success) return undefined;
  return Object.values(first.meta()?.examples ?? {})[0];
}

export type RouteRow = ReturnType<typeof rowsOf>[number];

/** A call of a route, where it differs from the usual one. */
export type RouteCall = { method?: string; path?: string } & CallOptions;

/** Calls each route once; returns the answer of each with its operation. */
export async function callEachRoute(
  to: TestService,
  rows: readonly RouteRow[],
  make: (row: RouteRow) => RouteCall,
): Promise<[string, TestAnswer][]> {
  const answers: [string, TestAnswer][] = [];
  for (const row of rows) {
    const { method = row.method, path = row.path, body, ...others } = make(row);
    const options = row.conditional ? { ...others, headers: { 'if-match': '*', ...others.headers } } : others;
    const sent = body ?? (row.body && method !== 'GET' ? {} : undefined);
    const call = sent === undefined ? options : { ...options, body: sent as unknown };
    answers.push([row.id, await to.call(method, path, call)]);
  }
  expect(answers.length).toBeGreaterThan(0);
  return answers;
}
