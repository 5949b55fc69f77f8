import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Agent, fetch } from 'undici';
import { z } from 'zod';
import { addresses } from '@/lib/contract/iri';
import { freePort } from '@/testing/free-port';
import { startPostgres, type TestServer } from '@/testing/database/postgres';
import { type Issuer, startIssuer } from '@/testing/ticketing-service/issuer';
import { programCommands } from '../../demo/program-commands';
import { organizationNamed, scopes } from '../../service/organization/organization';
import { type BenchOffer, benchFeed, readOffers } from './catalogue';
import { type Program, startProgram, untilAnswering } from './programs';
import type { Settings } from './settings';
import { queryRow, runSql } from './sql';

const audience = 'https://service.bench.test';
const organization = 'bench';

/** One process of the service. */
export interface Service extends Program {
  port: number;
  url: string;
  /** The certificate authority of its certificate. */
  caFile: string;
  tlsFolder: string;
}

/** The environment of all benchmarks. It stops everything that it starts. */
export interface BenchEnvironment {
  settings: Settings;
  /** A temporary folder; deleted at the end. */
  folder: string;
  token: string;
  organizationId: string;
  offers: { hot: BenchOffer; rush: BenchOffer; spread: BenchOffer[] };
  /** The version and settings of the database server. */
  server: { version: string; settings: Record<string, string> };
  /** A new database with the bench's catalogue in it. */
  newDatabase(): Promise<string>;
  /** Starts `npm run service` and waits until it answers. Give a port to start again where one has ended. */
  startService(databaseUrl: string, options?: { holdMinutes?: number; port?: number }): Promise<Service>;
  /** Calls the service once; throws if it refuses. */
  call(service: Service, method: string, path: string, body?: string): Promise<CalledAnswer>;
  /** Stops every service and drops every database, so that one benchmark does not influence the next. */
  clear(): Promise<void>;
  /** Adds what has to be done when the bench ends, also by a signal. */
  onClose(act: () => Promise<void>): void;
  close(): Promise<void>;
}

export interface CalledAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

// Durable as in production, because the cost of a hold or an order is a commit that is on disk. The other settings
// only prevent checkpoints and a small cache from dominating a round of seconds.
export const serverSettings = [
  'fsync=on',
  'synchronous_commit=on',
  'full_page_writes=on',
  'shared_buffers=512MB',
  'max_wal_size=4GB',
];

/** Builds the service, starts PostgreSQL and the token issuer, and imports the catalogue by the service itself. */
export async function openBenchEnvironment(settings: Settings): Promise<BenchEnvironment> {
  await promisify(execFile)(process.execPath, ['build-programs.mjs'], { cwd: settings.checkout });
  const folder = await mkdtemp(join(tmpdir(), 'ticketing-bench-'));
  const closing: (() => Promise<void> | void)[] = [() => rm(folder, { recursive: true, force: true })];
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= (async () => {
      for (const one of closing.reverse()) await Promise.resolve(one()).catch(() => undefined);
    })();
    return closed;
  };
  try {
    const server = await startPostgres(serverSettings);
    closing.push(() => server.stop());
    const issuer = await startIssuer();
    closing.push(() => issuer.close());
    const services = serviceStarter(settings, folder, issuer);
    closing.push(() => services.stopAll());
    const bench = await furnish({
      settings,
      folder,
      server,
      issuer,
      services,
      close,
      onClose: (act) => closing.push(act),
    });
    closing.push(() => bench.clear());
    return bench;
  } catch (error) {
    await close();
    throw error;
  }
}

interface Parts {
  settings: Settings;
  folder: string;
  server: TestServer;
  issuer: Issuer;
  services: ReturnType<typeof serviceStarter>;
  onClose: (act: () => Promise<void>) => void;
  close: () => Promise<void>;
}

async function furnish({
  settings,
  folder,
  server,
  issuer,
  services,
  onClose,
  close,
}: Parts): Promise<BenchEnvironment> {
  const token = await issuer.token({ audience, organization, scopes }, '24h');
  const template = await server.createDatabase();
  const described = await describeServer(template);
  const first = await services.start(template, {});
  await callService(token, first, 'POST', addresses.feeds(), JSON.stringify(benchFeed()));
  await first.stop();
  await runSql(template, 'vacuum analyze');
  const offers = await readOffers(template);
  const [admin, templateName] = [at(template, 'postgres'), nameOf(template)];
  const databases = new Set<string>();
  return {
    settings,
    folder,
    token,
    organizationId: organizationNamed(organization).id,
    offers,
    server: described,
    newDatabase: async () => {
      const name = `bench_${crypto.randomUUID().replaceAll('-', '')}`;
      await runSql(admin, `create database ${name} template ${templateName}`);
      databases.add(name);
      return at(template, name);
    },
    startService: (url, options = {}) => services.start(url, options),
    call: (service, method, path, body) => callService(token, service, method, path, body),
    clear: async () => {
      await services.stopAll();
      await runSql(admin, ...[...databases].map((name) => `drop database ${name} with (force)`));
      databases.clear();
    },
    onClose,
    close,
  };
}

function serviceStarter({ checkout }: Settings, folder: string, { url: issuer }: Issuer) {
  const started: Service[] = [];
  return {
    start: async (
      databaseUrl: string,
      options: { holdMinutes?: number; port?: number },
    ): Promise<Service> => {
      const port = options.port ?? (await freePort());
      // One folder for each port: a process that is started again finds its certificate and its secret.
      const data = join(folder, `service-${port}`);
      await mkdir(data, { recursive: true });
      const program = startProgram(process.execPath, programCommands.service.args, {
        cwd: checkout,
        log: join(folder, `service-${port}.log`),
        env: {
          ...programCommands.service.env,
          NODE_ENV: 'production',
          LOG_LEVEL: 'error',
          DATABASE_URL: databaseUrl,
          DATA_DIR: data,
          SERVICE_HOST: '127.0.0.1',
          SERVICE_PORT: String(port),
          TOKEN_ISSUER: issuer,
          TOKEN_AUDIENCE: audience,
          // High limits, because the benchmark measures the service and not its limits.
          REQUESTS_PER_MINUTE: '1000000000',
          HOLD_MINUTES: String(options.holdMinutes ?? 1440),
        },
      });
      const tlsFolder = join(data, 'tls');
      const url = `https://127.0.0.1:${port}`;
      const service = { ...program, port, url, tlsFolder, caFile: join(tlsFolder, 'ca.pem') };
      started.push(service);
      await untilAnswering(service, () => callService('', service, 'GET', '/readyz'));
      return service;
    },
    stopAll: async () => {
      await Promise.all(started.splice(0).map((service) => service.stop()));
    },
  };
}

async function callService(
  token: string,
  { url, caFile }: Service,
  method: string,
  path: string,
  body?: string,
): Promise<CalledAnswer> {
  const dispatcher = new Agent({ connect: { ca: await readFile(caFile, 'utf8') } });
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      dispatcher,
      headers: {
        // The same headers as wrk sends, so that an answer kept for a comparison is the one that wrk gets.
        'accept-encoding': 'identity',
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/ld+json' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return { status: response.status, headers: Object.fromEntries(response.headers), body: text };
  } finally {
    await dispatcher.destroy();
  }
}

const shownSettings = ['fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers', 'max_wal_size'];

/** Refuses a server whose commits are not on disk, because its figures would not be a valid limit. */
export async function describeServer(url: string): Promise<BenchEnvironment['server']> {
  const row = z.object({ version: z.string(), settings: z.record(z.string(), z.string()) });
  const names = shownSettings.map((name) => `'${name}'`).join(', ');
  const described = await queryRow(
    url,
    row,
    `select current_setting('server_version') as version, jsonb_object_agg(name, current_setting(name)) as settings
     from pg_settings where name in (${names})`,
  );
  for (const name of ['fsync', 'synchronous_commit']) {
    if (described.settings[name] !== 'on') {
      throw new Error(`the database server has ${name}=${described.settings[name] ?? '?'}: it must be on.`);
    }
  }
  return described;
}

function at(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
