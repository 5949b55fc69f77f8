import type { Send } from '../probe';
import { amountOf, arrayOf, centsOf, isObject, type Json } from '../values';
import type { Part } from '../walk';
import type { PlainAnswer } from '../world';

/** One mistake, and where the suite must find it. */
export interface Mutation {
  name: string;
  /** The section of a check that must fail. */
  section: string;
  /** The parts of the suite that check it. */
  parts: readonly Part[];
  /** Runs all checks of the parts, because those of the section alone do not show it. */
  whole?: true;
  /** Makes the faulty copy. `token` is the first organization's. */
  mutate: (good: Send, token: string) => Send;
  /** What the copy answers to plain HTTP. */
  plain?: PlainAnswer;
}

export function pathOfRequest({ url }: Request): string {
  return new URL(url).pathname;
}

/** Sends another request than the client made. */
export function asking(change: (request: Request) => Request | Promise<Request>): Mutation['mutate'] {
  return (good) => async (request) => good(await change(request));
}

/** Changes the path or the query. */
export function askingAt(change: (url: URL) => void): Mutation['mutate'] {
  return asking((request) => {
    const url = new URL(request.url);
    change(url);
    return new Request(url, request);
  });
}

/** Changes the JSON of the request. */
export async function withBody(request: Request, change: (body: Json) => void): Promise<Request> {
  const body: unknown = await request.clone().json();
  if (isObject(body)) change(body);
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: JSON.stringify(body),
  });
}

/** Changes the JSON of the response; a status that `change` returns replaces the response's status. */
export function answering(
  change: (body: Json, request: Request, status: number) => number | undefined,
): Mutation['mutate'] {
  return (good) => async (request) => {
    const response = await good(request);
    if (!(response.headers.get('content-type') ?? '').includes('json')) return response;
    const text = await response.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    const status = isObject(body) ? change(body, request, response.status) : undefined;
    return json(body, status ?? response.status, response.headers);
  };
}

export function json(
  body: unknown,
  status: number,
  headers: HeadersInit = { 'content-type': 'application/ld+json' },
): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

/** Changes every resource of the type, wherever it is in a response. */
export function changing(type: string, change: (resource: Json) => void): Mutation['mutate'] {
  return answering((body) => {
    visit(body, (value) => {
      if (value['@type'] === type) change(value);
    });
    return undefined;
  });
}

export function visit(value: unknown, see: (value: Json) => void): void {
  if (Array.isArray(value)) {
    for (const one of value) visit(one, see);
  } else if (isObject(value)) {
    see(value);
    for (const one of Object.values(value)) visit(one, see);
  }
}

export function without(resource: Json, key: string): void {
  Reflect.deleteProperty(resource, key);
}

export const reservationsBulk = '/v1/booking/reservations/_bulk';
export const ordersBulk = '/v1/booking/orders/_bulk';

/** Changes the response of one operation. */
export function answerOf(
  path: string,
  change: (body: Json, status: number) => number | undefined,
): Mutation['mutate'] {
  return answering((body, request, status) =>
    pathOfRequest(request) === path ? change(body, status) : undefined,
  );
}

export function centMore(amount: unknown): string {
  return amountOf((centsOf(amount) ?? 0) + 1);
}

/** Answers a refused request as if it had succeeded, with the response of an earlier one. */
export function accepting(
  path: string,
  isMistaken: (body: Json, status: number) => boolean,
  change: (body: Json) => void,
) {
  let earlier: Json | null = null;
  return answerOf(path, (body, status) => {
    const done = arrayOf(body[path === ordersBulk ? 'orders' : 'reservations']);
    if (status === 201 && done.length > 0) earlier = structuredClone(body);
    if (earlier === null || !isMistaken(body, status)) return undefined;
    const accepted = structuredClone(earlier);
    change(accepted);
    for (const key of Object.keys(body)) without(body, key);
    Object.assign(body, accepted);
    return 201;
  });
}
