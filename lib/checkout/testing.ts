import { sql } from 'drizzle-orm';
import { createClient } from '../client/client';
import type { Order } from '../contract/order';
import { testDatabase } from '../database/testing';
import { smtpMailer } from '../mail/mailer';
import { multiplyAmount } from '../money/money';
import { stripePayments } from '../payment/stripe-payments';
import { hold, type HoldResult } from './basket';
import type { Checkout } from './checkout';
import type { State } from './checkout-state';
import { findCheckout } from './checkout-store';
import { placeOrder, type PlaceOrder } from './pay';
import { findUnsettled } from './payment-store';
import type { Rooms } from './rooms';
import { startMailServer, type MailServer } from './testing/mail-server';
import { startPaymentServer, webhookSecret, type PaymentServer } from './testing/payment-server';
import { startTicketingServer, type TicketingServer } from './testing/ticketing-server';
import { hashToken, newToken } from './tokens';
import { receiveWebhook } from './webhooks';
import { workOffDue } from './worker';

/** The checkout between a service, a payment provider and a mailbox that speak their real protocols on loopback. */
export interface Stage {
  rooms: Rooms;
  ticketing: TicketingServer;
  provider: PaymentServer;
  mailbox: MailServer;
  reports: string[];
  /** A checkout that holds so many. */
  hold: (quantity?: number) => Promise<string>;
  find: (id: string) => Promise<Checkout>;
  /** What the worker does until nothing is due. */
  settle: () => Promise<void>;
  /** Lets time pass for a checkout: what was due later is due now, and a dead worker's lease is over. */
  later: (id: string, options?: { holdOver?: boolean }) => Promise<void>;
  /** Held, ordered, on the payment page; not paid. */
  paying: (quantity?: number) => Promise<{ id: string; sessionId: string }>;
  /** Paid, and the webhook has come. */
  paidByWebhook: () => Promise<string>;
  state: (id: string) => Promise<State>;
  /** The orders at the service that carry this checkout's reference. */
  ordersFor: (id: string) => Promise<Order[]>;
  /** All goes well again. */
  reset: () => void;
  close: () => Promise<void>;
}

export async function startStage(options: { database?: Rooms['database'] } = {}): Promise<Stage> {
  const [ticketing, provider, mailbox] = await Promise.all([
    startTicketingServer(),
    startPaymentServer(),
    startMailServer(),
  ]);
  const database =
    options.database ??
    (await testDatabase({ migrations: 'lib/checkout/migrations', schema: 'storefront_migrations' }));
  const reports: string[] = [];
  const rooms: Rooms = {
    database,
    client: createClient({
      serviceUrl: ticketing.url,
      getToken: () => Promise.resolve('token'),
      timeoutMilliseconds: 2_000,
    }),
    payments: stripePayments({
      secretKey: 'sk_test_1',
      webhookSecret,
      url: new URL(provider.url),
      timeoutMilliseconds: 2_000,
    }),
    mailer: smtpMailer({ smtpUrl: mailbox.url, from: 'Programme <tickets@shop.example>' }),
    storefrontUrl: 'https://shop.example',
    linkSecret: 'a secret of the links, long enough',
    report: (level, message) => reports.push(`${level}: ${message}`),
  };
  const find = async (id: string): Promise<Checkout> => {
    const found = await findCheckout(database, id);
    if (found === null) throw new Error('no such checkout');
    return found;
  };
  const parts = { rooms, ticketing, provider, mailbox, reports, find };
  return { ...parts, ...moves(parts), close: () => closeAll(parts) };
}

type Parts = Pick<Stage, 'rooms' | 'ticketing' | 'provider' | 'mailbox' | 'reports' | 'find'>;

function moves(parts: Parts): Omit<Stage, keyof Parts | 'close'> {
  const { rooms, ticketing, provider, find } = parts;
  const holdSome = async (quantity = 2) => heldId(await hold(rooms, holdRequest(ticketing, quantity)));
  const paying = async (quantity = 2) => {
    const id = await holdSome(quantity);
    await placeOrder(rooms, orderOf(id, multiplyAmount(ticketing.price, quantity)));
    const payment = await findUnsettled(rooms.database, id);
    if (payment?.sessionId === null || payment?.sessionId === undefined) throw new Error('no page to pay on');
    return { id, sessionId: payment.sessionId };
  };
  return {
    hold: holdSome,
    paying,
    paidByWebhook: async () => {
      const { id, sessionId } = await paying();
      provider.pay(sessionId);
      const { body, signature } = provider.webhook(sessionId);
      const received = await receiveWebhook(rooms, body, signature);
      if (received.kind === 'refused') throw new Error(received.why);
      return id;
    },
    settle: async () => {
      while (await workOffDue(rooms));
    },
    later: (id, options = {}) => timePasses(rooms.database, id, options.holdOver ?? false),
    state: async (id) => (await find(id)).state,
    ordersFor: async (id) => {
      const { reference } = await find(id);
      return ticketing.orders.filter((order) => order.externalReference === reference);
    },
    reset: () => reset(parts),
  };
}

function reset({ ticketing, provider, mailbox, reports }: Parts): void {
  Object.assign(ticketing, {
    price: '18.00',
    stock: 100,
    holdMilliseconds: 60_000,
    away: false,
    readable: true,
  });
  Object.assign(ticketing.reveals, { reservation: true, list: true });
  provider.away = false;
  for (const list of [
    ticketing.orderFaults,
    ticketing.orderCalls,
    ticketing.orders,
    mailbox.mails,
    reports,
  ]) {
    list.length = 0;
  }
}

async function closeAll({ rooms, ticketing, provider, mailbox }: Parts): Promise<void> {
  rooms.mailer.close();
  await rooms.client.close();
  await Promise.all([ticketing.close(), provider.close(), mailbox.close()]);
  await rooms.database.close();
}

async function timePasses(database: Rooms['database'], id: string, holdOver: boolean): Promise<void> {
  await database.transaction((transaction) =>
    transaction.run(
      sql`update storefront.checkout
          set due_at = case when due_at is null then null else clock_timestamp() end, leased_until = null,
            expires_at = case when ${holdOver} then clock_timestamp() - interval '1 second' else expires_at end
          where id = ${id}`,
    ),
  );
}

export function holdRequest(ticketing: TicketingServer, quantity: number) {
  return {
    language: 'en' as const,
    catalogId: ticketing.catalogId,
    items: [ticketing.item(quantity)],
    tokenHash: hashToken(newToken()),
    openCheckoutId: null,
  };
}

export function heldId(result: HoldResult): string {
  if (result.kind !== 'held') throw new Error(`not held: ${result.kind}`);
  return result.checkoutId;
}

export function orderOf(
  checkoutId: string,
  total: string,
  customer: Partial<PlaceOrder['customer']> = {},
): PlaceOrder {
  const entries = {
    firstname: 'Ada',
    lastname: 'Martin',
    email: 'ada@example.org',
    phone: '',
    country: 'FR',
  };
  return {
    checkoutId,
    total,
    entries,
    customer: {
      firstname: entries.firstname,
      lastname: entries.lastname,
      email: entries.email,
      country: entries.country,
      language: 'en',
      ...customer,
    },
  };
}
