import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { AggregatorRegistry, collectDefaultMetrics } from 'prom-client';
import { registry } from '../metrics/registry';
import { CannotStart, explainSystemError } from './explain-start';

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Serves the metrics of a program at `/metrics`, at an address of their own, from the process that starts the others.
 * `processes`: how many there are. Each process of the program calls it. Rejects with CannotStart if the address can't be used.
 */
export async function serveMetrics(address: MetricsAddress | null, processes: number): Promise<void> {
  if (address === null) return;
  if (cluster.isWorker || processes === 1) collectDefaultMetrics({ register: registry });
  const all = processes === 1 ? null : new AggregatorRegistry();
  // A process that the first one has started answers it.
  if (cluster.isWorker) AggregatorRegistry.setRegistries([registry]);
  else await listen(address, () => (all === null ? registry.metrics() : all.clusterMetrics()));
}

async function listen({ host, port }: MetricsAddress, read: () => Promise<string>): Promise<void> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
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
