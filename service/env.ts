import { z } from 'zod';
import { databasePooler, databaseUrl, hostsAbout } from '@/lib/database/database-url';
import { networkList } from '@/lib/network/network-list';
import { givenSettings, misspeltSettings } from '@/lib/network/given-settings';
import { connectionsAbout, originUrl } from '@/lib/network/setting-kinds';
import { metricsAddress, metricsSettings } from '@/lib/network/metrics-settings';
import { addressMistakes, isOwnMachine, processMistakes } from '@/lib/network/deployment';

const port = z.coerce.number().int().min(1).max(65_535);

/** What the service reads from its environment, as docs/settings.md lists it with these descriptions. */
export const settings = {
  SERVICE_URL: originUrl(/^https$/, 'https://api.tickets.example')
    .optional()
    .describe('the address that clients use. Without it, `https://localhost` with the port'),
  SERVICE_HOST: z.string().default('127.0.0.1').describe('the address on which it listens'),
  SERVICE_PORT: port.default(4000).describe('the port on which it listens'),
  SERVICE_PROCESSES: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
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
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(100).optional().describe(connectionsAbout),
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
      'addresses and networks of proxies that end TLS, separated by commas. `X-Forwarded-Proto` is trusted only from them. Without it, from none',
    ),
  MAX_CONNECTIONS: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .describe('how many connections may be open at once. Without it, 2,000'),
  MAX_CONNECTIONS_PER_NETWORK: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .describe(
      'how many of them from one network; connections of trusted proxies do not count for this. Without it, 512',
    ),
  DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(999)
    .default(0)
    .describe('for how long `/readyz` answers 503 before the stopping program accepts no more connections'),
  TOKEN_ISSUER: z
    .url()
    .default('http://localhost:4100/oidc')
    .describe('the issuer of the access tokens that the service accepts'),
  TOKEN_AUDIENCE: z.string().optional().describe('their audience. Without it, the address that clients use'),
  TOKEN_PLAIN_JWT: z
    .stringbool()
    .default(false)
    .describe('`true` for an issuer that does not mark access tokens (`at+jwt`)'),
  REQUESTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(60_000)
    .describe('how many requests each organization may send to each process; more are answered 429'),
  OPEN_REQUESTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(600)
    .describe('the same for each network (/24 or /56) without a token'),
  HOLD_MINUTES: z.coerce
    .number()
    .min(0.05)
    .max(1440)
    .default(20)
    .describe('how long a hold lasts, 0.05 to 1440'),
  PRICE_SOURCE_HOSTS: z
    .string()
    .transform((list) => list.split(',').map((host) => host.trim().toLowerCase()))
    .refine(
      (list) => list.every((host) => /^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/.test(host)),
      'a list of host[:port] is expected',
    )
    .optional()
    .describe(
      '[price sources](feed.md#prices-that-change) (`host[:port]`, separated by commas) inside the own network that the service may call. Without it, only public addresses over TLS',
    ),
  DOCUMENT_MINUTES: z.coerce
    .number()
    .positive()
    .max(1440)
    .default(15)
    .describe('for how many minutes these addresses are valid'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('the lowest level that is logged: `fatal`, `error`, `warn`, `info`, `debug`, or `silent`'),
  ...metricsSettings,
  SECURITY_LOG: z
    .string()
    .optional()
    .describe('the file of the [security log](security.md#the-security-log). Without it, standard output'),
};

const environment = z.object(settings);

/** The service's environment settings, checked and with defaults. */
export type Configuration = ReturnType<typeof readEnvironment>;

/** Invalid environment values, with one sentence for each. */
export class WrongEnvironment extends Error {
  override name = 'WrongEnvironment';
}

/** Reads the environment. Throws WrongEnvironment that names every wrong value at once. */
export function readEnvironment(values: Readonly<Record<string, string | undefined>> = process.env) {
  const given = givenSettings(values, Object.keys(settings));
  const parsed = environment.safeParse(given.values);
  if (!parsed.success || given.mistakes.length > 0) {
    const wrong = parsed.error?.issues ?? [];
    throw new WrongEnvironment(
      [
        ...given.mistakes,
        ...wrong.map(
          ({ path, message }) =>
            `${path.join('.')} ${/^(has|is) /.test(message) ? '' : 'is wrong: '}${message}.`,
        ),
      ].join('\n'),
    );
  }
  const { data } = parsed;
  const url = data.SERVICE_URL?.replace(/\/$/, '') ?? `https://localhost:${data.SERVICE_PORT}`;
  const mistakes = [
    ...publicMistakes(url, data),
    ...processMistakes('SERVICE_PROCESSES', data.SERVICE_PROCESSES, data.DATABASE_URL),
  ];
  if (mistakes.length > 0) throw new WrongEnvironment(mistakes.join('\n'));
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
    /** Undefined: standard output. */
    securityLog: data.SECURITY_LOG,
  };
}

/** A sentence for each variable that is probably a misspelt setting. */
export const misspelt = () => misspeltSettings(process.env, Object.keys(settings));

/** Settings that are forbidden if other machines can reach the service. */
function publicMistakes(url: string, data: z.infer<typeof environment>): string[] {
  if (isOwnMachine(url)) return [];
  return addressMistakes('TOKEN_ISSUER', data.TOKEN_ISSUER);
}

function certificateOf({ TLS_CERT_FILE, TLS_KEY_FILE }: z.infer<typeof environment>) {
  if (TLS_CERT_FILE === undefined && TLS_KEY_FILE === undefined) return undefined;
  if (TLS_CERT_FILE === undefined || TLS_KEY_FILE === undefined) {
    throw new WrongEnvironment('TLS_CERT_FILE and TLS_KEY_FILE go together: set both, or neither.');
  }
  return { certificateFile: TLS_CERT_FILE, keyFile: TLS_KEY_FILE };
}

/** The address of the service for the import command, and its credentials. Throws WrongEnvironment. */
export function readCommandEnvironment(values: Readonly<Record<string, string | undefined>> = process.env) {
  const { SERVICE_TOKEN: token = '', DATA_DIR = '.data', SERVICE_CA_FILE } = values;
  if (token === '')
    throw new WrongEnvironment('SERVICE_TOKEN is missing: an access token with catalog:write.');
  return {
    url: readEnvironment(values).url,
    caFile: SERVICE_CA_FILE ?? `${DATA_DIR}/tls/ca.pem`,
    token,
  };
}
