import { z } from 'zod';
import { addressMistakes, isOwnMachine, regularityMistakes } from '@/lib/network/deployment';

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
  TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((one) => one.trim()))
    .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])))
    .optional(),
  MAX_CONNECTIONS: z.coerce.number().int().positive().optional(),
  MAX_CONNECTIONS_PER_NETWORK: z.coerce.number().int().positive().optional(),
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

/** What the service is told by its environment, checked, with what follows from other values filled in. */
export interface Configuration {
  port: number;
  host: string;
  /** Where clients reach the service. */
  url: string;
  dataFolder: string;
  databaseUrl: string | undefined;
  /** Files in PEM; made locally when there are none. */
  certificate: { certificateFile: string; keyFile: string } | undefined;
  tokens: { issuer: string; audience: string; plainJwt: boolean };
  /** How many requests of one organization, and of one network without a token, a process answers in a minute. */
  requestsPerMinute: number;
  openRequestsPerMinute: number;
  /** How many connections are open at once: of all clients, and of one network (lib/network/connections.ts). */
  connections: { total: number | undefined; perNetwork: number | undefined };
  /** Addresses and networks whose X-Forwarded-Proto counts. */
  trustedProxies: string[];
  /** How long `/readyz` says that the process stops before it takes no more connections. */
  drainSeconds: number;
  /** host[:port] of price sources that may be asked without TLS and at private addresses. */
  priceSourceHosts: string[];
  holdMinutes: number;
  documents: { secret: string | undefined; minutes: number };
  logLevel: string;
  /** The file of the security log; standard output where there is none. */
  securityLog: string | undefined;
}

/** Wrong environment values, a sentence for each. */
export class WrongEnvironment extends Error {
  override name = 'WrongEnvironment';
}

/** Reads the environment. Throws WrongEnvironment that names every wrong value at once. */
export function readEnvironment(
  values: Readonly<Record<string, string | undefined>> = process.env,
): Configuration {
  const present = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    throw new WrongEnvironment(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')} is wrong: ${message}.`).join('\n'),
    );
  }
  const { data } = parsed;
  const url = data.SERVICE_URL?.replace(/\/$/, '') ?? `https://localhost:${data.SERVICE_PORT}`;
  const mistakes = publicMistakes(url, data);
  if (mistakes.length > 0) throw new WrongEnvironment(mistakes.join('\n'));
  return {
    port: data.SERVICE_PORT,
    host: data.SERVICE_HOST,
    url,
    dataFolder: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    certificate: certificateOf(data),
    tokens: {
      issuer: data.TOKEN_ISSUER,
      audience: data.TOKEN_AUDIENCE ?? url,
      plainJwt: data.TOKEN_PLAIN_JWT,
    },
    requestsPerMinute: data.REQUESTS_PER_MINUTE,
    openRequestsPerMinute: data.OPEN_REQUESTS_PER_MINUTE,
    connections: { total: data.MAX_CONNECTIONS, perNetwork: data.MAX_CONNECTIONS_PER_NETWORK },
    trustedProxies: data.TRUSTED_PROXIES ?? [],
    drainSeconds: data.DRAIN_SECONDS,
    priceSourceHosts: data.PRICE_SOURCE_HOSTS ?? [],
    holdMinutes: data.HOLD_MINUTES,
    documents: { secret: data.DOCUMENTS_SECRET, minutes: data.DOCUMENT_MINUTES },
    logLevel: data.LOG_LEVEL,
    securityLog: data.SECURITY_LOG,
  };
}

/** What may not be so where others than this machine reach the service. */
function publicMistakes(url: string, data: z.infer<typeof environment>): string[] {
  if (isOwnMachine(url)) return [];
  const { TOKEN_ISSUER: issuer, DOCUMENTS_SECRET: secret } = data;
  return [
    ...addressMistakes('TOKEN_ISSUER', issuer),
    ...(secret === undefined ? [] : regularityMistakes('DOCUMENTS_SECRET', secret)),
  ];
}

function certificateOf({
  TLS_CERT_FILE,
  TLS_KEY_FILE,
}: z.infer<typeof environment>): Configuration['certificate'] {
  if (TLS_CERT_FILE === undefined && TLS_KEY_FILE === undefined) return undefined;
  if (TLS_CERT_FILE === undefined || TLS_KEY_FILE === undefined) {
    throw new WrongEnvironment('TLS_CERT_FILE and TLS_KEY_FILE go together: set both, or neither.');
  }
  return { certificateFile: TLS_CERT_FILE, keyFile: TLS_KEY_FILE };
}

/** Where the import command finds the service, and with what it is let in. Throws WrongEnvironment. */
export function readCommandEnvironment(values: Readonly<Record<string, string | undefined>> = process.env): {
  url: string;
  caFile: string;
  token: string;
} {
  const { SERVICE_TOKEN: token = '', DATA_DIR = '.data', SERVICE_CA_FILE } = values;
  if (token === '')
    throw new WrongEnvironment('SERVICE_TOKEN is missing: an access token with catalog:write.');
  return {
    url: readEnvironment(values).url,
    caFile: SERVICE_CA_FILE ?? `${DATA_DIR}/tls/ca.pem`,
    token,
  };
}
