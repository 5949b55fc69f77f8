import type { z } from 'zod';
import { type Answer, Localized, type PageOf, type Result, Tagged, Written } from './answer';
import type { Principal } from './authenticate';
import { nameOf } from './named-schema';
import { collection, type Page } from './paging';
import type { InvalidAnswer } from './problem';

/** `'/v1/forms/{id}'` → `'id'`. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never;

/** One checked request: identifiers are UUIDs, the query and the body match their schemas. */
export interface Call<Params extends string = never, Query = unknown, Body = unknown> {
  principal: Principal;
  params: Readonly<Record<Params, string>>;
  query: Query;
  page: Page;
  body: Body;
  /** The SHA-256 of the body in hexadecimal, if the route is `hashed`. */
  bodyHash: string | null;
  acceptLanguage: string | null;
  /** The header If-Match, if the route is `conditional`. */
  ifMatch: string | null;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

export interface RequestedAddress {
  path: string;
  search: URLSearchParams;
}

type QuerySchema<Query> = z.ZodType<Query> & { shape: Readonly<Record<string, z.ZodType>> };

export interface Tag {
  name: string;
  description: string;
}

interface RouteDescription {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** As in specification §4, with `{names}` of identifiers. */
  path: string;
  summary: string;
  description?: string;
  tag: Tag;
  /** The section of the specification; null for our additions. */
  section: string | null;
  scope: string;
  /** The body in the API descriptions, if `handle` checks it and `body` accepts anything. */
  describedBody?: z.ZodType;
  /** The largest body in bytes (256 KiB). */
  bodyLimit?: number;
  /** The operation needs the hash of the body. */
  hashed?: boolean;
  /** Required with a body; a query has no scope without it. */
  invalid?: InvalidAnswer;
  /** A response with Content-Language that is not part of the catalogue. */
  localized?: boolean;
  /** A response with an ETag that is not part of the catalogue. */
  tagged?: boolean;
  /** Needs If-Match: it changes only the state that the client has seen. */
  conditional?: boolean;
  /** Accepts an Idempotency-Key. */
  repeatable?: boolean;
  /** Never answered from a cache, not even for a short time. */
  realtime?: boolean;
  /** The answer depends on what was imported and on what staff have set, and on nothing else: neither on sales nor on time. */
  ofCatalog?: boolean;
}

interface Specification<
  Context,
  Path extends string,
  Query,
  Body,
  Response,
  Returned,
> extends RouteDescription {
  path: Path;
  query?: QuerySchema<Query>;
  body?: z.ZodType<Body>;
  /** The answer, or the members of its list: a schema with an `id`. Answers are not checked at run time. */
  response: Response;
  /** The router adds `@context` and, for a list, its envelope. */
  handle: (
    context: Context,
    call: Call<PathParams<Path>, NoInfer<Query>, NoInfer<Body>>,
  ) => Promise<Result<Returned>>;
}

/** A row of the table of addresses, with its types hidden so that different rows fit into one table. */
export interface Route extends RouteDescription {
  operationId: string;
  query?: QuerySchema<unknown>;
  body?: z.ZodType;
  response: z.ZodType;
  /** The name of `response`: its type, whose context it has. */
  type: string;
  list: boolean;
  answer: (call: Call<string>, address: RequestedAddress) => Promise<Answer>;
}

/** A row before its operation has a name and the dependencies that it needs. */
export type RouteOf<Context> = (operationId: string, context: Context) => Route;

/** Makes a row that answers with one resource. */
export function route<
  Context,
  const Path extends string,
  Response extends z.ZodObject,
  Query = unknown,
  Body = unknown,
>(row: Specification<Context, Path, Query, Body, Response, z.output<Response>>): RouteOf<Context> {
  return rowOf(row, false, (body, { type }) => ({ '@context': `/contexts/${type}`, ...body }));
}

/** Makes a row that answers with a list: `response` is the schema of its members. */
export function listRoute<
  Context,
  const Path extends string,
  Response extends z.ZodObject,
  Query = unknown,
  Body = unknown,
>(row: Specification<Context, Path, Query, Body, Response, PageOf<z.output<Response>>>): RouteOf<Context> {
  return rowOf(row, true, ({ totalItems, member }, { type, query }, page, address) =>
    collection({ type, ...address, page, filters: Object.keys(query?.shape ?? {}) }, totalItems, member),
  );
}

/** The cast is sound: the router calls `handle` only with what the row's own schemas parsed. */
function rowOf<Context, Path extends string, Query, Body, Returned>(
  { handle, ...rest }: Specification<Context, Path, Query, Body, z.ZodObject, Returned>,
  list: boolean,
  complete: (
    returned: Returned,
    row: Omit<Route, 'operationId' | 'answer'>,
    page: Page,
    address: RequestedAddress,
  ) => object,
): RouteOf<Context> {
  const work = handle as unknown as (context: Context, call: Call<string>) => Promise<Result<Returned>>;
  const row = { ...rest, type: nameOf(rest.response), list };
  const status = row.method === 'POST' ? 201 : 200;
  return (operationId, context) => ({
    ...row,
    operationId,
    answer: async (call, address) => {
      const result = await work(context, call);
      const whole = (body: Returned) => ({ status, body: complete(body, row, call.page, address) }) as const;
      if (result instanceof Localized) return { ...whole(result.body), language: result.language };
      if (result instanceof Tagged) return { ...whole(result.body), tag: result.tag };
      if (result instanceof Written) {
        // Complete with the member that is text.
        const { body, tag, written } = result;
        return { ...whole(body as Returned), tag, written };
      }
      return whole(result);
    },
  });
}
