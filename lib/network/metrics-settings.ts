import { z } from 'zod';
import { port } from './setting-kinds';

/** Where a program serves its metrics, as both programs read it from their environment. */
export const metricsSettings = {
  METRICS_PORT: port
    .optional()
    .describe(
      'the port on which Prometheus reads [metrics](metrics.md), at `/metrics`; everybody who reaches it may. Without it there are none',
    ),
  METRICS_HOST: z.string().default('127.0.0.1').describe('the address of this port'),
};

/** Null: there are none. */
export function metricsAddress(values: { METRICS_HOST: string; METRICS_PORT?: number | undefined }) {
  const { METRICS_HOST: host, METRICS_PORT } = values;
  return METRICS_PORT === undefined ? null : { host, port: METRICS_PORT };
}
