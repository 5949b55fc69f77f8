import type { Client } from '../client/client';
import type { Database } from '../database/database';
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
  payments: Payments;
  mailer: Mailer;
  /** The e-mail address for alerts to the operator; null: alerts are only logged. */
  alertEmail: string | null;
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
  report: Report;
}

/** What runs once a night in one of the processes. */
export interface NightlyJob {
  name: string;
  /** The signal stops it early with an error: then this process or another one runs it again. */
  run(signal: AbortSignal): Promise<void>;
}
