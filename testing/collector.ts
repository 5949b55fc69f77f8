import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { listenHttp } from './listen-http';

const value = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ intValue: z.number() }).transform(({ intValue }) => intValue),
  z.unknown().transform(() => null),
]);
const attributes = z
  .array(z.object({ key: z.string(), value }))
  .transform((list) => Object.fromEntries(list.map((one) => [one.key, one.value])));
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes,
  status: z.object({ code: z.number().optional() }).optional(),
});
const sentSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});

export type CollectedSpan = z.output<typeof spanSchema> & { program: string };

export interface Collector {
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** How many requests have come, also those that it has not accepted. */
  readonly requests: number;
  /** The bodies of all requests. */
  readonly bodies: unknown[];
  /** What a request waits for before it is answered, and the status of its answer. */
  behaviour: { before: Promise<void>; status: number };
  close(): Promise<void>;
}

/** A collector of OpenTelemetry, which speaks OTLP over HTTP with JSON. */
export async function startCollector(): Promise<Collector> {
  const collector = {
    spans: [] as CollectedSpan[],
    bodies: [] as unknown[],
    requests: 0,
    behaviour: { before: Promise.resolve(), status: 200 },
  };
  const server = await listenHttp(async (request, response) => {
    const body: unknown = await json(request);
    collector.requests += 1;
    const { before, status } = collector.behaviour;
    await before;
    if (status === 200 && request.url === '/v1/traces') {
      collector.bodies.push(body);
      for (const { resource, scopeSpans } of sentSchema.parse(body).resourceSpans)
        for (const span of scopeSpans.flatMap(({ spans }) => spans))
          collector.spans.push({ ...span, program: String(resource.attributes['service.name']) });
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  return Object.assign(collector, { url: server.url, close: server.close });
}
