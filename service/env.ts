import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { databasePooler, databaseUrl, hostsAbout } from '@/lib/database/database-url';
import { networkList } from '@/lib/network/network-list';
import { checkSettings, readSettings, refuseMistakes, WrongEnvironment } from '@/lib/network/check-settings';
import { misspeltSettings, readNamedFile } from '@/lib/network/given-settings';
import {
  connections,
  connectionsAbout,
  databaseChoice,
  decimal,
  numberFrom,
  originUrl,
  port,
  processes,
  units,
  webUrl,
} from '@/lib/network/setting-kinds';
import { metricsAddress, metricsSettings } from '@/lib/network/metrics-settings';
import { observedSettings, tracingTarget } from '@/lib/network/observed-settings';
import { withoutSlash } from '@/lib/network/without-slash';
import {
  addressMistakes,
  isOwnMachine,
  databaseMistakes,
  missingDatabase,
  portMistakes,
  processMistakes,
} from '@/lib/network/deployment';

/** Of requests in a minute. */
const rate = numberFrom(1, 1_000_000_000);
const minutes = numberFrom(0.05, 1440, 'a number of minutes', decimal);
const defaultPort = 4000;
const demoIssuer = 'http://localhost:4100/oidc';

/** What the service reads from its environment, as docs/settings.md lists it with these descriptions. */
export const settings = {
  SERVICE_URL: originUrl(/^https$/, 'https://api.tickets.example')
    .optional()
    .describe('the address that clients use. Without it, `https://localhost` with the port'),
  SERVICE_HOST: z.string().default('127.0.0.1').describe('the address on which it listens'),
  SERVICE_PORT: port.default(defaultPort).describe('the port on which it listens'),
  SERVICE_PROCESSES: processes
    .default(1)
    .describe(
      'how many processes share the port, with PostgreSQL only. Limits, caches and their memory are those of each process',
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .describe(
      'the folder of the embedded database, of the certificate that the service creates, and of documents',
    ),
  DATABASE_URL: databaseUrl
    .optional()
    .describe(`\`postgres://…\`, ${hostsAbout}. Without it, an embedded database in \`DATA_DIR\``),
  DATABASE_POOLER: databasePooler,
  DATABASE: databaseChoice,
  DATABASE_CONNECTIONS: connections.optional().describe(connectionsAbout),
  TLS_CERT_FILE: z
    .string()
    .optional()
    .describe(
      'its certificate, in PEM, read again when the file changes. Without it, one of an authority that the service creates (`tls/ca.pem` in `DATA_DIR`)',
    ),
  TLS_KEY_FILE: z.string().optional().describe('the key of the certificate; set both or neither'),
  TRUSTED_PROXIES: networkList
    .optional()
    .describe(
      'addresses and networks of proxies that end TLS, and of the storefront, separated by commas. `X-Forwarded-Proto`, `X-Request-Id` and `traceparent` are trusted only from them. Without it, from none',
    ),
  MAX_CONNECTIONS: units.optional().describe('how many connections may be open at once. Without it, 2,000'),
  MAX_CONNECTIONS_PER_NETWORK: units
    .optional()
    .describe(
      'how many of them from one network; connections of trusted proxies do not count for this. Without it, 512',
    ),
  DRAIN_SECONDS: numberFrom(0, 999, 'a number of seconds', decimal)
    .default(0)
    .describe('for how long `/readyz` answers 503 before the stopping program accepts no more connections'),
  TOKEN_ISSUER: webUrl('https://id.example')
    .default(demoIssuer)
    .describe(
      'the issuer of the [access tokens](api-details.md#tokens-and-organizations) that the service accepts',
    ),
  TOKEN_AUDIENCE: z.string().optional().describe('their audience. Without it, the address that clients use'),
  TOKEN_PLAIN_JWT: z
    .stringbool({ error: 'has to be true or false' })
    .default(false)
    .describe('`true` for an issuer that does not mark access tokens (`at+jwt`)'),
  REQUESTS_PER_MINUTE: rate
    .default(60_000)
    .describe('how many requests each organization may send to each process; more are answered 429'),
  OPEN_REQUESTS_PER_MINUTE: rate
    .default(600)
    .describe('the same for each network (/24 or /56) without a token'),
  HOLD_MINUTES: minutes.default(20).describe('how long a hold lasts, 0.05 to 1440'),
  PRICE_SOURCE_HOSTS: z
    .string()
    .transform((list) => list.split(',').map((host) => host.trim().toLowerCase()))
    .refine(
      (list) => list.every((host) => /^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/.test(host)),
      'has to be a list of host[:port] such as "prices.internal:8080"',
    )
    .optional()
    .describe(
      '[price sources](feed.md#prices-that-change) (`host[:port]`, separated by commas) inside the own network that the service may call. Without it, only public addresses over TLS',
    ),
  DOCUMENT_MINUTES: minutes.default(15).describe('for how many minutes these addresses are valid'),
  ...metricsSettings,
  ...observedSettings,
  SECURITY_LOG: z
    .string()
    .optional()
    .describe('the file of the [security log](security.md#the-security-log). Without it, standard output'),
};

/** The service's environment settings, checked and with defaults. */
export type Configuration = ReturnType<typeof readEnvironment>;

type Environment = Readonly<Record<string, string | undefined>>;
type Values = ReturnType<typeof readSettings<typeof settings>>;

/** Reads the environment. Throws WrongEnvironment that names every wrong value at once. */
export function readEnvironment(environment: Environment = process.env) {
  const { given, values: data, mistakes } = checkSettings(settings, environment);
  refuseMistakes(mistakes, deploymentMistakes(given));
  if (data === undefined) throw new WrongEnvironment(mistakes);
  const url = addressOf(data);
  return {
    port: data.SERVICE_PORT,
    host: data.SERVICE_HOST,
    /** The address that clients use for the service. */
    url,
    dataFolder: data.DATA_DIR,
    /** How many processes share the port. */
    processes: data.SERVICE_PROCESSES,
    databaseUrl: data.DATABASE_URL,
    databasePooler: data.DATABASE_POOLER,
    /** Of each process; undefined: it depends on how many processes there are. */
    databaseConnections: data.DATABASE_CONNECTIONS,
    /** Without files, a local certificate is made. */
    certificate: certificateOf(data),
    tokens: {
      issuer: data.TOKEN_ISSUER,
      audience: data.TOKEN_AUDIENCE ?? url,
      plainJwt: data.TOKEN_PLAIN_JWT,
    },
    /** How many requests of one organization, and of one network without a token, a process answers in a minute. */
    requestsPerMinute: data.REQUESTS_PER_MINUTE,
    openRequestsPerMinute: data.OPEN_REQUESTS_PER_MINUTE,
    /** How many connections may be open at once: of all clients, and of one network (lib/network/connections.ts). */
    connections: { total: data.MAX_CONNECTIONS, perNetwork: data.MAX_CONNECTIONS_PER_NETWORK },
    /** Addresses and networks whose X-Forwarded-Proto is trusted. */
    trustedProxies: data.TRUSTED_PROXIES ?? [],
    /** How long `/readyz` answers 503 before the stopping process accepts no more connections. */
    drainSeconds: data.DRAIN_SECONDS,
    /** host[:port] of price sources that may be called without TLS and at private addresses. */
    priceSourceHosts: data.PRICE_SOURCE_HOSTS ?? [],
    holdMinutes: data.HOLD_MINUTES,
    documentMinutes: data.DOCUMENT_MINUTES,
    logLevel: data.LOG_LEVEL,
    metrics: metricsAddress(data),
    tracing: tracingTarget(data),
    /** Undefined: standard output. */
    securityLog: data.SECURITY_LOG,
  };
}

/** A sentence for each variable that is probably a misspelt setting. */
export const misspelt = () => misspeltSettings(process.env, Object.keys(settings));

/** The address that clients use, without a slash at the end. */
function addressOf({ SERVICE_URL, SERVICE_PORT }: Pick<Values, 'SERVICE_URL' | 'SERVICE_PORT'>): string {
  return SERVICE_URL === undefined ? `https://localhost:${SERVICE_PORT}` : withoutSlash(SERVICE_URL);
}

/**
 * What is wrong with settings together, and with those of a service that other machines can reach. `given`: their texts, so
 * that this is told together with what is wrong with one of them alone.
 */
function deploymentMistakes(given: Environment): string[] {
  const { SERVICE_URL, TOKEN_ISSUER = '', SERVICE_PORT = String(defaultPort) } = given;
  const isPublic = SERVICE_URL !== undefined && URL.canParse(SERVICE_URL) && !isOwnMachine(SERVICE_URL);
  const isReadable = TOKEN_ISSUER === '' || URL.canParse(TOKEN_ISSUER);
  return [
    ...(isPublic && isReadable ? addressMistakes('TOKEN_ISSUER', TOKEN_ISSUER || demoIssuer) : []),
    ...(isPublic ? missingDatabase(given) : []),
    ...databaseMistakes(given),
    ...portMistakes('SERVICE_PORT', SERVICE_PORT, given['METRICS_PORT']),
    ...processMistakes('SERVICE_PROCESSES', given),
    ...((given['TLS_CERT_FILE'] === undefined) === (given['TLS_KEY_FILE'] === undefined)
      ? []
      : ['TLS_CERT_FILE and TLS_KEY_FILE go together: set both, or neither.']),
  ];
}

function certificateOf({ TLS_CERT_FILE: certificateFile, TLS_KEY_FILE: keyFile }: Values) {
  return certificateFile === undefined || keyFile === undefined ? undefined : { certificateFile, keyFile };
}

/** What the import command needs: it is a client of the service, and needs none of the settings of the server. */
const clientSettings = {
  SERVICE_URL: settings.SERVICE_URL,
  SERVICE_PORT: settings.SERVICE_PORT,
  DATA_DIR: settings.DATA_DIR,
  SERVICE_CA_FILE: z.string().optional(),
  SERVICE_TOKEN: z.string('is missing: an access token with catalog:write'),
};

/** The address of the service for the import command, and its credentials. Throws WrongEnvironment. */
export function readCommandEnvironment(environment: Environment = process.env) {
  const data = readSettings(clientSettings, environment);
  return { url: addressOf(data), ca: readAuthority(data), token: data.SERVICE_TOKEN };
}

/** In PEM. That of a service on this machine, which made it itself, is used if it is there. */
function readAuthority({
  SERVICE_CA_FILE,
  DATA_DIR,
}: {
  SERVICE_CA_FILE?: string | undefined;
  DATA_DIR: string;
}) {
  const own = join(DATA_DIR, 'tls/ca.pem');
  if (SERVICE_CA_FILE === undefined && !existsSync(own)) return undefined;
  const read = readNamedFile('SERVICE_CA_FILE', SERVICE_CA_FILE ?? own);
  if ('mistake' in read) throw new WrongEnvironment([read.mistake]);
  return read.text;
}

/** What `npm run service:distribute` needs: the coordinator of a Citus cluster. Throws WrongEnvironment. */
export function readCoordinator(environment: Environment = process.env) {
  const { DATABASE_URL, DATABASE_POOLER } = settings;
  const read = readSettings({ DATABASE_URL, DATABASE_POOLER }, environment);
  const { DATABASE_URL: url, DATABASE_POOLER: pooler } = read;
  if (url === undefined)
    throw new WrongEnvironment([
      'DATABASE_URL is missing: the address of the coordinator of a Citus cluster.',
    ]);
  return { url, pooler };
}
