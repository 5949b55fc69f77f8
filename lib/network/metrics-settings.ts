import { z } from 'zod';

/** Where a program serves its metrics, as both programs read it from their environment. */
export const metricsSettings = {
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .describe(
      'the port on which Prometheus reads [metrics](operation.md#metrics-and-alerts), at `/metrics`; everybody who reaches it may. Without it there are none',
    ),
  METRICS_HOST: z.string().default('127.0.0.1').describe('the address of this port'),
};

/** Null: there are none. */
export function metricsAddress({
  METRICS_HOST: host,
  METRICS_PORT: port,
}: {
  METRICS_HOST: string;
  METRICS_PORT?: number | undefined;
}) {
  return port === undefined ? null : { host, port };
}
