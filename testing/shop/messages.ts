import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { lastSegment } from '@/lib/contract/iri';
import { findMessage, type MessageDraft, readMessageProgress } from '@/lib/shop/data/message-store';
import { auditTable } from '@/lib/shop/tables/audit-table';
import { startMessage, testMessage } from '@/lib/shop/flows/message/write-message';
import type { TestShop } from './test-shop';

/** A message to everyone of the first session of the programme, as staff type it. */
export function draftOf(
  { ticketing }: { ticketing: Pick<TestShop['ticketing'], 'catalogId' | 'programme'> },
  changes: Partial<MessageDraft> = {},
): MessageDraft {
  const [first] = ticketing.programme;
  if (first === undefined) throw new Error('there is no session');
  const [, eventId = ''] = /events\/([^/]+)/.exec(first.session) ?? [];
  return {
    id: randomUUID(),
    catalogId: ticketing.catalogId,
    eventId,
    sessionId: lastSegment(first.session),
    day: first.occursAt.slice(0, 10),
    occursAt: new Date(first.occursAt),
    timezone: 'Europe/Paris',
    eventName: 'Harbour walk',
    audience: 'everyone',
    texts: { en: { subject: 'We start later', text: 'Come at three.', event: 'Harbour walk' } },
    fallback: 'en',
    staff: 'ada',
    ...changes,
  };
}

/** Its version now. */
export async function versionOf({ context }: TestShop, id: string): Promise<string> {
  const message = await findMessage(context.database, id);
  if (message === null) throw new Error('there is no such message');
  return message.version;
}

/** A message whose tests were sent. */
export async function testedMessage(shop: TestShop, changes: Partial<MessageDraft> = {}): Promise<string> {
  const draft = draftOf(shop, changes);
  const tested = await testMessage(shop.context, draft, 'desk@shop.example');
  if (tested !== 'tested') throw new Error(tested);
  await shop.settle();
  return draft.id;
}

/** Sends a message as it is now. */
export const start = async (shop: TestShop, id: string, staff = 'ada') =>
  startMessage(shop.context, { id, version: await versionOf(shop, id), staff });

/** Lets the worker finish, and resolves to what was sent. */
export async function untilSent(shop: TestShop, id: string) {
  for (let round = 0; round < 20; round += 1) {
    await shop.laterAll();
    await shop.settle();
    const message = await findMessage(shop.context.database, id);
    const progress = await readMessageProgress(shop.context.database, id);
    const { found, sent, failed, needless } = progress;
    if (message?.state === 'found' && sent + failed + needless === found) return progress;
  }
  throw new Error(`it does not end: ${shop.reports.join('\n')}`);
}

/** To whom e-mails with this subject went, each message ID once. */
export function recipientsOf({ mailbox }: TestShop, subject: string): string[] {
  const found = mailbox.mails.filter(({ mail }) => mail.subject === subject);
  return [...new Map(found.map(({ mail, recipients }) => [mail.messageId, recipients.join()])).values()];
}

/** What staff did about a message, in order. */
export async function auditedOf({ context }: TestShop, id: string) {
  const rows = await context.database.rows(
    z.object({ action: z.string(), staff: z.string(), detail: z.record(z.string(), z.unknown()) }),
    sql`select action, staff, detail from ${auditTable} where subject_id = ${id} order by id`,
  );
  return rows;
}
