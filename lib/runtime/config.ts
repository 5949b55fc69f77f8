import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { metricsAddress } from '../network/metrics-settings';
import { tracingTarget } from '../network/observed-settings';
import type { NightlySettings } from '../shop/context';
import { WrongEnvironment } from '../network/check-settings';
import { readNamedFile } from '../network/given-settings';
import { parseEnvironment, type Environment, type ParsedEnvironment } from './env';
import { defaultRoleNames } from './staff-roles';
import { readWallets } from './wallet-config';
import { withoutSlash } from '../network/without-slash';

/** The storefront's settings: addresses without a slash at the end, absolute paths. */
export type Config = ReturnType<typeof readConfig>;

/** Default limit of an IPv6 site (/48): 5 times the limit of one network. */
const networksPerSite = 5;

/** Reads the file of SERVICE_CA_FILE: PEM, trusted in addition to the usual authorities, for calls to the service only. */
function readServiceCa(path: string | undefined): { ca?: string } {
  if (path === undefined) return {};
  const read = readNamedFile('SERVICE_CA_FILE', path);
  if ('mistake' in read) throw new WrongEnvironment([read.mistake]);
  const { text: ca } = read;
  if (!ca.includes('-----BEGIN CERTIFICATE-----')) {
    throw new WrongEnvironment(['SERVICE_CA_FILE has to name a PEM file with a certificate.']);
  }
  return { ca };
}

/** The address of a sender that may have a name before it. */
const parseAddress = (sender: string) => /<([^<>]*)>\s*$/.exec(sender)?.[1]?.trim() ?? sender.trim();

function readMail(values: ParsedEnvironment) {
  return {
    smtpUrl: values.SMTP_URL,
    /** One sender: the name is that of the shop, also if MAIL_FROM has a name of its own. */
    from: { name: values.SHOP_NAME, address: parseAddress(values.MAIL_FROM) },
    /** The e-mail address for alerts to the operator; null: alerts are only logged. */
    alertsTo: values.ALERT_EMAIL ?? null,
    /** The hour of the venue at which customers are reminded; null: they are not. */
    reminderHour: values.REMINDER_HOUR ?? null,
  };
}

function optionalUrl(url: string | undefined): { url?: string } {
  return url === undefined ? {} : { url };
}

type Some<Name extends keyof ParsedEnvironment> = Pick<ParsedEnvironment, Name>;

/** Without a number of connections it depends on how many processes there are. */
export function readDatabase({
  DATABASE_URL: url,
  DATABASE_POOLER: pooler,
  DATABASE_CONNECTIONS: connections,
  DATA_DIR,
}: Some<'DATABASE_URL' | 'DATABASE_POOLER' | 'DATABASE_CONNECTIONS' | 'DATA_DIR'>) {
  return {
    ...optionalUrl(url),
    ...(pooler === undefined ? {} : { pooler }),
    ...(connections === undefined ? {} : { connections }),
    folder: join(resolve(DATA_DIR), 'storefront'),
  };
}

export function readService({ SERVICE_URL, SERVICE_CA_FILE }: Some<'SERVICE_URL' | 'SERVICE_CA_FILE'>) {
  return { url: withoutSlash(SERVICE_URL), ...readServiceCa(SERVICE_CA_FILE) };
}

/** How the storefront gets its access tokens. */
export function readToken(
  values: Some<
    'TOKEN_ISSUER' | 'TOKEN_AUDIENCE' | 'TOKEN_SCOPE' | 'SERVICE_CLIENT_ID' | 'SERVICE_CLIENT_SECRET'
  >,
) {
  return {
    issuer: withoutSlash(values.TOKEN_ISSUER),
    audience: values.TOKEN_AUDIENCE,
    scope: values.TOKEN_SCOPE,
    clientId: values.SERVICE_CLIENT_ID,
    clientSecret: values.SERVICE_CLIENT_SECRET,
  };
}

/** The account of the payment provider; without an address it is Stripe's own. */
export function readAccount({ PAYMENT_SECRET_KEY, PAYMENT_URL }: Some<'PAYMENT_SECRET_KEY' | 'PAYMENT_URL'>) {
  return { ...optionalUrl(PAYMENT_URL && withoutSlash(PAYMENT_URL)), secretKey: PAYMENT_SECRET_KEY };
}

function paymentPages(values: Some<'PAYMENT_PAGES' | 'PAYMENT_URL' | 'PAYMENT_SECRET_KEY'>): string | null {
  if (values.PAYMENT_PAGES !== undefined) return values.PAYMENT_PAGES;
  if (values.PAYMENT_URL !== undefined) return null;
  const test = /^[a-z]+_test_/.test(values.PAYMENT_SECRET_KEY) ? 'test/' : '';
  return `https://dashboard.stripe.com/${test}payments/`;
}

function readListen(values: ParsedEnvironment) {
  return {
    host: values.STOREFRONT_HOST,
    port: values.PORT,
    /** Addresses and networks (CIDR) of trusted proxies: only their X-Forwarded-For is used. */
    trustedProxies: values.TRUSTED_PROXIES,
    /** The most connections that are open at once: of all clients, and of one network. */
    limits: { total: values.MAX_CONNECTIONS, perNetwork: values.MAX_CONNECTIONS_PER_NETWORK },
    /** How long `/readyz` says that the process stops before it accepts no more connections. */
    drainSeconds: values.DRAIN_SECONDS,
  };
}

/** How many processes share the port; the embedded database belongs to one. */
function readProcesses({ STOREFRONT_PROCESSES, DATABASE_URL }: ParsedEnvironment): number {
  return STOREFRONT_PROCESSES ?? (DATABASE_URL === undefined ? 1 : availableParallelism());
}

/** How old pages that are the same for every visitor may be, and how much memory they may need. */
function readPageCache(values: ParsedEnvironment) {
  return {
    freshSeconds: values.PAGE_FRESH_SECONDS,
    staleSeconds: values.PAGE_STALE_SECONDS,
    unavailableSeconds: values.PAGE_UNAVAILABLE_SECONDS,
    bytes: values.PAGE_CACHE_MB * 1024 ** 2,
  };
}

function readWaitingRoom(values: ParsedEnvironment) {
  return {
    /** `scheduled`: staff open waiting rooms; `automatic`: rooms also open by themselves. */
    mode: values.WAITING_ROOM,
    /** How long an admitted visitor has to choose tickets. */
    minutes: values.WAITING_ROOM_MINUTES,
    /** With more requests for tickets of a catalogue than this a second, its room opens by itself. */
    holdsPerSecond: values.WAITING_ROOM_HOLDS_PER_SECOND,
    /** How many places of one room a network, and an IPv6 site, get in ten minutes. */
    mostPlaces: {
      network: values.WAITING_ROOM_PLACES_PER_NETWORK,
      site: networksPerSite * values.WAITING_ROOM_PLACES_PER_NETWORK,
    },
  };
}

function readNightly(values: ParsedEnvironment): NightlySettings {
  const retention = {
    personalData: values.KEEP_PERSONAL_DATA_DAYS,
    unpaid: values.KEEP_UNPAID_DAYS,
    links: values.KEEP_LINKS_DAYS,
    timelines: values.KEEP_TIMELINES_DAYS,
    webhooks: values.KEEP_WEBHOOKS_DAYS,
    alerts: values.KEEP_ALERTS_DAYS,
    invoices: values.KEEP_INVOICES_DAYS,
    audit: values.KEEP_AUDIT_DAYS,
  };
  return { hour: values.NIGHTLY_HOUR, reconcileDays: values.RECONCILE_DAYS, retention };
}

/** Where staff sign in. */
function readStaff(values: ParsedEnvironment) {
  return {
    provider: readProvider(values),
    /** What the names of roles mean. */
    roleNames: (values.STAFF_SIGN_IN === 'provider' ? values.STAFF_ROLE_NAMES : null) ?? defaultRoleNames,
    /** Whom the program invites when it starts; null: nobody. */
    firstAdmin: values.STAFF_FIRST_ADMIN ?? null,
  };
}

/** Our client at the staff's identity provider; null: staff sign in here, with passkeys. */
function readProvider(values: ParsedEnvironment) {
  const { STAFF_ISSUER: issuer, STAFF_CLIENT_ID: clientId, STAFF_CLIENT_SECRET: clientSecret } = values;
  if (values.STAFF_SIGN_IN === 'passkeys') return null;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new Error('the environment was read without the identity provider');
  return {
    issuer: withoutSlash(issuer),
    clientId,
    clientSecret,
    scope: values.STAFF_SCOPE,
    /** The claim that has the roles. */
    rolesClaim: values.STAFF_ROLES_CLAIM,
    /** The claim that has the ids of catalogues; null: everybody works with all. */
    catalogsClaim: values.STAFF_CATALOGS_CLAIM ?? null,
  };
}

function readCounter(values: ParsedEnvironment) {
  return {
    /** Of customers who give no details: the shop's own address (null: they have to), and its country. */
    email: values.COUNTER_EMAIL ?? null,
    country: values.COUNTER_COUNTRY ?? null,
    /** The most units that one sale holds unpaid at once. */
    mostTickets: values.COUNTER_MOST_TICKETS,
  };
}

/** Where pictures may be fetched from, and the folder in which they are stored. */
function readImages(values: ParsedEnvironment) {
  const { STOREFRONT_URL: own, SERVICE_URL, TOKEN_ISSUER, STAFF_ISSUER, PAYMENT_URL, IMAGE_HOSTS } = values;
  const addresses = [own, SERVICE_URL, TOKEN_ISSUER, STAFF_ISSUER, PAYMENT_URL ?? 'https://api.stripe.com'];
  const ownHosts = addresses.flatMap((one) => (one === undefined ? [] : new URL(one).hostname));
  return {
    /** Trusted host[:port]: requested at any address, with or without TLS. */
    trustedHosts: IMAGE_HOSTS ?? [],
    /** Whether any other host may be requested too, over TLS and at public addresses only. */
    allowsPublicHosts: IMAGE_HOSTS === undefined,
    /** Ours, the identity provider's and the payment provider's: requested only if they are trusted. */
    ownHosts: [...new Set(ownHosts)],
    folder: join(resolve(values.DATA_DIR), 'images'),
  };
}

function readCatalogToken(values: ParsedEnvironment) {
  const { CATALOG_CLIENT_ID: clientId, CATALOG_CLIENT_SECRET: clientSecret } = values;
  if (clientId === undefined || clientSecret === undefined) return null;
  const issuer = withoutSlash(values.TOKEN_ISSUER);
  return { issuer, audience: values.TOKEN_AUDIENCE, scope: values.CATALOG_SCOPE, clientId, clientSecret };
}

/** Throws WrongEnvironment with a sentence for each mistake. */
export function readConfig(environment: Environment) {
  const values = parseEnvironment(environment);
  const service = readService(values);
  return {
    storefrontUrl: withoutSlash(values.STOREFRONT_URL ?? `http://localhost:${values.PORT}`),
    /** In the header and titles of pages, and in e-mails. */
    shopName: values.SHOP_NAME,
    /** The time zone of the days in reports, exports and the daily closing. */
    timeZone: values.SHOP_TIME_ZONE,
    listen: readListen(values),
    pageCache: readPageCache(values),
    processes: readProcesses(values),
    /** Where Prometheus reads metrics; null: there are none. */
    metrics: metricsAddress(values),
    logLevel: values.LOG_LEVEL,
    tracing: tracingTarget(values),
    waitingRoom: readWaitingRoom(values),
    service,
    token: readToken(values),
    /** The client of the issuer whose catalogues staff may change; null: the administration is not set up. */
    catalogToken: readCatalogToken(values),
    payment: {
      ...readAccount(values),
      webhookSecret: values.PAYMENT_WEBHOOK_SECRET,
      /** When the customer pays, the payment is captured, or only authorized and captured when there is an order. */
      capture: values.PAYMENT_CAPTURE,
    },
    /** What the address of a payment's page at the provider begins with, before its id; null: not known. */
    paymentPages: paymentPages(values),
    /** The most units that are held unpaid at once: by one browser, from one network, from one site of networks. */
    quota: {
      basket: values.MAX_HELD_PER_BASKET,
      network: values.MAX_HELD_PER_NETWORK,
      site: values.MAX_HELD_PER_SITE ?? networksPerSite * values.MAX_HELD_PER_NETWORK,
    },
    /** By catalogue id: the most units that one browser holds when it adds some of it, instead of the limit of all. */
    groupLimits: values.MAX_HELD_OF_CATALOGS ?? new Map<string, number>(),
    counter: readCounter(values),
    /** In EUR: what staff who may not decide otherwise than the rules may give back of one booking in all. */
    goodwillLimit: values.GOODWILL_LIMIT,
    nightly: readNightly(values),
    mail: readMail(values),
    staff: readStaff(values),
    /** Seals the staff's sign-in cookie. */
    signInSecret: values.NEXTAUTH_SECRET,
    /** Secret of the hashes of links that are mailed to customers; the key of the cookies of waiting rooms is derived from it. */
    linkSecret: values.LINK_SECRET,
    /** Of the embedded database, and of pictures. */
    dataFolder: resolve(values.DATA_DIR),
    database: readDatabase(values),
    /** host[:port] from which documents may be fetched. */
    documentHosts: values.DOCUMENT_HOSTS ?? [new URL(service.url).host],
    images: readImages(values),
    wallets: readWallets(values),
    /** The file of the security log; standard output when there is none. */
    securityLog: values.SECURITY_LOG,
  };
}
