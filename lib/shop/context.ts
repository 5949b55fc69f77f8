import type { CatalogAdmin } from '../client/catalog-admin';
import type { Client } from '../client/client';
import type { Database } from '../database/database';
import type { InvoiceRenderer } from '../invoice/invoice-renderer';
import type { Language } from '../locale/languages';
import type { Mailer } from '../mail/mailer';
import type { Payments } from '../payment/payment';

export { databaseNow } from '../database/database-now';

/** Tells the operator. `context` contains identifiers and kinds; no personal data. */
export type Report = (
  level: 'info' | 'warn' | 'error',
  message: string,
  context: Record<string, unknown>,
) => void;

/** The most units that are held unpaid at once: by one browser, from one network, from one site of networks. */
export interface Quota {
  basket: number;
  network: number;
  site: number;
}

export interface CheckoutContext {
  database: Database;
  client: Client;
  /** Changes catalogues; null: that is not set up (CATALOG_CLIENT_ID). */
  catalogAdmin: CatalogAdmin | null;
  payments: Payments;
  mailer: Mailer;
  /** The file of a document of the service; null: it can't be had now, or has more bytes. */
  readDocument: (
    wanted: { orderId: string; documentId: string; language: Language },
    mostBytes: number,
  ) => Promise<Uint8Array | null>;
  /** Draws invoices. */
  invoices: InvoiceRenderer;
  /** The e-mail address for alerts to the operator; null: alerts are only logged. */
  alertEmail: string | null;
  /** The hour of the venue at which customers are reminded, on the day before their visit; null: they are not. */
  reminderHour: number | null;
  /** Of the shop: in which it counts the days until a gift is sent. */
  timeZone: string;
  /** The name of the shop, for e-mails. */
  shopName: string;
  /** The shop's public URL, without a slash at the end: for links in e-mails and at the payment provider. */
  storefrontUrl: string;
  linkSecret: string;
  /** `manual`: the payment is authorized when the customer pays, and captured when there is an order. */
  capture: 'automatic' | 'manual';
  quota: Quota;
  /** By catalogue: the most units that one browser holds when it adds some of it, instead of `quota.basket`. */
  groupLimits: ReadonlyMap<string, number>;
  nightly: NightlySettings;
  report: Report;
}

/** For how many days data is stored. Amounts, references and states of purchases stay, for the books. */
export interface Retention {
  /** Name, e-mail, phone and country, counted from the end of the purchase. */
  personalData: number;
  /** Name, e-mail, phone and country of an unpaid checkout, counted from the end of the hold. */
  unpaid: number;
  /** Mailed links, and which browsers may see an order. */
  links: number;
  timelines: number;
  /** For whom an invoice is made out, counted from its issue. */
  invoices: number;
  webhooks: number;
  alerts: number;
  /** The audit log; the database refuses less than a year. */
  audit: number;
}

export interface NightlySettings {
  /** The hour (UTC) at which the nightly jobs are due. */
  hour: number;
  /** How many days are reconciled each night. */
  reconcileDays: number;
  retention: Retention;
}
