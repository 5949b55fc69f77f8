import { setMaxListeners } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTokenSource } from '@/lib/client/token';
import { startPostgres } from '@/testing/database/postgres';
import type { Environment } from '../../demo/env';
import { type MachineClientId, machineClients } from '../../demo/identity/clients';
import { type RunningPrograms, startPrograms } from '../../demo/run-programs';
import { loadSecrets } from '../../demo/common/secrets';
import { freePorts } from '../../e2e/start-programs';
import { describeServer, serverSettings } from '../tools/environment';
import { serviceCalls } from './service-calls';
import type { Soak } from './soak';
import { createTally, type Measured } from './tally';

export interface SoakOptions {
  /** One minute by default: many holds end within a run, and it is enough for a purchase on a busy machine. */
  holdMinutes?: number;
  /** True: both programs keep their data in the embedded database; the server only says what it is. */
  isEmbedded?: boolean;
  /** Settings of the storefront besides the usual ones. */
  storefront?: Environment;
  /** Settings of the service besides the usual ones. */
  service?: Environment;
  /** Another checkout of the project, whose service and storefront are measured. */
  checkout?: string | undefined;
}

/** The programs under load, and everything that the clients need. */
export interface SoakEnvironment {
  soak: Soak;
  programs: RunningPrograms;
  databases: { service: string; storefront: string };
  server: Awaited<ReturnType<typeof describeServer>>;
  dataDir: string;
  /** Stops the clients. */
  stopClients(): void;
  /** Stops the programs and the database server, and removes their files, unless they are to be kept. */
  close(keep: boolean): Promise<void>;
}

/**
 * Starts PostgreSQL, the service and the storefront, each as a separate process like `npm run service` and `npm run
 * storefront` start it, and the demonstration's providers.
 */
export async function openSoakEnvironment(
  onProgress: (step: string) => void,
  { holdMinutes = 1, isEmbedded = false, storefront = {}, service = {}, checkout }: SoakOptions = {},
): Promise<SoakEnvironment> {
  const server = await startPostgres(serverSettings);
  const dataDir = await mkdtemp(join(tmpdir(), 'ticketing-soak-'));
  try {
    const databases = { service: await server.createDatabase(), storefront: await server.createDatabase() };
    const ports = await freePorts();
    const programs = await startPrograms({
      ports,
      dataDir,
      onProgress,
      ...(checkout === undefined ? {} : { folders: { service: checkout, storefront: checkout } }),
      envOf: {
        // One family of addresses, so that clients can call from their own networks.
        service: {
          DATABASE_URL: isEmbedded ? '' : databases.service,
          SERVICE_HOST: '127.0.0.1',
          HOLD_MINUTES: String(holdMinutes),
          ...service,
        },
        storefront: {
          DATABASE_URL: isEmbedded ? '' : databases.storefront,
          STOREFRONT_HOST: '127.0.0.1',
          STOREFRONT_PROCESSES: '1',
          ...storefront,
        },
      },
    });
    const stopping = new AbortController();
    // Each running request listens to it.
    setMaxListeners(0, stopping.signal);
    const soak = await soakOf(programs, { dataDir, ports, holdMinutes, signal: stopping.signal });
    return {
      soak,
      programs,
      databases,
      dataDir,
      server: await describeServer(databases.service),
      stopClients: () => stopping.abort(),
      close: async (keep) => {
        await programs.stop();
        await server.stop();
        if (!keep) await rm(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** The process of a program under load. */
export function pidOf({ programs: running }: SoakEnvironment, name: Measured): number {
  const pid = running.programs[name]?.pid;
  if (pid === undefined) throw new Error(`the ${name} was not started`);
  return pid;
}

interface SoakParts {
  dataDir: string;
  ports: Awaited<ReturnType<typeof freePorts>>;
  holdMinutes: number;
  signal: AbortSignal;
}

async function soakOf(
  { storefrontUrl: shopUrl, serviceUrl, demoUrl, caFile }: RunningPrograms,
  { dataDir, ports, holdMinutes, signal }: SoakParts,
): Promise<Soak> {
  const ca = await readFile(caFile, 'utf8');
  const { clients } = await loadSecrets(dataDir);
  const tally = createTally();
  const tokenOf = (clientId: MachineClientId) =>
    createTokenSource({
      issuer: `${demoUrl}/oidc`,
      audience: serviceUrl,
      clientId,
      clientSecret: clients[clientId],
      scope: machineClients[clientId].scopes.join(' '),
    });
  return {
    shopUrl,
    serviceUrl,
    demoUrl,
    ca,
    tally,
    signal,
    holdSeconds: holdMinutes * 60,
    targets: {
      service: { port: ports.service, hasTls: true },
      storefront: { port: ports.storefront, hasTls: false },
    },
    service: serviceCalls(serviceUrl, ca, tally),
    tokens: {
      'demo-storefront': tokenOf('demo-storefront'),
      'demo-reseller': tokenOf('demo-reseller'),
      'demo-issuer': tokenOf('demo-issuer'),
    },
    customers: [],
  };
}
