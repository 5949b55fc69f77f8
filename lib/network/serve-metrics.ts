import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client';
import { showVersion } from '../metrics/version';
import { registry } from '../metrics/registry';
import { CannotStart, explainSystemError } from './explain-start';

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/** The metrics of one process. */
type Metrics = MetricObjectWithValues<MetricValue<string>>[];
interface Question {
  readonly metricsQuestion: number;
}
interface Answer {
  readonly metricsAnswer: number;
  readonly metrics: Metrics;
}

/** A process that stands still is left out. */
const patienceMilliseconds = 2_000;

/**
 * Serves the metrics of a program at `/metrics`, at an address of their own, from the process that starts the others.
 * `processes`: how many there are; the label `process` tells them apart. Each process of the program calls it. Rejects with
 * CannotStart if the address can't be used.
 */
export async function serveMetrics(address: MetricsAddress | null, processes: number): Promise<void> {
  if (address === null) return;
  if (cluster.isWorker || processes === 1) {
    registry.setDefaultLabels({ process: String(cluster.worker?.id ?? 1) });
    collectDefaultMetrics({ register: registry });
    showVersion();
  }
  if (cluster.isWorker) answerQuestions();
  else await listen(address, processes === 1 ? () => registry.metrics() : allMetrics);
}

function answerQuestions(): void {
  process.on('message', (message: Partial<Question>) => {
    const { metricsQuestion } = message;
    if (metricsQuestion === undefined) return;
    void registry
      .getMetricsAsJSON()
      .then((metrics) => process.send?.({ metricsAnswer: metricsQuestion, metrics } satisfies Answer));
  });
}

let questions = 0;

/** Of all processes that answer in time. */
async function allMetrics(): Promise<string> {
  const metricsQuestion = (questions += 1);
  const workers = Object.values(cluster.workers ?? {}).flatMap((worker) =>
    worker?.isConnected() === true ? [worker] : [],
  );
  const answers = await Promise.all(workers.map((worker) => ask(worker, { metricsQuestion })));
  const known = answers.flatMap((metrics) => (metrics === null ? [] : [metrics.map(asTheyAre)]));
  return AggregatorRegistry.aggregate(known).metrics();
}

/** Each sample has the label of its process, so none is added to another. */
const asTheyAre = (metric: Metrics[number]) => ({ ...metric, aggregator: 'sum' as const });

/** Null: it does not answer in time. */
async function ask(worker: Worker, question: Question): Promise<Metrics | null> {
  const given = new AbortController();
  const answered = new Promise<Metrics>((resolve) => {
    const take = (message: Partial<Answer>) => {
      if (message.metricsAnswer === question.metricsQuestion) resolve(message.metrics ?? []);
    };
    worker.on('message', take);
    given.signal.addEventListener('abort', () => worker.off('message', take));
  });
  worker.send(question);
  try {
    return await Promise.race([answered, pause(patienceMilliseconds, null, { signal: given.signal })]);
  } finally {
    given.abort();
  }
}

async function listen({ host, port }: MetricsAddress, read: () => Promise<string>): Promise<void> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
      return;
    }
    read().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => response.writeHead(500, { 'content-type': 'text/plain' }).end(`${String(error)}\n`),
    );
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    const names = { host: 'METRICS_HOST', port: 'METRICS_PORT' };
    const sentence = explainSystemError(error, { host, port, names });
    throw sentence === null ? error : new CannotStart(sentence);
  });
  // It does not keep a program alive that ends.
  server.unref();
}
