import { z } from 'zod';

const environment = z.object({
  SOAK_MINUTES: z.coerce.number().min(1).default(60),
  SOAK_SERVICE_MB: z.coerce.number().positive().default(400),
  SOAK_STOREFRONT_MB: z.coerce.number().positive().default(600),
  SOAK_GROWTH: z.coerce.number().positive().default(1.05),
  SOAK_SAMPLE_SECONDS: z.coerce.number().min(1).default(10),
});

export interface SoakSettings {
  minutes: number;
  /** The maximum resident memory, in MB, that each program may have at any sample. */
  most: { service: number; storefront: number };
  /** The maximum ratio of the median memory in the last quarter to that in the second. */
  growth: number;
  /** Between two samples of memory. */
  sampleSeconds: number;
}

/** Reads SOAK_*. Throws a ZodError for an invalid value. */
export function readSoakSettings(values: NodeJS.ProcessEnv = process.env): SoakSettings {
  const data = environment.parse(values);
  return {
    minutes: data.SOAK_MINUTES,
    most: { service: data.SOAK_SERVICE_MB, storefront: data.SOAK_STOREFRONT_MB },
    growth: data.SOAK_GROWTH,
    sampleSeconds: data.SOAK_SAMPLE_SECONDS,
  };
}
