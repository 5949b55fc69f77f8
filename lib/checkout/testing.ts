import { sql } from 'drizzle-orm';
import type { Order } from '../contract/order';
import { testDatabase } from '../database/testing';
import { multiplyAmount, sumAmounts } from '../money/money';
import { hold, type HoldResult } from './basket';
import type { Checkout } from './checkout';
import type { State } from './checkout-state';
import { findCheckout } from './checkout-store';
import { shopTables } from './database-testing';
import { placeOrder, type PlaceOrder } from './pay';
import { findUnsettled } from './payment-store';
import type { Rooms } from './rooms';
import { startFaultProxy, type FaultProxy } from './testing/fault-proxy';
import { startMailServer, type MailServer } from './testing/mail-server';
import { startPaymentServer, type PaymentServer } from './testing/payment-server';
import { closeRooms, openRooms, type Places } from './testing/shop';
import type { TicketingServer } from './testing/ticketing';
import { startTicketingServer } from './testing/ticketing-server';
import { hashToken, newToken } from './tokens';
import { receiveWebhook } from './webhooks';
import { workOffDue } from './worker';

/** The checkout between a service, a payment provider and a mailbox that speak their real protocols on loopback. */
export interface Stage {
  rooms: Rooms;
  ticketing: TicketingServer;
  provider: PaymentServer;
  mailbox: MailServer;
  /** What stands between the shop and the three of them. */
  network: Record<'service' | 'provider' | 'mail', FaultProxy>;
  /** Where the shop finds them: by way of the network. */
  places: Places;
  reports: string[];
  /** A checkout that holds so many, in so many reservations. */
  hold: (quantity?: number, items?: number) => Promise<string>;
  find: (id: string) => Promise<Checkout>;
  /** What the worker does until nothing is due. */
  settle: () => Promise<void>;
  /** Lets time pass for a checkout: what was due later is due now, and a dead worker's lease is over. */
  later: (id: string, options?: { holdOver?: boolean }) => Promise<void>;
  /** The same for every checkout, letter and webhook. */
  laterAll: () => Promise<void>;
  /** Held, ordered, on the payment page; not paid. */
  paying: (quantity?: number, items?: number) => Promise<{ id: string; sessionId: string }>;
  /** Paid, and the webhook has come. */
  paidByWebhook: () => Promise<string>;
  state: (id: string) => Promise<State>;
  /** The orders at the service that carry this checkout's reference. */
  ordersFor: (id: string) => Promise<Order[]>;
  /** All goes well again. */
  reset: () => void;
  close: () => Promise<void>;
}

export interface StageOptions extends Partial<Pick<Rooms, 'database' | 'capture'>> {
  patienceMilliseconds?: number;
  repetitions?: number;
  requestsPerSecond?: number;
}

export async function startStage(options: StageOptions = {}): Promise<Stage> {
  const [ticketing, provider, mailbox] = await Promise.all([
    startTicketingServer(),
    startPaymentServer(),
    startMailServer(),
  ]);
  const network = await startNetwork({ ticketing, provider, mailbox });
  const places: Places = {
    serviceUrl: `http://127.0.0.1:${network.service.port}`,
    providerUrl: `http://127.0.0.1:${network.provider.port}`,
    mailUrl: `smtp://127.0.0.1:${network.mail.port}`,
  };
  const database = options.database ?? (await testDatabase(shopTables));
  const reports: string[] = [];
  const rooms = openRooms(places, database, {
    ...options,
    report: (level, message) => reports.push(`${level}: ${message}`),
  });
  const find = async (id: string): Promise<Checkout> => {
    const found = await findCheckout(database, id);
    if (found === null) throw new Error('no such checkout');
    return found;
  };
  const parts = { rooms, ticketing, provider, mailbox, network, places, reports, find };
  return { ...parts, ...moves(parts), close: () => closeAll(parts) };
}

type StandIns = Pick<Stage, 'ticketing' | 'provider' | 'mailbox'>;

async function startNetwork({ ticketing, provider, mailbox }: StandIns): Promise<Stage['network']> {
  const to = ({ url }: { url: string }) => startFaultProxy(Number(new URL(url).port));
  return { service: await to(ticketing), provider: await to(provider), mail: await to(mailbox) };
}

type Parts = StandIns & Pick<Stage, 'rooms' | 'network' | 'places' | 'reports' | 'find'>;

function moves(parts: Parts): Omit<Stage, keyof Parts | 'close'> {
  const { rooms, ticketing, provider, find } = parts;
  const holdSome = async (quantity = 2, items = 1) =>
    heldId(await hold(rooms, holdRequest(ticketing, quantity, items)));
  const paying = async (quantity = 2, items = 1) => {
    const id = await holdSome(quantity, items);
    const each = sumAmounts([multiplyAmount(ticketing.price, quantity), ticketing.fee]);
    await placeOrder(rooms, orderOf(id, multiplyAmount(each, items)));
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
    laterAll: async () => {
      await timePassesForAll(rooms.database);
      // Also for who looked and was not heard.
      ticketing.timePasses();
    },
    ordersFor: async (id) => {
      const { reference } = await find(id);
      return ticketing.orders.filter((order) => order.externalReference === reference);
    },
    reset: () => reset(parts),
  };
}

function reset({ ticketing, provider, mailbox, network, reports }: Parts): void {
  Object.assign(ticketing, {
    price: '18.00',
    fee: '0.00',
    mostPerPage: 100,
    newestFirst: false,
    slowMilliseconds: 0,
    meanwhile: null,
    stock: 100,
    holdMilliseconds: 60_000,
    clockOffMilliseconds: 0,
    hasExtensions: false,
    hasFilters: false,
    grouping: 'each',
    listLateLooks: 0,
    documentsReady: true,
    away: false,
    readable: true,
  });
  Object.assign(ticketing.tickets, { support: 'none', faults: [] });
  Object.assign(ticketing.reveals, { reservation: true, list: true });
  provider.away = false;
  Object.assign(provider, { slowMilliseconds: 0, pendingForever: false, meanwhile: null, mostPerPage: 100 });
  provider.incidents.unreadable = false;
  for (const proxy of Object.values(network)) {
    Object.assign(proxy, { away: false, otherwise: () => null });
    proxy.faults.length = 0;
  }
  const { orderFaults, reserveFaults, reserveKeys, listCalls, orderCalls, orders } = ticketing;
  const lists = [
    orderFaults,
    reserveFaults,
    reserveKeys,
    listCalls,
    orderCalls,
    orders,
    mailbox.mails,
    mailbox.refusals,
    reports,
  ];
  for (const list of lists) list.length = 0;
  mailbox.refusedRecipients.clear();
  const { openFaults, refundFaults, captureFaults, voidFaults } = provider;
  for (const faults of [openFaults, refundFaults, captureFaults, voidFaults]) faults.length = 0;
}

async function closeAll({ rooms, ticketing, provider, mailbox, network }: Parts): Promise<void> {
  await closeRooms(rooms);
  await Promise.all(Object.values(network).map((proxy) => proxy.close()));
  await Promise.all([ticketing.close(), provider.close(), mailbox.close()]);
  await rooms.database.close();
}

async function timePassesForAll(database: Rooms['database']): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const queue of ['checkout', 'webhook', 'mail']) {
      await transaction.run(
        sql`update ${sql.raw(`storefront.${queue}`)} set due_at = clock_timestamp(), leased_until = null
            where due_at is not null`,
      );
    }
  });
}

async function timePasses(database: Rooms['database'], id: string, holdOver: boolean): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.run(
      sql`update storefront.checkout
          set due_at = case when due_at is null then null else clock_timestamp() end, leased_until = null,
            expires_at = case when ${holdOver} then clock_timestamp() - interval '1 second' else expires_at end
          where id = ${id}`,
    );
    // Pages may ask the provider again.
    await transaction.run(sql`update storefront.payment set asked_at = null where checkout_id = ${id}`);
  });
}

export function holdRequest(ticketing: TicketingServer, quantity: number, items = 1) {
  return {
    language: 'en' as const,
    catalogId: ticketing.catalogId,
    items: Array.from({ length: items }, () => ticketing.item(quantity)),
    tokenHash: hashToken(newToken()),
    network: 'home',
    site: null,
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
