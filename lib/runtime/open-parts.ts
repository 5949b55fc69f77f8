import type { CheckoutContext } from '../shop/context';
import { openWaitingRooms, type WaitingRooms } from '../shop/flows/waiting-room/waiting-rooms';
import { type CatalogAdmin, createCatalogAdmin } from '../client/catalog-admin';
import { createClient, type Client } from '../client/client';
import { readDocument } from '../client/document-delivery';
import { documentLimits } from '../client/document-fetch';
import { createTokenSource } from '../client/token';
import type { Database } from '../database/database';
import { connectionsFor, openDatabase } from '../database/open-database';
import { programTables } from '../database/program-tables';
import { keepListings, type KeptListings } from '../discovery/kept-listings';
import { readListing } from '../discovery/read-listings';
import type { createProgramLog } from '../log/program-log';
import { invoiceRenderer } from '../invoice/invoice-renderer';
import { smtpMailer } from '../mail/mailer';
import type { Payments } from '../payment/payment';
import { stripePayments } from '../payment/stripe-payments';
import type { Config } from './config';
import { noteCatalogueRead, outsideRequests } from './request-state';

// What the shop and its commands open in the same way, each from its part of the configuration.

/** The shop's database, with all migrations applied. Throws DatabaseUnavailable when it can't be opened. */
export function openShopDatabase({
  database,
  processes,
}: Pick<Config, 'database' | 'processes'>): Promise<Database> {
  return openDatabase({
    connections: connectionsFor(processes),
    ...database,
    ...programTables.storefront,
  });
}

/** The client of the ticketing service, with the shop's own token. */
export function openClient({ service, token }: Pick<Config, 'service' | 'token'>): Client {
  return createClient({
    serviceUrl: service.url,
    ...(service.ca === undefined ? {} : { ca: service.ca }),
    getToken: createTokenSource(token),
    onCatalogueRead: noteCatalogueRead,
  });
}

/** The client that changes catalogues, with the token of their issuer; null: that is not set up. */
function openCatalogAdmin({
  service,
  catalogToken,
}: Pick<Config, 'service' | 'catalogToken'>): CatalogAdmin | null {
  if (catalogToken === null) return null;
  return createCatalogAdmin({
    serviceUrl: service.url,
    ...(service.ca === undefined ? {} : { ca: service.ca }),
    getToken: createTokenSource(catalogToken),
  });
}

/** The events of all catalogues. A reading that fails is logged if no request waits for it. */
export function openListings(
  client: Client,
  log: Pick<ReturnType<typeof createProgramLog>, 'warn'>,
): KeptListings {
  return keepListings({
    read: (language) => outsideRequests(() => readListing(client, { language })),
    onUse: noteCatalogueRead,
    report: (error) => log.warn({ err: error }, 'the list of events could not be read again'),
  });
}

export function openPayments({ payment }: { payment: Omit<Config['payment'], 'capture'> }): Payments {
  const { secretKey, webhookSecret, url } = payment;
  return stripePayments({ secretKey, webhookSecret, ...(url === undefined ? {} : { url: new URL(url) }) });
}

/** Files of documents, for e-mails. */
function documentReader(
  { service: { ca }, documentHosts: hosts }: Config,
  { client, report }: Pick<CheckoutContext, 'client' | 'report'>,
): CheckoutContext['readDocument'] {
  const limits = { ...documentLimits, hosts, ...(ca === undefined ? {} : { ca }) };
  const deliver = {
    client,
    limits,
    report: (message: string, about: Record<string, unknown>) => report('warn', message, about),
  };
  return (wanted, mostBytes) => readDocument(deliver, wanted, mostBytes);
}

/** What the code of purchases needs. */
export function openCheckoutContext(
  config: Config,
  parts: Pick<CheckoutContext, 'database' | 'client' | 'report'>,
): CheckoutContext {
  const { mail, shopName, storefrontUrl, quota, groupLimits, linkSecret, payment, nightly, timeZone } =
    config;
  return {
    ...parts,
    catalogAdmin: openCatalogAdmin(config),
    payments: openPayments(config),
    mailer: smtpMailer(mail),
    readDocument: documentReader(config, parts),
    invoices: invoiceRenderer(),
    alertEmail: mail.alertsTo,
    reminderHour: mail.reminderHour,
    timeZone,
    shopName,
    storefrontUrl,
    quota,
    groupLimits,
    linkSecret,
    capture: payment.capture,
    nightly,
  };
}

/** Null if the shop has no waiting rooms. */
export function openShopWaitingRooms(
  { waitingRoom: { mode, minutes, holdsPerSecond }, linkSecret }: Pick<Config, 'waitingRoom' | 'linkSecret'>,
  { database, client, report }: Pick<CheckoutContext, 'database' | 'client' | 'report'>,
): WaitingRooms | null {
  if (mode === 'off') return null;
  return openWaitingRooms({ database, client, secret: linkSecret, minutes, mode, holdsPerSecond, report });
}
