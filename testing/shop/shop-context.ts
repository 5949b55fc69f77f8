import { createCatalogAdmin } from '@/lib/client/catalog-admin';
import { createClient } from '@/lib/client/client';
import { readDocument } from '@/lib/client/document-delivery';
import { documentLimits } from '@/lib/client/document-fetch';
import type { Database } from '@/lib/database/database';
import { invoiceRenderer } from '@/lib/invoice/invoice-renderer';
import { smtpMailer } from '@/lib/mail/mailer';
import { stripePayments } from '@/lib/payment/stripe-payments';
import type { CheckoutContext } from '@/lib/shop/context';
import { webhookSecret } from '@/testing/fakes/stripe/events';

/** The URLs of the fakes. */
export interface Places {
  serviceUrl: string;
  providerUrl: string;
  mailUrl: string;
}

export interface ShopOptions extends Partial<
  Pick<CheckoutContext, 'capture' | 'report' | 'nightly' | 'storefrontUrl' | 'reminderHour'>
> {
  /** The access token of the shop, for a service that looks at it. */
  token?: string;
  /** The process's clock; the real one when left out. */
  now?: () => Date;
  /** How long the process waits for a response (10 s); short for tests in which responses are lost. */
  timeoutMilliseconds?: number;
  requestsPerSecond?: number;
  /** Where the documents of the service may be fetched from; nowhere when left out. */
  documents?: { hosts: readonly string[]; ca: string };
  /** How often a request to the payment provider is repeated at once (0). */
  repetitions?: number;
}

/** Nothing of a test is old enough to be deleted. */
const longRetention = {
  personalData: 1_000,
  unpaid: 1_000,
  links: 1_000,
  timelines: 1_000,
  invoices: 1_000,
  webhooks: 1_000,
  alerts: 1_000,
  audit: 1_000,
};

/** The context of one process of the shop. */
export function openContext(places: Places, database: Database, options: ShopOptions = {}): CheckoutContext {
  const timeoutMilliseconds = options.timeoutMilliseconds ?? 10_000;
  const toService = {
    serviceUrl: places.serviceUrl,
    getToken: () => Promise.resolve(options.token ?? 'token'),
    timeoutMilliseconds,
  };
  const client = createClient(toService);
  const limits = { ...documentLimits, hosts: [], ...options.documents };
  return {
    database,
    client,
    catalogAdmin: createCatalogAdmin(toService),
    readDocument: (wanted, mostBytes) =>
      readDocument({ client, limits, report: () => undefined }, wanted, mostBytes),
    payments: stripePayments({
      secretKey: 'sk_test_of_the_fake',
      webhookSecret,
      url: new URL(places.providerUrl),
      timeoutMilliseconds,
      // The limit has tests of its own, and would delay all others.
      requestsPerSecond: options.requestsPerSecond ?? 10_000,
      // The pauses before repetitions would take most of the time of many tests.
      repetitions: options.repetitions ?? 0,
      ...(options.now === undefined ? {} : { now: options.now }),
    }),
    mailer: smtpMailer({
      smtpUrl: places.mailUrl,
      from: { name: 'Programme', address: 'tickets@shop.example' },
      timeoutMilliseconds,
    }),
    invoices: invoiceRenderer(),
    alertEmail: null,
    reminderHour: options.reminderHour ?? null,
    timeZone: 'Europe/Paris',
    shopName: 'Programme',
    storefrontUrl: options.storefrontUrl ?? 'https://shop.example',
    linkSecret: 'a secret of the links, long enough',
    capture: options.capture ?? 'automatic',
    // Few tests are about the quota.
    quota: { basket: 1_000_000, network: 1_000_000, site: 1_000_000 },
    groupLimits: new Map(),
    nightly: options.nightly ?? { hour: 3, reconcileDays: 3, retention: longRetention },
    report: options.report ?? (() => undefined),
  };
}

export async function closeContext({
  mailer,
  client,
  invoices,
}: Pick<CheckoutContext, 'mailer' | 'client' | 'invoices'>): Promise<void> {
  mailer.close();
  await invoices.close();
  await client.close();
}
