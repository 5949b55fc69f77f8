import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { ServiceError } from '@/lib/client/service-error';
import type { CheckoutContext } from '@/lib/shop/context';
import { joinWaitingList, type Joined } from '@/lib/shop/flows/waiting-list/join';
import { processWaitingList } from '@/lib/shop/flows/waiting-list/process-list';
import type { Database } from '@/lib/database/database';
import { MailError } from '@/lib/mail/mailer';
import { jobsOf, makeDue } from './jobs';
import { processDue } from './process-due';
import { Stock } from './waiting-stock';
import { closeContext, openContext } from './shop-context';
import { startMailServer } from '@/testing/fakes/mail/mail-server';

export interface WaitingShop {
  /** Two processes with the same database. */
  processes: readonly CheckoutContext[];
  context: CheckoutContext;
  stock: Stock;
  /** The choice in the form. */
  sessions: ReadonlyMap<string, string>;
  join: (
    email: string,
    quantity: number,
    sessions?: ReadonlyMap<string, string>,
    offerId?: string,
    limits?: Partial<Pick<CheckoutContext, 'quota' | 'groupLimits'>>,
  ) => Promise<Joined>;
  /** The catalogue of all offers. */
  catalogId: string;
  /** Processes everything, as if it were due now; resolves to the number of lists with people in line. */
  round: () => Promise<number>;
  /** One round of every list in one process, without its lease. */
  processNow: (context: CheckoutContext) => Promise<void>;
  /** By the name before the @. */
  states: () => Promise<Record<string, string>>;
  /** Recipient and subject. */
  mails: () => [string, string][];
  /** The name of a person's place in its links, read from an e-mail. */
  linkOf: (email: string) => string;
  mailFails: (fails: boolean) => void;
  /** The time of everything that is held is over. */
  holdsEnd: () => Promise<void>;
  reset: () => Promise<void>;
  close: () => Promise<void>;
}

const catalogId = randomUUID();
const offerIds = new Map<string, string>();
const ticketId = randomUUID();
const sessionId = randomUUID();

/** The identifier of an offer by a name. */
function offerIdOf(name: string): string {
  const known = offerIds.get(name) ?? randomUUID();
  offerIds.set(name, known);
  return known;
}

interface Holder {
  stock: Stock;
  mailFails: boolean;
}

function processOf(database: Database, mailUrl: string, holder: Holder): CheckoutContext {
  const away = 'http://127.0.0.1:9';
  const context = openContext({ serviceUrl: away, providerUrl: away, mailUrl }, database);
  const send: CheckoutContext['mailer']['send'] = (email) =>
    holder.mailFails ? Promise.reject(new MailError('not now', true)) : context.mailer.send(email);
  const mailer = { send, close: () => context.mailer.close() };
  return { ...context, mailer, client: { ...context.client, ...clientOf(holder) } };
}

const run = (database: Database, statement: ReturnType<typeof sql>) =>
  database.transaction((transaction) => transaction.run(statement));

async function listIds(database: Database): Promise<string[]> {
  return (await jobsOf(database, 'waiting_list')).map(({ key }) => key);
}

/** What passes in the database. */
function movesOf(
  context: CheckoutContext,
): Pick<WaitingShop, 'round' | 'processNow' | 'states' | 'holdsEnd'> {
  const { database } = context;
  return {
    round: async () => {
      await makeDue(database, sql`subject in ('waiting_list', 'mail')`);
      while (await processDue(context));
      return (await listIds(database)).length;
    },
    processNow: async (process) => {
      for (const id of await listIds(database)) await processWaitingList(process, id);
    },
    states: async () => {
      const rows = await database.rows(
        z.object({ email: z.string(), state: z.string() }),
        sql`select email, state from storefront.waiting_entry order by email`,
      );
      return Object.fromEntries(rows.map(({ email, state }) => [email.split('@')[0] ?? '', state]));
    },
    holdsEnd: async () => {
      await run(
        database,
        sql`update storefront.checkout set expires_at = clock_timestamp() where state = 'held'`,
      );
      await makeDue(database, sql`kind = 'hold'`);
    },
  };
}

async function forgetEverything(database: Database): Promise<void> {
  await run(database, sql`delete from storefront.mail where waiting_entry_id is not null`);
  await run(database, sql`delete from storefront.waiting_entry`);
  await run(database, sql`delete from storefront.waiting_list`);
}

export async function openWaitingShop(databases: readonly [Database, ...Database[]]): Promise<WaitingShop> {
  const mailbox = await startMailServer();
  const holder: Holder = { stock: new Stock(), mailFails: false };
  const [first, ...others] = databases;
  const context = processOf(first, mailbox.url, holder);
  const processes = [context, ...others.map((one) => processOf(one, mailbox.url, holder))];
  const sessions = new Map([[ticketId, sessionId]]);
  return {
    processes,
    context,
    sessions,
    catalogId,
    ...movesOf(context),
    get stock() {
      return holder.stock;
    },
    join: (email, quantity, chosen = sessions, offerName = 'offer', limits = {}) =>
      joinWaitingList(
        { ...context, ...limits },
        {
          catalogId,
          offerId: offerIdOf(offerName),
          sessions: chosen,
          quantity,
          email,
          language: 'en',
        },
      ),
    mails: () => mailbox.mails.map(({ recipients, mail }) => [recipients.join(), mail.subject ?? '']),
    linkOf: (email) => {
      const text = mailbox.mails.findLast(({ recipients }) => recipients.includes(email))?.mail.text ?? '';
      const link = /\/waiting-list\/(\S+)/.exec(text)?.[1];
      if (link === undefined) throw new Error(`no e-mail to ${email} has a link`);
      return link;
    },
    mailFails: (fails) => {
      holder.mailFails = fails;
    },
    reset: async () => {
      await forgetEverything(first);
      mailbox.mails.length = 0;
      Object.assign(holder, { stock: new Stock(), mailFails: false });
    },
    close: async () => {
      await Promise.all(processes.map(closeContext));
      await Promise.all(databases.map((one) => one.close()));
      await mailbox.close();
    },
  };
}

const isLost = (call: string) =>
  new ServiceError('the answer was lost', { call, reason: 'timeout', effect: 'unknown' });
const found = <Value>(value: Value) => ({ kind: 'found' as const, value });
const product = { id: randomUUID(), name: 'Adult', description: '', '@type': 'TicketingProduct' as const };

/** The calls of the service that a waiting list makes. */
function clientOf(holder: { readonly stock: Stock }) {
  const offerOf = (offerId: string) => ({
    '@id': `/v1/ticketing/catalogs/${catalogId}/offers/${offerId}`,
    id: offerId,
    date: '2030-05-04',
    '@type': 'TicketingOffer' as const,
    availableQuantity: holder.stock.left,
    realtimePriceRequired: false,
    price: {
      '@type': 'TicketingOfferPrice' as const,
      amountInclTax: '10.00',
      originalAmountInclTax: '10.00',
      currency: 'EUR' as const,
      syncAt: '2030-05-04T10:00:00Z',
    },
    product: { ...product, '@id': `/v1/ticketing/catalogs/${catalogId}/products/${product.id}` },
    tickets: [],
  });
  const session = () => ({
    '@id': `/v1/ticketing/catalogs/${catalogId}/events/${product.id}/sessions/${sessionId}`,
    '@type': 'TicketingSession' as const,
    id: sessionId,
    duration: null,
    occursAt: holder.stock.begins.toISOString(),
    availableQuantity: holder.stock.leftOfSession,
  });
  return {
    getCatalog: () =>
      Promise.resolve(
        found({ '@id': '/v1/c', '@type': 'TicketingCatalog' as const, id: catalogId, name: 'Museum' }),
      ),
    getOffer: (_: string, offerId: string) => Promise.resolve(found(offerOf(offerId))),
    getOfferAvailability: () => {
      holder.stock.reads += 1;
      if (holder.stock.isUnavailable) return Promise.reject(isLost('GET availability'));
      const availableQuantity = holder.stock.left;
      return Promise.resolve(
        found({ '@id': '/v1/a', '@type': 'TicketingOfferAvailability' as const, availableQuantity }),
      );
    },
    listTickets: (_: string, offerId: string) => {
      const path = `/v1/ticketing/catalogs/${catalogId}/offers/${offerId}/tickets/${ticketId}`;
      const ticket = { '@id': path, '@type': 'TicketingOfferTicket' as const, id: ticketId, name: 'Entry' };
      const members = [{ ...ticket, description: '', dateAccess: false, sessions: [session()] }];
      return Promise.resolve(found({ members, complete: true }));
    },
    getSession: () => Promise.resolve(found(session())),
    getEvent: () => Promise.resolve({ kind: 'missing' as const }),
    ...bookingCalls(holder),
  } satisfies Partial<CheckoutContext['client']>;
}

function bookingCalls(holder: { readonly stock: Stock }) {
  return {
    createReservations: (
      { items }: Parameters<CheckoutContext['client']['createReservations']>[0],
      { idempotencyKey = randomUUID() }: { idempotencyKey?: string },
    ) => {
      const [item] = items;
      const { stock } = holder;
      const made = item === undefined ? null : stock.reserve(idempotencyKey, item);
      if (stock.loseAnswers > 0) {
        stock.loseAnswers -= 1;
        return Promise.reject(isLost('POST reservations'));
      }
      const failed = made === null ? [{ index: 0, reason: 'SOLD_OUT' as const }] : [];
      return Promise.resolve({ kind: 'created' as const, reservations: made === null ? [] : [made], failed });
    },
    extendReservation: (id: string) => {
      const reservation = holder.stock.held.get(id);
      if (reservation === undefined) return Promise.resolve({ kind: 'unavailable' as const });
      const expiresAt = new Date(Date.parse(reservation.expiresAt) + 15 * 60_000).toISOString();
      const longer = { ...reservation, expiresAt };
      holder.stock.held.set(id, longer);
      return Promise.resolve({ kind: 'extended' as const, reservation: longer });
    },
    releaseReservation: (id: string) => {
      holder.stock.release(id);
      return Promise.resolve({ kind: 'released' as const });
    },
  };
}
