import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, RandomIdGenerator } from '@opentelemetry/sdk-trace-base';
import type { RequestIds } from './request-ids';
import type { SpanStart } from './spans';

export interface TracingOptions {
  /** The address of a collector (OTLP over HTTP), without the path of traces. */
  readonly endpoint: string;
  /** The name of this program, unless OTEL_SERVICE_NAME has another. */
  readonly program: string;
  /** Called once a minute at most, while spans can't be sent. */
  readonly onError: (why: string) => void;
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;
const quietMilliseconds = 60_000;
/** What is left is sent when the program ends, unless it takes longer. */
const mostCloseMilliseconds = 2_000;

/**
 * Lets this process make spans and send them, as the standard variables of OpenTelemetry say. It is not registered for
 * others: Next would make spans, too, which contain whole addresses. Resolves to the function that sends the rest.
 */
export function openTracing({ endpoint, program, onError }: TracingOptions): () => Promise<void> {
  reportFailures(onError);
  const random = new RandomIdGenerator();
  let traceId: string | null = null;
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': program }))
      .merge(detectResources({ detectors: [envDetector] })),
    // Of a trace that begins here: that of its request.
    idGenerator: {
      generateTraceId: () => traceId ?? random.generateTraceId(),
      generateSpanId: () => random.generateSpanId(),
    },
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })),
    ],
  });
  const tracer = provider.getTracer('ticketing');
  globalThis.programTracing = (start: SpanStart, ids: RequestIds) => {
    traceId = ids.traceId;
    const options = { kind: kinds[start.kind], attributes: { ...start.attributes } };
    const span = tracer.startSpan(start.name, options, parentOf(ids));
    const { spanId, traceFlags } = span.spanContext();
    return {
      ids: { ...ids, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 },
      rename: (name) => span.updateName(name),
      end: (attributes = {}, error) => {
        span.setAttributes(attributes);
        if (error !== undefined) span.setAttribute('error.type', kindOf(error));
        if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
  return async () => {
    globalThis.programTracing = undefined;
    const late = new Promise((resolve) => setTimeout(resolve, mostCloseMilliseconds).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
  };
}

function parentOf({ traceId, spanId, isSampled }: RequestIds) {
  if (spanId === null) return ROOT_CONTEXT;
  const traceFlags = isSampled === true ? TraceFlags.SAMPLED : TraceFlags.NONE;
  const parent: SpanContext = { traceId, spanId, traceFlags, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, parent);
}

/** Messages of errors may quote what a person typed. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return /^\w{1,40}$/.test(code) ? code : error.name;
}

function reportFailures(onError: TracingOptions['onError']): void {
  let quietUntil = 0;
  const report = (message: string) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + quietMilliseconds;
    onError(message);
  };
  const ignore = () => undefined;
  const logger = { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
