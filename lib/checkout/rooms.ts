import type { Client } from '../client/client';
import type { Database } from '../database/database';
import type { Mailer } from '../mail/mailer';
import type { Payments } from '../payment/payment';

/** Tells the operator. `context` carries identifiers and kinds; nothing personal. */
export type Report = (
  level: 'info' | 'warn' | 'error',
  message: string,
  context: Record<string, unknown>,
) => void;

/** The most units that are held unpaid at once: by one browser, from one network, and from one site of networks. */
export interface Quota {
  basket: number;
  network: number;
  site: number;
}

/** What the checkout works with. */
export interface Rooms {
  database: Database;
  client: Client;
  payments: Payments;
  mailer: Mailer;
  /** Where the operator is told of alerts; null: in the log. */
  alertEmail: string | null;
  /** Where the shop stands, without a slash at the end: for links in letters and at the payment provider. */
  storefrontUrl: string;
  linkSecret: string;
  /** Whether money is taken when the customer pays, or set aside then and taken when there is an order. */
  capture: 'automatic' | 'manual';
  quota: Quota;
  report: Report;
}
