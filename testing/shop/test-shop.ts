import { makeDue } from './jobs';
import { sql } from 'drizzle-orm';
import type { Order } from '@/lib/contract/order';
import type { Clock } from '@/testing/fakes/clock';
import { testDatabase } from '@/testing/database/embedded';
import { multiplyAmount, sumAmounts } from '@/lib/money/money';
import { hold, type HoldResult } from '@/lib/shop/flows/basket/basket';
import type { Checkout } from '@/lib/shop/rules/checkout';
import type { State } from '@/lib/shop/values/checkout-state';
import { findCheckout } from '@/lib/shop/data/checkout-store';
import { shopTables } from './tables';
import { placeOrder, type PlaceOrder } from '@/lib/shop/flows/checkout/place-order';
import { findUnsettled } from '@/lib/shop/data/payment-store';
import type { CheckoutContext } from '@/lib/shop/context';
import { startFaultProxy, type FaultProxy } from '@/testing/faults/fault-proxy';
import { startMailServer, type MailServer } from '@/testing/fakes/mail/mail-server';
import { startStripe, type StripeServer } from '@/testing/fakes/stripe/stripe-server';
import { closeContext, openContext, type Places, type ShopOptions } from './shop-context';
import { noCancellations } from '@/testing/service/cancelling';
import type { TicketingServer } from '@/testing/service/service';
import { startTicketingServer } from '@/testing/service/start-service';
import { hashToken, newToken } from '@/lib/shop/tokens';
import { receiveWebhook } from '@/lib/shop/flows/payment/webhooks';
import { processDue } from './process-due';

/**
 * The checkout with a fake service, payment provider and mailbox, which speak their real protocols on
 * loopback.
 */
export interface TestShop {
  context: CheckoutContext;
  ticketing: TicketingServer;
  provider: StripeServer;
  mailbox: MailServer;
  /** The proxies between the shop and the three fakes. */
  network: Record<'service' | 'provider' | 'mail', FaultProxy>;
  /** The URLs under which the shop reaches the fakes: those of the proxies. */
  places: Places;
  reports: string[];
  /** A checkout that holds so many units, in so many reservations. */
  hold: (quantity?: number, items?: number) => Promise<string>;
  find: (id: string) => Promise<Checkout>;
  /** Runs the worker until nothing is due. */
  settle: () => Promise<void>;
  /**
   * Lets time pass for a checkout: what was due later is due now, and the lease of a crashed worker has
   * ended.
   */
  later: (id: string, options?: { holdOver?: boolean }) => Promise<void>;
  /** Lets time pass for every checkout, e-mail and webhook. */
  laterAll: () => Promise<void>;
  /** A checkout that is held and ordered, and on the payment page; not paid. */
  paying: (quantity?: number, items?: number) => Promise<{ id: string; sessionId: string }>;
  /** A checkout that is paid, and whose webhook has arrived. */
  paidByWebhook: () => Promise<string>;
  state: (id: string) => Promise<State>;
  /** The orders at the service with this checkout's reference. */
  ordersFor: (id: string) => Promise<Order[]>;
  /** Stops all faults. */
  reset: () => void;
  close: () => Promise<void>;
}

export interface TestShopOptions extends Partial<
  Pick<CheckoutContext, 'database' | 'capture' | 'reminderHour'>
> {
  timeoutMilliseconds?: number;
  repetitions?: number;
  requestsPerSecond?: number;
  providerClock?: Clock;
  documents?: NonNullable<ShopOptions['documents']>;
}

export async function startTestShop(options: TestShopOptions = {}): Promise<TestShop> {
  const [ticketing, provider, mailbox] = await Promise.all([
    startTicketingServer(),
    startStripe(options.providerClock === undefined ? {} : { clock: options.providerClock }),
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
  const context = openContext(places, database, {
    ...options,
    report: (level, message) => reports.push(`${level}: ${message}`),
  });
  const find = async (id: string): Promise<Checkout> => {
    const found = await findCheckout(database, id);
    if (found === null) throw new Error('no such checkout');
    return found;
  };
  const parts = { context, ticketing, provider, mailbox, network, places, reports, find };
  return { ...parts, ...moves(parts), close: () => closeAll(parts) };
}

type Fakes = Pick<TestShop, 'ticketing' | 'provider' | 'mailbox'>;

async function startNetwork({ ticketing, provider, mailbox }: Fakes): Promise<TestShop['network']> {
  const to = ({ url }: { url: string }) => startFaultProxy(Number(new URL(url).port));
  return { service: await to(ticketing), provider: await to(provider), mail: await to(mailbox) };
}

type Parts = Fakes & Pick<TestShop, 'context' | 'network' | 'places' | 'reports' | 'find'>;

function moves(parts: Parts): Omit<TestShop, keyof Parts | 'close'> {
  const { context, ticketing, provider, find } = parts;
  const holdSome = async (quantity = 2, items = 1) =>
    heldId(await hold(context, holdRequest(ticketing, quantity, items)));
  const paying = async (quantity = 2, items = 1) => {
    const id = await holdSome(quantity, items);
    const each = sumAmounts([multiplyAmount(ticketing.price, quantity), ticketing.fee]);
    await placeOrder(context, orderOf(id, multiplyAmount(each, items)));
    const payment = await findUnsettled(context.database, id);
    if (payment?.sessionId === null || payment?.sessionId === undefined) throw new Error('no payment page');
    return { id, sessionId: payment.sessionId };
  };
  return {
    hold: holdSome,
    paying,
    paidByWebhook: async () => {
      const { id, sessionId } = await paying();
      provider.pay(sessionId);
      const { body, signature } = provider.webhook(sessionId);
      const received = await receiveWebhook(context, body, signature);
      if (received.kind === 'refused') throw new Error(received.why);
      return id;
    },
    settle: async () => {
      while (await processDue(context));
    },
    later: (id, options = {}) => timePasses(context.database, id, options.holdOver ?? false),
    state: async (id) => (await find(id)).state,
    laterAll: async () => {
      await makeDue(
        context.database,
        sql`subject not in ('waiting_list', 'event_list', 'session_changes', 'nightly')`,
      );
      // This also resets lookups without a response.
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
    mostOfOne: 100,
    holdMilliseconds: 60_000,
    extensionsLeft: 10,
    leftNow: null,
    extendFaults: [],
    clockOffMilliseconds: 0,
    hasExtensions: false,
    hasFilters: false,
    grouping: 'each',
    documentsReady: true,
    documentUrl: null,
    unavailable: false,
    readable: true,
    sessionChanges: null,
    sessionChangeLooks: 0,
    venue: null,
  });
  ticketing.vouchers.clear();
  ticketing.voucherMinimum = '0.00';
  ticketing.vouchersUsedUp = false;
  ticketing.voucherFaults.length = 0;
  Object.assign(ticketing.tickets, { support: 'none', faults: [] });
  Object.assign(ticketing.cancelling, noCancellations());
  Object.assign(ticketing.reveals, { reservation: true, list: true });
  provider.unavailable = false;
  Object.assign(provider, { slowMilliseconds: 0, pendingForever: false, meanwhile: null, mostPerPage: 100 });
  provider.unreadableIncidents = false;
  provider.answers.length = 0;
  for (const proxy of Object.values(network)) {
    Object.assign(proxy, { unavailable: false, otherwise: () => null });
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

async function closeAll({ context, ticketing, provider, mailbox, network }: Parts): Promise<void> {
  await closeContext(context);
  await Promise.all(Object.values(network).map((proxy) => proxy.close()));
  await Promise.all([ticketing.close(), provider.close(), mailbox.close()]);
  await context.database.close();
}

async function timePasses(
  database: CheckoutContext['database'],
  id: string,
  holdOver: boolean,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.run(
      sql`update storefront.checkout set expires_at = clock_timestamp() - interval '1 second'
          where id = ${id} and ${holdOver}`,
    );
    // Allows page views to ask the provider again.
    await transaction.run(sql`update storefront.payment set asked_at = null where checkout_id = ${id}`);
  });
  await makeDue(
    database,
    sql`subject = 'checkout' and key = ${id}
      or subject = 'refund' and key in (select id::text from storefront.refund where checkout_id = ${id})`,
  );
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
