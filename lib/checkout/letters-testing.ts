import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { placeOrder } from './pay';
import { askIfPaying } from './settle';
import { orderOf, type Stage } from './testing';
import { readTimeline } from './timeline-store';

/** The outbox of a stage, for tests of letters. */
export interface Post {
  /** Nothing is due that another test left. */
  clear: () => Promise<void>;
  /** Nothing waits for staff, and the operator knows of every alert. */
  clearAttention: () => Promise<void>;
  /** So many minutes pass between two alert e-mails. */
  alertsLater: (minutes: number) => Promise<void>;
  /** Of the e-mails that came to this address, without the order's reference. */
  subjectsTo: (email: string) => (string | undefined)[];
  /** A checkout that was paid and ordered, and its letters tried once. */
  ordered: (customer?: Parameters<typeof orderOf>[2]) => Promise<string>;
  /** What waits is due now, and so many hours older. */
  later: (options?: { hours: number }) => Promise<void>;
  /** Of what came to the mailbox, without the order's reference. */
  subjects: () => (string | undefined)[];
  /** The kinds of the letters to which that happened. */
  happened: (id: string, what: 'mail_sent' | 'mail_failed') => Promise<unknown[]>;
  /** What waits, and for how many seconds still. */
  queued: () => Promise<{ kind: string; seconds: number }[]>;
}

export function postOf(stage: Stage): Post {
  const { database } = stage.rooms;
  return {
    clear: () =>
      database.transaction(async (transaction) => {
        await transaction.run(sql`update storefront.mail set due_at = null`);
      }),
    clearAttention: () =>
      database.transaction(async (transaction) => {
        await transaction.run(sql`update storefront.mail set attention = null, attention_at = null`);
        await transaction.run(
          sql`update storefront.checkout set settled_as = 'nothing' where state = 'attention' and settled_as is null`,
        );
        await transaction.run(sql`delete from storefront.alert`);
      }),
    alertsLater: async (minutes) => {
      await database.transaction((transaction) =>
        transaction.run(
          sql`update storefront.alert set attempted_at = attempted_at - make_interval(mins => ${minutes})`,
        ),
      );
      await stage.settle();
    },
    subjectsTo: (email) =>
      stage.mailbox.mails
        .filter(({ recipients }) => recipients.includes(email))
        .map(({ mail }) => mail.subject?.replace(/ – .*/, '')),
    ordered: (customer = {}) => ordered(stage, customer),
    later: async ({ hours } = { hours: 0 }) => {
      await database.transaction((transaction) =>
        transaction.run(
          sql`update storefront.mail
              set due_at = clock_timestamp(), leased_until = null,
                created_at = created_at - make_interval(hours => ${hours}),
                refused_at = refused_at - make_interval(hours => ${hours})
              where due_at is not null`,
        ),
      );
      await stage.settle();
    },
    subjects: () => stage.mailbox.mails.map(({ mail }) => mail.subject?.replace(/ – .*/, '')),
    happened: async (id, what) =>
      (await readTimeline(database, id))
        .filter((one) => one.what === what)
        .map(({ detail }) => detail['kind']),
    queued: () =>
      database.rows(
        z.object({ kind: z.string(), seconds: z.number() }),
        sql`select kind, extract(epoch from due_at - clock_timestamp())::float8 as seconds
            from storefront.mail where due_at is not null order by kind`,
      ),
  };
}

async function ordered(stage: Stage, customer: Parameters<typeof orderOf>[2]): Promise<string> {
  const id = await stage.hold();
  await placeOrder(stage.rooms, orderOf(id, '36.00', customer));
  const [sessionId] = [...stage.provider.sessions.keys()].slice(-1);
  stage.provider.pay(sessionId ?? '');
  await askIfPaying(stage.rooms, id);
  await stage.settle();
  return id;
}
