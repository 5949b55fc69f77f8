import { createClient } from '../../client/client';
import type { Database } from '../../database/database';
import { smtpMailer } from '../../mail/mailer';
import { stripePayments } from '../../payment/stripe-payments';
import type { Rooms } from '../rooms';
import { webhookSecret } from './payment-events';

/** Where the stand-ins are. */
export interface Places {
  serviceUrl: string;
  providerUrl: string;
  mailUrl: string;
}

export interface ShopOptions extends Partial<Pick<Rooms, 'capture' | 'report'>> {
  /** This process's clock; its own when left out. */
  now?: () => Date;
  /** How long it waits for an answer (10 s); short where answers are to be lost. */
  patienceMilliseconds?: number;
  requestsPerSecond?: number;
  /** How often the payment provider is asked again at once (0). */
  repetitions?: number;
}

/** The rooms of one process of the shop. */
export function openRooms(places: Places, database: Database, options: ShopOptions = {}): Rooms {
  const timeoutMilliseconds = options.patienceMilliseconds ?? 10_000;
  return {
    database,
    client: createClient({
      serviceUrl: places.serviceUrl,
      getToken: () => Promise.resolve('token'),
      timeoutMilliseconds,
    }),
    payments: stripePayments({
      secretKey: 'sk_test_1',
      webhookSecret,
      url: new URL(places.providerUrl),
      timeoutMilliseconds,
      // The limit has tests of its own, and would make all others wait.
      requestsPerSecond: options.requestsPerSecond ?? 10_000,
      // The pauses before them would be the longest part of many tests.
      repetitions: options.repetitions ?? 0,
      ...(options.now === undefined ? {} : { now: options.now }),
    }),
    mailer: smtpMailer({
      smtpUrl: places.mailUrl,
      from: 'Programme <tickets@shop.example>',
      timeoutMilliseconds,
    }),
    alertEmail: null,
    storefrontUrl: 'https://shop.example',
    linkSecret: 'a secret of the links, long enough',
    capture: options.capture ?? 'automatic',
    // What is tested is mostly not this.
    quota: { basket: 1_000_000, network: 1_000_000, site: 1_000_000 },
    report: options.report ?? (() => undefined),
  };
}

export async function closeRooms({ mailer, client }: Pick<Rooms, 'mailer' | 'client'>): Promise<void> {
  mailer.close();
  await client.close();
}
