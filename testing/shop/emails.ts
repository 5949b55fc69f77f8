import { makeDue } from './jobs';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { placeOrder } from '@/lib/shop/flows/checkout/place-order';
import { askIfPaying } from './ask-if-paying';
import { receiveWebhook } from '@/lib/shop/flows/payment/webhooks';
import { numberedSubject } from './numbered-subject';
import { orderOf, type TestShop } from './test-shop';
import { readTimeline } from '@/lib/shop/data/timeline-store';

/** Helpers for tests of e-mails: the outbox and the mailbox of a test shop. */
export interface Post {
  /** Removes from the queue what another test left. */
  clear: () => Promise<void>;
  /** Nothing needs staff, and the operator was told of every alert. */
  clearAttention: () => Promise<void>;
  /** Lets minutes pass since the last alert e-mail. */
  alertsLater: (minutes: number) => Promise<void>;
  /** The subjects of the e-mails to this address, without the order's reference. */
  subjectsTo: (email: string) => string[];
  /** A paid and ordered checkout whose e-mails were tried once. */
  ordered: (customer?: Parameters<typeof orderOf>[2]) => Promise<string>;
  /** A checkout for which one cent less was paid than its price. */
  paidOneCentLess: () => Promise<string>;
  /** Makes waiting e-mails due now, as if so many hours had passed, and sends them. */
  later: (options?: { hours: number }) => Promise<void>;
  /** The subjects of all e-mails in the mailbox, without the order's reference. */
  subjects: () => string[];
  /** The kinds of the e-mails for which the timeline has such an entry. */
  happened: (id: string, what: 'mail_sent' | 'mail_failed') => Promise<unknown[]>;
  /** The waiting e-mails, and after how many seconds each is due. */
  queued: () => Promise<{ kind: string; seconds: number }[]>;
}

export function postOf(shop: TestShop): Post {
  const { database } = shop.context;
  return {
    clear: () =>
      database.transaction(async (transaction) => {
        await transaction.run(
          sql`update storefront.mail set failure = 'not needed' where sent_at is null and failure is null`,
        );
        await transaction.run(sql`delete from storefront.job where subject = 'mail'`);
      }),
    clearAttention: () =>
      database.transaction(async (transaction) => {
        await transaction.run(
          sql`update storefront.task set closed_at = clock_timestamp(), closed_by = 'ada',
                settled_as = case when kind = 'purchase' then 'nothing' end
              where closed_at is null`,
        );
        await transaction.run(sql`delete from storefront.alert`);
      }),
    alertsLater: async (minutes) => {
      await database.transaction((transaction) =>
        transaction.run(
          sql`update storefront.alert set attempted_at = attempted_at - make_interval(mins => ${minutes})`,
        ),
      );
      await shop.settle();
    },
    subjectsTo: (email) =>
      shop.mailbox.mails
        .filter(({ recipients }) => recipients.includes(email))
        .map(({ mail }) => numberedSubject(mail).replace(/ – .*/, '')),
    ordered: (customer = {}) => ordered(shop, customer),
    paidOneCentLess: () => paidOneCentLess(shop),
    later: async ({ hours } = { hours: 0 }) => {
      await database.transaction((transaction) =>
        transaction.run(
          sql`update storefront.mail
              set created_at = created_at - make_interval(hours => ${hours}),
                refused_at = refused_at - make_interval(hours => ${hours})
              where sent_at is null and failure is null`,
        ),
      );
      await makeDue(database, sql`subject = 'mail'`);
      await shop.settle();
    },
    subjects: () => shop.mailbox.mails.map(({ mail }) => numberedSubject(mail).replace(/ – .*/, '')),
    happened: async (id, what) =>
      (await readTimeline(database, id))
        .filter((one) => one.what === what)
        .map(({ detail }) => detail['kind']),
    queued: () =>
      database.rows(
        z.object({ kind: z.string(), seconds: z.number() }),
        sql`select mail.kind, extract(epoch from due_at - clock_timestamp())::float8 as seconds
            from storefront.mail join storefront.job on job.subject = 'mail' and job.key = mail.id::text
            order by mail.kind`,
      ),
  };
}

async function ordered(shop: TestShop, customer: Parameters<typeof orderOf>[2]): Promise<string> {
  const id = await shop.hold();
  await placeOrder(shop.context, orderOf(id, '36.00', customer));
  const [sessionId] = [...shop.provider.sessions.keys()].slice(-1);
  shop.provider.pay(sessionId ?? '');
  await askIfPaying(shop.context, id);
  await shop.settle();
  return id;
}

async function paidOneCentLess(shop: TestShop): Promise<string> {
  const { id, sessionId } = await shop.paying();
  shop.provider.pay(sessionId, { amount: 3599 });
  const { body, signature } = shop.provider.webhook(sessionId);
  await receiveWebhook(shop.context, body, signature);
  await shop.settle();
  return id;
}
