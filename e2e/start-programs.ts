import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RunningPrograms, startPrograms } from '../demo/run-programs';
import { differentPorts } from '@/testing/free-port';

interface OwnPrograms {
  readonly programs: RunningPrograms;
  readonly dataDir: string;
  /** Where the programs serve their metrics. */
  readonly metrics: Readonly<Record<'service' | 'storefront', string>>;
  readonly stop: () => Promise<void>;
}

/** All three programs on free ports with an empty data folder, and a function that stops them. */
export async function startOwnPrograms(env: Record<string, string> = {}): Promise<OwnPrograms> {
  const dataDir = await mkdtemp(join(tmpdir(), 'e2e-'));
  const empty = process.env['E2E_EMPTY_DATABASE'];
  if (empty !== undefined) {
    for (const program of ['service', 'storefront'])
      await cp(empty, join(dataDir, program, 'pgdata'), { recursive: true });
  }
  const [service = 0, storefront = 0, ...others] = await differentPorts(6);
  const programs = await startPrograms({
    ports: portsOf(others),
    dataDir,
    env,
    envOf: {
      service: { METRICS_PORT: String(service) },
      storefront: { METRICS_PORT: String(storefront) },
    },
  });
  const addressOf = (port: number) => `http://127.0.0.1:${port}/metrics`;
  const metrics = { service: addressOf(service), storefront: addressOf(storefront) };
  const stop = async () => {
    await programs.stop();
    await rm(dataDir, { recursive: true });
  };
  return { programs, dataDir, metrics, stop };
}

/** Makes the files of a database without tables in a new folder, as the programs do: it takes seconds each time. */
async function makeEmptyDatabase(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'e2e-empty-'));
  const script = `
    import { PGlite } from '@electric-sql/pglite';
    const engine = await PGlite.create(process.argv[1]);
    await engine.close();`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, folder]);
  return folder;
}

/**
 * Starts the programs of the journeys; resolves to a function that stops them. Running programs are used
 * instead when E2E_SHOP, E2E_SERVICE, E2E_DEMO and E2E_DATA name them.
 */
export default async function start(): Promise<() => Promise<void>> {
  if (process.env['E2E_SHOP'] !== undefined) return () => Promise.resolve();
  const empty = await makeEmptyDatabase();
  process.env['E2E_EMPTY_DATABASE'] = empty;
  const { programs, dataDir, metrics, stop } = await startOwnPrograms();
  process.env['E2E_SERVICE_METRICS'] = metrics.service;
  process.env['E2E_SHOP_METRICS'] = metrics.storefront;
  process.env['E2E_SHOP'] = programs.storefrontUrl;
  process.env['E2E_SERVICE'] = programs.serviceUrl;
  process.env['E2E_DEMO'] = programs.demoUrl;
  process.env['E2E_DATA'] = dataDir;
  return async () => {
    await stop();
    await rm(empty, { recursive: true });
  };
}

/** Free ports of the programs, all different. */
export const freePorts = async () => portsOf(await differentPorts(4));

const portsOf = ([storefront = 0, service = 0, demo = 0, smtp = 0]: readonly number[]) => ({
  storefront,
  service,
  demo,
  smtp,
});
