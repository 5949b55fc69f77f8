import { z } from 'zod';
import { networkList } from '@/lib/network/network-list';
import { addressMistakes, isOwnMachine, processMistakes, regularityMistakes } from '@/lib/network/deployment';

const port = z.coerce.number().int().min(1).max(65_535);

const environment = z.object({
  SERVICE_PORT: port.default(4000),
  SERVICE_HOST: z.string().default('localhost'),
  SERVICE_URL: z.url({ protocol: /^https$/ }).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  TOKEN_ISSUER: z.url().default('http://localhost:4100/oidc'),
  TOKEN_AUDIENCE: z.string().optional(),
  TOKEN_PLAIN_JWT: z.stringbool().default(false),
  REQUESTS_PER_MINUTE: z.coerce.number().int().positive().default(60_000),
  OPEN_REQUESTS_PER_MINUTE: z.coerce.number().int().positive().default(600),
  TRUSTED_PROXIES: networkList.optional(),
  MAX_CONNECTIONS: z.coerce.number().int().positive().optional(),
  MAX_CONNECTIONS_PER_NETWORK: z.coerce.number().int().positive().optional(),
  SERVICE_PROCESSES: z.coerce.number().int().min(1).max(64).default(1),
  DRAIN_SECONDS: z.coerce.number().min(0).max(999).default(0),
  PRICE_SOURCE_HOSTS: z
    .string()
    .transform((list) => list.split(',').map((host) => host.trim().toLowerCase()))
    .refine(
      (list) => list.every((host) => /^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/.test(host)),
      'a list of host[:port] is expected',
    )
    .optional(),
  HOLD_MINUTES: z.coerce.number().min(0.05).max(1440).default(20),
  DOCUMENTS_SECRET: z.string().min(32).optional(),
  DOCUMENT_MINUTES: z.coerce.number().positive().max(1440).default(15),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  SECURITY_LOG: z.string().optional(),
});

/** The service's environment settings, checked and with defaults. */
export type Configuration = ReturnType<typeof readEnvironment>;

/** Invalid environment values, with one sentence for each. */
export class WrongEnvironment extends Error {
  override name = 'WrongEnvironment';
}

/** Reads the environment. Throws WrongEnvironment that names every wrong value at once. */
export function readEnvironment(values: Readonly<Record<string, string | undefined>> = process.env) {
  const present = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    throw new WrongEnvironment(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')} is wrong: ${message}.`).join('\n'),
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
    documents: { secret: data.DOCUMENTS_SECRET, minutes: data.DOCUMENT_MINUTES },
    logLevel: data.LOG_LEVEL,
    /** Undefined: standard output. */
    securityLog: data.SECURITY_LOG,
  };
}

/** Settings that are forbidden if other machines can reach the service. */
function publicMistakes(url: string, data: z.infer<typeof environment>): string[] {
  if (isOwnMachine(url)) return [];
  const { TOKEN_ISSUER: issuer, DOCUMENTS_SECRET: secret } = data;
  return [
    ...addressMistakes('TOKEN_ISSUER', issuer),
    ...(secret === undefined ? [] : regularityMistakes('DOCUMENTS_SECRET', secret)),
  ];
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
