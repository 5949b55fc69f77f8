import { z } from 'zod';
import { logLevels } from '../log/program-log';
import { webUrl } from './setting-kinds';

/** What a program says about its work, as both programs read it from their environment. */
export const observedSettings = {
  LOG_LEVEL: z
    .enum(logLevels, 'has to be fatal, error, warn, info, debug or silent')
    .default('info')
    .describe(
      'the lowest level that is [logged](metrics.md#logs): `fatal`, `error`, `warn`, `info`, `debug`, or `silent`',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl('http://127.0.0.1:4318')
    .optional()
    .describe('the collector of [traces](metrics.md#traces). Without it there are none'),
};

/** Null: there are no traces. */
export function tracingTarget(values: { OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined }) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = values;
  return endpoint === undefined ? null : { endpoint };
}
