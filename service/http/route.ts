import type { z } from 'zod';
import type { Answer } from './answer';
import type { Page } from './paging';

/** `'/v1/forms/{id}'` → `{ id: string }`. */
type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: string } & PathParams<Rest>
  : unknown;

/** One request, checked: identifiers are UUIDs, the query and the body fit their schemas. */
export interface Call<Principal, Params, Query, Body> {
  principal: Principal;
  params: Params;
  query: Query;
  /** The query as sent, for the addresses of a list's pages. */
  search: URLSearchParams;
  page: Page;
  /** The path as sent. */
  path: string;
  /** The type that the row answers with, and the filters that it takes: a list tells them. */
  type: string;
  filters: readonly string[];
  body: Body;
  acceptLanguage: string | null;
  /** Of a row that is `repeatable`, when the client sent one. */
  idempotencyKey: string | null;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
}

type QuerySchema<Query> = z.ZodType<Query> & { shape: Readonly<Record<string, z.ZodType>> };

export interface RouteSpecification<Principal, Path extends string, Query, Body> {
  method: 'GET' | 'POST' | 'PATCH';
  /** As in specification §4, with `{names}` of identifiers. */
  path: Path;
  operationId: string;
  summary: string;
  scope: string;
  /** An object of the query's parameters. */
  query?: QuerySchema<Query>;
  body?: z.ZodType<Body>;
  /** The largest body in bytes (256 KiB). */
  bodyLimit?: number;
  /** The type that the answer is, and whether a list of it. */
  answers: { type: string; list?: boolean };
  /** Ours, beyond the specification. */
  extension?: boolean;
  /** Takes an Idempotency-Key. */
  repeatable?: boolean;
  /** Never answered from memory, however short. */
  realtime?: boolean;
  handle: (call: Call<Principal, PathParams<Path>, Query, Body>) => Promise<Answer>;
}

/** A row of the table of addresses, its types put away so that unlike rows fit one table. */
export interface Route<Principal> {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  operationId: string;
  summary: string;
  scope: string;
  query: QuerySchema<unknown> | undefined;
  body: z.ZodType | undefined;
  bodyLimit: number;
  answers: { type: string; list: boolean };
  extension: boolean;
  repeatable: boolean;
  realtime: boolean;
  handle: (call: Call<Principal, Record<string, string>, unknown, unknown>) => Promise<Answer>;
}

const defaultBodyLimit = 256 * 1024;

/** Makes a row. The casts are sound: the router calls `handle` only with what the row's own schemas parsed. */
export function route<Principal, const Path extends string, Query = unknown, Body = unknown>(
  row: RouteSpecification<Principal, Path, Query, Body>,
): Route<Principal> {
  return {
    method: row.method,
    path: row.path,
    operationId: row.operationId,
    summary: row.summary,
    scope: row.scope,
    query: row.query,
    body: row.body,
    bodyLimit: row.bodyLimit ?? defaultBodyLimit,
    answers: { type: row.answers.type, list: row.answers.list ?? false },
    extension: row.extension ?? false,
    repeatable: row.repeatable ?? false,
    realtime: row.realtime ?? false,
    handle: row.handle as unknown as Route<Principal>['handle'],
  };
}
