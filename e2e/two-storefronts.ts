import type { IncomingMessage } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ChildProgram, startProgram } from '../demo/child-program';
import type { Environment } from '../demo/env';
import { programCommands } from '../demo/program-commands';
import { type RunningPrograms, startPrograms } from '../demo/run-programs';
import { waitUntilReady } from '../demo/wait-until-ready';
import { startPostgres } from '@/testing/database/postgres';
import { type Balancer, startBalancer } from '@/testing/faults/balancer';
import { freePort } from '@/testing/free-port';
import { freePorts } from './start-programs';

const timeoutMs = 90_000;
const stopMilliseconds = 20_000;

/** One of the storefronts, which can be restarted at its address. */
export interface Storefront {
  readonly url: string;
  /** Resolves when it is ready. */
  start(): Promise<void>;
  /** Sends SIGTERM; resolves to the exit result when the process has ended. */
  stop(): Promise<string>;
  /** Ends it abruptly. */
  kill(): void;
}

export interface TwoStorefronts {
  /** The URL of the load balancer, which customers use. */
  readonly url: string;
  readonly demoUrl: string;
  /** The certificate authority (PEM) of the load balancer, if it ends TLS. */
  readonly ca: string;
  readonly storefronts: readonly Storefront[];
  readonly balancer: Balancer;
  stop(): Promise<void>;
}

export interface TwoStorefrontsOptions {
  /** The folder of each storefront's project with its build; this project when left out. */
  readonly folders?: readonly [string, string];
  /** Whether the load balancer ends TLS. */
  readonly isSecure?: boolean;
  readonly env?: Environment;
  /** Chooses the ready storefront that gets a request; random when left out. */
  readonly choose?: (ready: readonly number[], request: IncomingMessage) => number | undefined;
}

/**
 * Two storefronts behind a load balancer, each with a data folder of its own, with one PostgreSQL database;
 * and the service and the demonstration, on free ports.
 */
export async function startTwoStorefronts({
  folders = ['.', '.'],
  isSecure = false,
  env = {},
  choose,
}: TwoStorefrontsOptions = {}): Promise<TwoStorefronts> {
  const [dataDir, ports, database] = await Promise.all([
    mkdtemp(join(tmpdir(), 'two-storefronts-')),
    freePorts(),
    startPostgres(),
  ]);
  const stops: (() => Promise<unknown>)[] = [
    () => database.stop(),
    () => rm(dataDir, { recursive: true, force: true }),
  ];
  const stop = async () => {
    for (const one of stops.toReversed()) await one();
  };
  try {
    const programs = await startPrograms({
      ports,
      dataDir,
      hasStorefront: false,
      env: {
        ...env,
        STOREFRONT_URL: `${isSecure ? 'https' : 'http'}://localhost:${ports.storefront}`,
        DATABASE_URL: await database.createDatabase(),
      },
    });
    stops.push(() => programs.stop());
    const databaseUrl = await database.createDatabase();
    const storefronts = await Promise.all(
      folders.map((folder, place) => storefrontOf(programs, { folder, dataDir, place, databaseUrl })),
    );
    for (const storefront of storefronts) {
      stops.push(() => storefront.stop());
      await storefront.start();
    }
    const balancer = await startBalancer(storefronts, {
      port: ports.storefront,
      ...(isSecure ? { tls: await certificateOf(programs) } : {}),
      ...(choose === undefined ? {} : { choose }),
    });
    stops.push(() => balancer.close());
    const ca = await readFile(programs.caFile, 'utf8');
    return { url: balancer.url, demoUrl: programs.demoUrl, ca, storefronts, balancer, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A further storefront for programs that run, at an address of its own. It is not started yet. */
export async function storefrontOf(
  { environments }: RunningPrograms,
  {
    folder,
    dataDir,
    place,
    databaseUrl,
  }: { folder: string; dataDir: string; place: number; databaseUrl: string },
): Promise<Storefront> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const ownFolder = join(dataDir, `storefront-${place}`);
  const { signal } = new AbortController();
  let program: ChildProgram | undefined;
  return {
    url,
    start: async () => {
      program = startProgram({
        name: `storefront ${place}`,
        args: programCommands.storefront.args,
        cwd: folder,
        env: {
          ...programCommands.storefront.env,
          ...environments.storefront,
          PORT: String(port),
          DATA_DIR: ownFolder,
          DATABASE_URL: databaseUrl,
        },
        logFile: join(ownFolder, 'storefront.log'),
      });
      await waitUntilReady({ program, url: `${url}/readyz`, timeoutMs, signal }).catch(
        async (error: unknown) => {
          throw new Error(`${String(error)}\n${(await program?.lastLines()) ?? ''}`, { cause: error });
        },
      );
    },
    stop: async () => {
      await program?.stop(stopMilliseconds);
      return program?.ended ?? 'was not started';
    },
    kill: () => program?.kill(),
  };
}

/** The service's own certificate, which is for localhost, too. */
async function certificateOf({ caFile }: RunningPrograms): Promise<{ cert: string; key: string }> {
  const read = (name: string) => readFile(join(dirname(caFile), name), 'utf8');
  return { cert: await read('cert.pem'), key: await read('key.pem') };
}
