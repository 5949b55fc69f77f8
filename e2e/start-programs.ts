import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningPrograms, startPrograms, type StartProgramsOptions } from '../demo/run-programs';
import { differentPorts } from '@/testing/free-port';

/** All three programs on free ports with an empty data folder, and a function that stops them. */
export async function startOwnPrograms(
  env: Record<string, string> = {},
  envOf: NonNullable<StartProgramsOptions['envOf']> = {},
): Promise<{ programs: RunningPrograms; dataDir: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'e2e-'));
  const programs = await startPrograms({ ports: await freePorts(), dataDir, env, envOf });
  const stop = async () => {
    await programs.stop();
    await rm(dataDir, { recursive: true });
  };
  return { programs, dataDir, stop };
}

/**
 * Starts the programs of the journeys; resolves to a function that stops them. Running programs are used
 * instead when E2E_SHOP, E2E_SERVICE, E2E_DEMO and E2E_DATA name them.
 */
export default async function start(): Promise<() => Promise<void>> {
  if (process.env['E2E_SHOP'] !== undefined) return () => Promise.resolve();
  const [service = 0, storefront = 0] = await differentPorts(2);
  const { programs, dataDir, stop } = await startOwnPrograms(
    {},
    {
      service: { METRICS_PORT: String(service) },
      storefront: { METRICS_PORT: String(storefront) },
    },
  );
  process.env['E2E_SERVICE_METRICS'] = `http://127.0.0.1:${service}/metrics`;
  process.env['E2E_SHOP_METRICS'] = `http://127.0.0.1:${storefront}/metrics`;
  process.env['E2E_SHOP'] = programs.storefrontUrl;
  process.env['E2E_SERVICE'] = programs.serviceUrl;
  process.env['E2E_DEMO'] = programs.demoUrl;
  process.env['E2E_DATA'] = dataDir;
  return stop;
}

/** Free ports of the programs, all different. */
export async function freePorts() {
  const [storefront = 0, service = 0, demo = 0, smtp = 0] = await differentPorts(4);
  return { storefront, service, demo, smtp };
}
