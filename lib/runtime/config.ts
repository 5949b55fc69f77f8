import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Retention } from '../checkout/retention';
import { parseEnvironment, WrongEnvironment, type Environment, type ParsedEnvironment } from './env';

/** What the storefront was told: addresses without a slash at the end, paths absolute. */
export interface Config {
  readonly storefrontUrl: string;
  readonly listen: {
    readonly host: string;
    readonly port: number;
    /** Addresses and networks (CIDR) of proxies, whose X-Forwarded-For counts. */
    readonly trustedProxies: readonly string[];
    /** How many connections are open at once: of all clients, and of one network. */
    readonly limits: { readonly total?: number | undefined; readonly perNetwork?: number | undefined };
    /** How long `/readyz` says that the process stops before it takes no more connections. */
    readonly drainSeconds: number;
  };
  readonly service: {
    readonly url: string;
    /** PEM; trusted in addition to the usual authorities, for calls to the service only. */
    readonly ca?: string;
  };
  readonly token: {
    readonly issuer: string;
    readonly audience: string;
    readonly scope: string;
    readonly clientId: string;
    readonly clientSecret: string;
  };
  readonly payment: {
    /** The base address of the provider; without it Stripe's own. */
    readonly url?: string;
    readonly secretKey: string;
    readonly webhookSecret: string;
    /** Whether money is taken when the customer pays, or set aside then and taken when there is an order. */
    readonly capture: 'automatic' | 'manual';
  };
  /** The most units that are held unpaid at once: by one browser, from one network, and from one site of networks. */
  readonly quota: { readonly basket: number; readonly network: number; readonly site: number };
  readonly nightly: {
    /** The hour (UTC) at which it is night. */
    readonly hour: number;
    /** How many days are reconciled each night. */
    readonly reconcileDays: number;
    readonly retention: Retention;
  };
  readonly mail: {
    readonly smtpUrl: string;
    readonly from: string;
    /** Where the operator is told of alerts; null: in the log. */
    readonly alertsTo: string | null;
  };
  readonly staff: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string };
  /** Seals the staff's sign-in cookie. */
  readonly signInSecret: string;
  /** Seals links that are mailed to customers. */
  readonly linkSecret: string;
  readonly database: { readonly url?: string; readonly folder: string };
  /** host[:port] from which documents may be fetched. */
  readonly documentHosts: readonly string[];
  /** Where pictures may be fetched from. */
  readonly images: {
    /** host[:port] that we trust: reached at any address, with or without TLS. */
    readonly trustedHosts: readonly string[];
    /** Any other host too, over TLS and at public addresses only. */
    readonly publicHosts: boolean;
    /** Names of hosts that are not asked unless trusted: our own, the identity and the payment provider's. */
    readonly ownHosts: readonly string[];
    /** Where those that were fetched are kept. */
    readonly folder: string;
  };
  /** The file of the security log; standard output where there is none. */
  readonly securityLog: string | undefined;
}

/** A site holds as much as so many of its networks at once, where its limit is not set. */
const networksPerSite = 5;

const withoutSlash = (address: string) => address.replace(/\/+$/, '');

function readAuthority(path: string | undefined): { ca?: string } {
  if (path === undefined) return {};
  let ca: string;
  try {
    ca = readFileSync(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new WrongEnvironment([`SERVICE_CA_FILE names a file that can't be read (${reason}).`]);
  }
  if (!ca.includes('-----BEGIN CERTIFICATE-----')) {
    throw new WrongEnvironment(['SERVICE_CA_FILE has to name a PEM file with a certificate.']);
  }
  return { ca };
}

function readListen(values: ParsedEnvironment): Config['listen'] {
  return {
    host: values.STOREFRONT_HOST,
    port: values.PORT,
    trustedProxies: values.TRUSTED_PROXIES,
    limits: { total: values.MAX_CONNECTIONS, perNetwork: values.MAX_CONNECTIONS_PER_NETWORK },
    drainSeconds: values.DRAIN_SECONDS,
  };
}

function readNightly(values: ParsedEnvironment): Config['nightly'] {
  return {
    hour: values.NIGHTLY_HOUR,
    reconcileDays: values.RECONCILE_DAYS,
    retention: {
      personalData: values.KEEP_PERSONAL_DATA_DAYS,
      unpaid: values.KEEP_UNPAID_DAYS,
      links: values.KEEP_LINKS_DAYS,
      timelines: values.KEEP_TIMELINES_DAYS,
      webhooks: values.KEEP_WEBHOOKS_DAYS,
      alerts: values.KEEP_ALERTS_DAYS,
    },
  };
}

/** The names of hosts that no picture comes from. */
function ownHosts(values: ParsedEnvironment): string[] {
  const { STOREFRONT_URL: own, SERVICE_URL, TOKEN_ISSUER, STAFF_ISSUER, PAYMENT_URL } = values;
  const addresses = [own, SERVICE_URL, TOKEN_ISSUER, STAFF_ISSUER, PAYMENT_URL ?? 'https://api.stripe.com'];
  return [...new Set(addresses.flatMap((one) => (one === undefined ? [] : new URL(one).hostname)))];
}

/** Environment → configuration. Throws WrongEnvironment with a sentence for each mistake. */
export function readConfig(environment: Environment): Config {
  const values = parseEnvironment(environment);
  const serviceUrl = withoutSlash(values.SERVICE_URL);
  const { PAYMENT_URL: paymentUrl, DATABASE_URL: databaseUrl, IMAGE_HOSTS: imageHosts } = values;
  const storefrontUrl = withoutSlash(values.STOREFRONT_URL ?? `http://localhost:${values.PORT}`);
  return {
    storefrontUrl,
    listen: readListen(values),
    service: { url: serviceUrl, ...readAuthority(values.SERVICE_CA_FILE) },
    token: {
      issuer: withoutSlash(values.TOKEN_ISSUER),
      audience: values.TOKEN_AUDIENCE,
      scope: values.TOKEN_SCOPE,
      clientId: values.SERVICE_CLIENT_ID,
      clientSecret: values.SERVICE_CLIENT_SECRET,
    },
    payment: {
      ...(paymentUrl === undefined ? {} : { url: withoutSlash(paymentUrl) }),
      secretKey: values.PAYMENT_SECRET_KEY,
      webhookSecret: values.PAYMENT_WEBHOOK_SECRET,
      capture: values.PAYMENT_CAPTURE,
    },
    quota: {
      basket: values.MAX_HELD_PER_BASKET,
      network: values.MAX_HELD_PER_NETWORK,
      site: values.MAX_HELD_PER_SITE ?? networksPerSite * values.MAX_HELD_PER_NETWORK,
    },
    nightly: readNightly(values),
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM, alertsTo: values.ALERT_EMAIL ?? null },
    staff: {
      issuer: withoutSlash(values.STAFF_ISSUER),
      clientId: values.STAFF_CLIENT_ID,
      clientSecret: values.STAFF_CLIENT_SECRET,
    },
    signInSecret: values.NEXTAUTH_SECRET,
    linkSecret: values.LINK_SECRET,
    database: {
      ...(databaseUrl === undefined ? {} : { url: databaseUrl }),
      folder: join(resolve(values.DATA_DIR), 'storefront'),
    },
    documentHosts: values.DOCUMENT_HOSTS ?? [new URL(serviceUrl).host],
    images: {
      trustedHosts: imageHosts ?? [],
      publicHosts: imageHosts === undefined,
      ownHosts: ownHosts(values),
      folder: join(resolve(values.DATA_DIR), 'images'),
    },
    securityLog: values.SECURITY_LOG,
  };
}
