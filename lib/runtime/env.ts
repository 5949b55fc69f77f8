import { statSync } from 'node:fs';
import { z } from 'zod';
import { isCountry } from '../contract/customer-rules';
import { networkList } from '../network/network-list';
import { processMistakes } from '../network/deployment';
import { type StaffRole, staffRoles } from './staff-roles';
import { publicMistakes } from './public-settings';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of this process. All other modules of the storefront get their configuration as values. */
export function processEnvironment(): Environment {
  return process.env;
}

const text = z.string('is missing');

function address(protocols: RegExp, rule: string) {
  return text.pipe(z.url({ protocol: protocols, error: `has to be ${rule}` }));
}

const webAddress = address(/^https?$/, 'a web address such as https://tickets.example');
const secret = (characters: number) => text.min(characters, `has to have at least ${characters} characters`);

function number(pattern: RegExp, rule: string) {
  return z.string().regex(pattern, `has to be ${rule}`).transform(Number);
}

const portRule = 'a port number from 1 to 65535';
const port = number(/^\d{1,5}$/, portRule).refine(
  (value) => value >= 1 && value <= 65_535,
  `has to be ${portRule}`,
);
const units = number(/^[1-9]\d{0,5}$/, 'a number from 1 to 999999');
const processes = number(/^([1-9]|[1-5]\d|6[0-4])$/, 'a number of processes from 1 to 64');
const seconds = number(/^\d{1,3}$/, 'a number of seconds from 0 to 999');
const minutes = number(/^([1-9]|[1-5]\d|60)$/, 'a number of minutes from 1 to 60');
const hour = number(/^([01]?\d|2[0-3])$/, 'an hour from 0 to 23');
const days = number(/^[1-9]\d{0,4}$/, 'a number of days from 1 to 99999');

const groupLimits = z.string().transform((list, issue) => {
  const limits = list.split(',').map((one) => /^([0-9a-f-]{36}):([1-9]\d?)$/i.exec(one.trim()));
  const known = limits.flatMap((limit) => {
    const [, catalogId, most] = limit ?? [];
    return catalogId === undefined || most === undefined
      ? []
      : [[catalogId.toLowerCase(), Number(most)] as const];
  });
  if (known.length < limits.length)
    issue.addIssue(
      'has to be a list of catalogue identifiers with a number from 1 to 99, such as "0b51…:30, 7d9f…:6"',
    );
  return new Map<string, number>(known);
});

const hosts = z
  .string()
  .transform((list) => list.split(',').map((host) => host.trim().toLowerCase()))
  .refine(
    (list) => list.every((host) => /^[a-z0-9.-]+(:\d{1,5})?$/.test(host)),
    'has to be a list of hosts such as "files.example,storage.example:8443"',
  );

/** The database refuses to delete younger entries of the audit log. */
const leastAuditDays = 366;

const roleNames = z.string().transform((list, issue) => {
  const pairs = list.split(',').map((one) => /^\s*([a-z]+)\s*=\s*(\S+)\s*$/.exec(one));
  const known = pairs.flatMap((pair) => {
    const role = staffRoles.find((one) => one === pair?.[1]);
    return role === undefined || pair?.[2] === undefined ? [] : [[pair[2], role] as const];
  });
  if (known.length < pairs.length)
    issue.addIssue(
      `has to be a list of our roles (${staffRoles.join(', ')}) with the identity provider’s names, such as "agent=ticket-desk,admin=ticket-admins"`,
    );
  return new Map<string, StaffRole>(known);
});

const defaultShopName = 'Programme';

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** In headers of pages and e-mails there is room for this many characters. */
const shopName = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]{1,60}$/u, 'has to be one line of at most 60 characters');

/** The name of the shop, also where nothing else of the environment is needed. */
export function shopNameOf({ SHOP_NAME }: Environment): string {
  return shopName.safeParse(SHOP_NAME).data ?? defaultShopName;
}

const shopTimeZone = z
  .string()
  .regex(/^[A-Za-z]/, 'has to be the name of a time zone such as Europe/Paris')
  .refine(isTimeZone, 'has to be the name of a time zone such as Europe/Paris');
const defaultShopTimeZone = 'Europe/Paris';

/** The time zone of the shop, also where nothing else of the environment is needed. */
export function shopTimeZoneOf({ SHOP_TIME_ZONE }: Environment): string {
  return shopTimeZone.safeParse(SHOP_TIME_ZONE).data ?? defaultShopTimeZone;
}

/** What the storefront reads from its environment. An empty value counts as none. */
const environmentSchema = z.object({
  PORT: port.default(3000),
  STOREFRONT_HOST: z.string().default('localhost'),
  TRUSTED_PROXIES: networkList.default(['127.0.0.0/8', '::1']),
  MAX_CONNECTIONS: units.optional(),
  MAX_CONNECTIONS_PER_NETWORK: units.optional(),
  DRAIN_SECONDS: seconds.default(0),
  STOREFRONT_PROCESSES: processes.optional(),
  PAGE_FRESH_SECONDS: seconds.default(1),
  PAGE_STALE_SECONDS: seconds.default(30),
  PAGE_AWAY_SECONDS: number(/^\d{1,5}$/, 'a number of seconds from 0 to 99999').default(600),
  PAGE_CACHE_MB: number(/^[1-9]\d{0,3}$/, 'a number of megabytes from 1 to 9999').default(64),
  WAITING_ROOM: z
    .enum(['off', 'automatic', 'scheduled'], 'has to be off, automatic or scheduled')
    .default('off'),
  WAITING_ROOM_MINUTES: minutes.default(10),
  WAITING_ROOM_HOLDS_PER_SECOND: units.default(20),
  WAITING_ROOM_PLACES_PER_NETWORK: units.default(200),
  SHOP_TEXTS_DIR: z
    .string()
    .refine(
      (folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true,
      'has to name a folder',
    )
    .optional(),
  SHOP_NAME: shopName.default(defaultShopName),
  SHOP_TIME_ZONE: shopTimeZone.default(defaultShopTimeZone),
  STOREFRONT_URL: webAddress.optional(),
  SERVICE_URL: address(/^https$/, 'an address that starts with https://').default('https://localhost:4000'),
  SERVICE_CA_FILE: z.string().optional(),
  SERVICE_CLIENT_ID: text,
  SERVICE_CLIENT_SECRET: text,
  TOKEN_ISSUER: webAddress,
  TOKEN_AUDIENCE: text,
  TOKEN_SCOPE: z.string().default('catalog:read booking:read booking:write'),
  CATALOG_CLIENT_ID: z.string().optional(),
  CATALOG_CLIENT_SECRET: z.string().optional(),
  CATALOG_SCOPE: z.string().default('catalog:write catalog:manage voucher:manage'),
  PAYMENT_URL: webAddress.optional(),
  PAYMENT_SECRET_KEY: secret(16),
  PAYMENT_WEBHOOK_SECRET: secret(16),
  PAYMENT_TEST_KEYS: z.literal('allowed', 'has to be allowed, or left out').optional(),
  PAYMENT_CAPTURE: z.enum(['automatic', 'manual'], 'has to be automatic or manual').default('automatic'),
  MAX_HELD_PER_BASKET: units.default(10),
  MAX_HELD_OF_CATALOGS: groupLimits.optional(),
  MAX_HELD_PER_NETWORK: units.default(100),
  MAX_HELD_PER_SITE: units.optional(),
  NIGHTLY_HOUR: hour.default(3),
  RECONCILE_DAYS: days.default(7),
  KEEP_PERSONAL_DATA_DAYS: days.default(1095),
  KEEP_UNPAID_DAYS: days.default(30),
  KEEP_LINKS_DAYS: days.default(730),
  KEEP_TIMELINES_DAYS: days.default(730),
  KEEP_WEBHOOKS_DAYS: days.default(90),
  KEEP_ALERTS_DAYS: days.default(365),
  KEEP_AUDIT_DAYS: days
    .refine((count) => count >= leastAuditDays, `has to be at least ${leastAuditDays} days`)
    .default(1095),
  SMTP_URL: address(/^smtps?$/, 'an address such as smtp://mail.example:587'),
  MAIL_FROM: text.regex(/@/, 'has to be an address such as tickets@example.org'),
  ALERT_EMAIL: z.email('has to be an e-mail address such as operator@example.org').optional(),
  COUNTER_EMAIL: z.email('has to be an e-mail address such as desk@example.org').optional(),
  COUNTER_COUNTRY: z.string().refine(isCountry, 'has to be the code of a country such as NL').optional(),
  NEXTAUTH_SECRET: secret(32),
  LINK_SECRET: secret(32),
  STAFF_ISSUER: webAddress,
  STAFF_CLIENT_ID: text,
  STAFF_CLIENT_SECRET: text,
  STAFF_SCOPE: z.string().default('openid profile email roles'),
  STAFF_ROLES_CLAIM: z.string().default('roles'),
  STAFF_ROLE_NAMES: roleNames.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: address(/^postgres(ql)?$/, 'an address such as postgres://user@host/name').optional(),
  DOCUMENT_HOSTS: hosts.optional(),
  IMAGE_HOSTS: hosts.optional(),
  SECURITY_LOG: z.string().optional(),
  WALLET_APPLE_CERTIFICATE_FILE: z.string().optional(),
  WALLET_APPLE_KEY_FILE: z.string().optional(),
  WALLET_APPLE_AUTHORITY_FILE: z.string().optional(),
  WALLET_GOOGLE_ISSUER_ID: z
    .string()
    .regex(/^\d{5,25}$/, 'has to be the number of an issuer account')
    .optional(),
  WALLET_GOOGLE_KEY_FILE: z.string().optional(),
});

export type ParsedEnvironment = z.output<typeof environmentSchema>;

/** The environment is wrong: one sentence for each mistake, which names the variable. */
export class WrongEnvironment extends Error {
  override name = 'WrongEnvironment';
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join('\n'));
  }
}

/** A client for the administration of catalogues needs its secret. */
function catalogMistakes({ CATALOG_CLIENT_ID: id, CATALOG_CLIENT_SECRET: secret }: Environment): string[] {
  if ((id === undefined) === (secret === undefined)) return [];
  return ['CATALOG_CLIENT_ID and CATALOG_CLIENT_SECRET have to be set together.'];
}

/** Reads the whole environment, so that every mistake is reported at once. Values are never repeated. */
export function parseEnvironment(environment: Environment): ParsedEnvironment {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  const sentences = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}.`),
    ...publicMistakes(given),
    ...catalogMistakes(given),
    ...processMistakes(
      'STOREFRONT_PROCESSES',
      parsed.data?.STOREFRONT_PROCESSES ?? 1,
      parsed.data?.DATABASE_URL,
    ),
  ];
  if (parsed.success && sentences.length === 0) return parsed.data;
  throw new WrongEnvironment([...new Set(sentences)]);
}
