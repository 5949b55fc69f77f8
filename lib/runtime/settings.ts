import { z } from 'zod';
import { isCountry } from '../contract/customer-rules';
import { networkList } from '../network/network-list';
import { databasePooler, databaseUrl } from '../database/database-url';
import { metricsSettings } from '../network/metrics-settings';
import { observedSettings } from '../network/observed-settings';
import {
  connections,
  connectionsAbout,
  databaseChoice,
  numberFrom,
  originUrl,
  port,
  processes,
  seconds,
  units,
} from '../network/setting-kinds';
import {
  days,
  defaultPort,
  defaultShopName,
  defaultShopTimeZone,
  groupLimits,
  hosts,
  hour,
  leastAuditDays,
  minutes,
  optionalText,
  paymentKey,
  shopName,
  shopTimeZone,
  text,
  webAddress,
  webhookSecret,
  isReadableFolder,
} from './setting-values';
import { mailSettings } from './mail-settings';
import { staffSettings } from './staff-settings';
import { walletSettings } from './wallet-settings';

const shop = {
  SHOP_NAME: shopName
    .default(defaultShopName)
    .describe('the name of the shop, on pages and in e-mails, also as their sender'),
  SHOP_TIME_ZONE: shopTimeZone
    .default(defaultShopTimeZone)
    .describe('the time zone of days in reports and closing, and of times on the pages of staff'),
  SHOP_TEXTS_DIR: z
    .string()
    .refine(isReadableFolder, 'has to name a folder that the user of the program can read')
    .optional()
    .describe(
      'the folder with the seller’s texts, `<language>/<name>.md` for `seller`, `terms`, `privacy`, `contact` and `accessibility`, as in `demo/texts`. A text that lacks a language is shown in English or another. Without it there are no such pages',
    ),
  MAX_HELD_PER_BASKET: units.default(10).describe('how many tickets one browser may hold unpaid at once'),
  MAX_HELD_PER_NETWORK: units
    .default(100)
    .describe('how many tickets one network (/24 or /56) may hold unpaid at once'),
  MAX_HELD_PER_SITE: units
    .optional()
    .describe(
      'the same for an IPv6 site (/48), which has 256 networks. Without it, 5 times the limit of a network',
    ),
  MAX_HELD_OF_CATALOGS: groupLimits
    .optional()
    .describe(
      'for groups: `<catalogue>:<number>`, separated by commas: how many tickets, 1 to 99, one browser may hold when it adds some of that catalogue, instead of `MAX_HELD_PER_BASKET`',
    ),
  COUNTER_MOST_TICKETS: units
    .default(50)
    .describe('how many tickets one sale at the counter may hold unpaid'),
  COUNTER_EMAIL: z
    .email('has to be an e-mail address such as desk@example.org')
    .optional()
    .describe(
      'the address in orders of customers at the counter who give none. Without it, the form at the counter requires one',
    ),
  GOODWILL_LIMIT: z
    .string()
    .regex(/^\d{1,6}\.\d{2}$/, 'has to be an amount in EUR such as 50.00')
    .default('50.00')
    .describe(
      'how much, in EUR, staff with the role `agent` may give back of one booking without cancelling tickets; `admin` may give back all that was paid',
    ),
  COUNTER_COUNTRY: z
    .string()
    .refine(isCountry, 'has to be the code of a country such as NL')
    .optional()
    .describe('the country in such orders. Without it, it is guessed from the browser'),
};

const program = {
  STOREFRONT_URL: originUrl(/^https?$/, 'https://tickets.example')
    .optional()
    .describe('the address that customers use. Without it, `http://localhost` with the port'),
  STOREFRONT_HOST: z.string().default('127.0.0.1').describe('the address on which it listens'),
  PORT: port.default(defaultPort).describe('the port on which it listens'),
  STOREFRONT_PROCESSES: processes
    .optional()
    .describe(
      'how many processes share the port, with PostgreSQL only. Caches, and limits that every request counts to, are those of each process. Without it, one for each core; with the embedded database 1',
    ),
  TRUSTED_PROXIES: networkList
    .default(['127.0.0.0/8', '::1'])
    .describe(
      'addresses and networks of the proxies in front of it, separated by commas. `X-Forwarded-For`, `X-Request-Id` and `traceparent` are trusted only from them',
    ),
  ...metricsSettings,
  ...observedSettings,
  MAX_CONNECTIONS: units.optional().describe('how many connections may be open at once. Without it, 2,000'),
  MAX_CONNECTIONS_PER_NETWORK: units
    .optional()
    .describe(
      'how many of them from one network; connections of trusted proxies do not count for this. Without it, 512',
    ),
  DRAIN_SECONDS: seconds
    .default(0)
    .describe('for how long `/readyz` answers 503 before the stopping program accepts no more connections'),
  DATA_DIR: z.string().default('.data').describe('the folder of the embedded database and of pictures'),
  DATABASE_URL: databaseUrl
    .optional()
    .describe(
      '`postgres://…`, a database of its own, not the service’s, written as that one. Without it, an embedded database in `DATA_DIR`',
    ),
  DATABASE_POOLER: databasePooler,
  DATABASE: databaseChoice,
  DATABASE_CONNECTIONS: connections.optional().describe(connectionsAbout),
  SECURITY_LOG: optionalText.describe(
    'the file of the [security log](security.md#the-security-log). Without it, standard output',
  ),
};

const pages = {
  PAGE_FRESH_SECONDS: seconds.default(1).describe('how old a page that is the same for every visitor may be'),
  PAGE_STALE_SECONDS: seconds.default(30).describe('how old it may be while a new one is rendered'),
  PAGE_UNAVAILABLE_SECONDS: numberFrom(0, 99_999, 'a number of seconds')
    .default(600)
    .describe('how old it may be while the service is unavailable'),
  PAGE_CACHE_MB: numberFrom(1, 9999, 'a number of megabytes')
    .default(64)
    .describe('how much memory these pages may need'),
  DOCUMENT_HOSTS: hosts
    .optional()
    .describe('`host:port` that documents may be fetched from. Without it, the service’s'),
  IMAGE_HOSTS: hosts
    .optional()
    .describe(
      '`host:port` that pictures may be fetched from. Without it, all hosts except the storefront’s, the service’s and the providers’, over TLS at public addresses',
    ),
};

const waitingRoom = {
  WAITING_ROOM: z
    .enum(['off', 'automatic', 'scheduled'], 'has to be off, automatic or scheduled')
    .default('off')
    .describe(
      '`off`; `scheduled`: staff open [waiting rooms](rush.md); `automatic`: rooms also open by themselves',
    ),
  WAITING_ROOM_MINUTES: minutes
    .default(10)
    .describe('how long a visitor who is let in has to choose tickets, 1 to 60'),
  WAITING_ROOM_HOLDS_PER_SECOND: units
    .default(20)
    .describe(
      'with more requests for tickets of one catalogue than this a second, in one process, its room opens by itself (`automatic`)',
    ),
  WAITING_ROOM_PLACES_PER_NETWORK: units
    .default(200)
    .describe(
      'how many places in one line a network (/24 or /56) gets in ten minutes from one process; an IPv6 site (/48) gets five times as many',
    ),
};

const service = {
  SERVICE_URL: originUrl(/^https$/, 'https://api.tickets.example')
    .default('https://localhost:4000')
    .describe('the address of the service'),
  SERVICE_CA_FILE: optionalText.describe(
    'the certificate authority of its certificate, in PEM, beside the usual ones',
  ),
  TOKEN_ISSUER: webAddress.describe('the issuer of the storefront’s access tokens'),
  TOKEN_AUDIENCE: text.describe('their audience'),
  TOKEN_SCOPE: z
    .string()
    .default('catalog:read booking:read booking:write')
    .describe(
      'their scope. `ticket:redeem`: staff admit visitors; `booking:counter`: the counter sells the places kept for it; `booking:override`: an admin cancels against a rule',
    ),
  SERVICE_CLIENT_ID: text.describe('the client that the storefront signs in as at this issuer'),
  SERVICE_CLIENT_SECRET: text.describe('its secret'),
  CATALOG_CLIENT_ID: optionalText.describe(
    'the client of the organization whose catalogues staff may change (`/staff/catalogs`)',
  ),
  CATALOG_CLIENT_SECRET: optionalText.describe('its secret; set both or neither'),
  CATALOG_SCOPE: z
    .string()
    .default('catalog:write catalog:manage catalog:edit voucher:manage')
    .describe('the scope of its tokens'),
};

const payment = {
  PAYMENT_SECRET_KEY: paymentKey.describe('the secret key of a Stripe account'),
  PAYMENT_WEBHOOK_SECRET: webhookSecret.describe(
    'the secret that signs its webhooks, which go to `/api/webhooks/payment`',
  ),
  PAYMENT_URL: webAddress.optional().describe('a server that speaks Stripe’s protocol. Without it, Stripe'),
  PAYMENT_PAGES: webAddress
    .optional()
    .describe(
      'a payment’s page at the provider, up to its id. Without it, Stripe’s, unless `PAYMENT_URL` is set',
    ),
  PAYMENT_TEST_KEYS: z
    .literal('allowed', 'has to be allowed, or left out')
    .optional()
    .describe('`allowed`: a storefront that others can reach may run with a test key'),
  PAYMENT_CAPTURE: z
    .enum(['automatic', 'manual'], 'has to be automatic or manual')
    .default('automatic')
    .describe(
      '`automatic`: the payment is captured when the customer pays; `manual`: it is authorized then, and captured when there is an order',
    ),
};

const retention = {
  NIGHTLY_HOUR: hour
    .default(3)
    .describe('the hour (UTC) of the [nightly jobs](retention.md#the-nightly-jobs)'),
  RECONCILE_DAYS: days.default(7).describe('how many days they reconcile'),
  KEEP_PERSONAL_DATA_DAYS: days.default(1095).describe('how long personal data is kept after a purchase'),
  KEEP_UNPAID_DAYS: days.default(30).describe('how long that of customers who did not buy is kept'),
  KEEP_LINKS_DAYS: days.default(730).describe('how long the links of orders are kept'),
  KEEP_TIMELINES_DAYS: days.default(730).describe('how long the timelines of orders are kept'),
  KEEP_WEBHOOKS_DAYS: days.default(90).describe('how long the webhooks of the payment provider are kept'),
  KEEP_INVOICES_DAYS: days
    .default(4018)
    .describe(
      'how long the names, addresses and VAT numbers on invoices are kept: by default ten years after the year of the invoice, as the longest of the European laws asks',
    ),
  KEEP_ALERTS_DAYS: days.default(365).describe('how long the alerts of the operator are kept'),
  KEEP_AUDIT_DAYS: days
    .refine((count) => count >= leastAuditDays, `has to be at least ${leastAuditDays} days`)
    .default(1095)
    .describe(`how long the audit log of staff is kept, ${leastAuditDays} days at least`),
};

/** The settings by subject, as docs/settings.md lists them with these descriptions. */
export const settingGroups = {
  'The shop': shop,
  'Addresses, processes and data': program,
  'Pages, pictures and documents': pages,
  'Waiting rooms': waitingRoom,
  'The service': service,
  Payment: payment,
  'E-mails': mailSettings,
  'Staff and secrets': staffSettings,
  'Nightly jobs and retention': retention,
  'Wallet passes': walletSettings,
};

export const settings = {
  ...shop,
  ...program,
  ...pages,
  ...waitingRoom,
  ...service,
  ...payment,
  ...mailSettings,
  ...staffSettings,
  ...retention,
  ...walletSettings,
};
