import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { boundRows } from '../../database/bound-rows';
import type { Reader, Transaction } from '../../database/database';
import { type Language, languages } from '../../locale/languages';
import { auditTable } from '../tables/audit-table';
import { type Message, messageTable } from '../tables/message-table';
import type { Audience } from '../values/message-values';
import { addJob } from './job-store';
import { canBeMailed } from './mail-store';

const now = sql`clock_timestamp()`;

export type MessageDraft = Omit<
  Message,
  'version' | 'sentBy' | 'state' | 'readUntil' | 'createdAt' | 'startedAt'
>;

/**
 * Stores a message that was not sent yet, or what its author has changed in it. False: it was sent, or it is somebody else’s or
 * of another visit.
 */
export async function saveDraft(transaction: Transaction, { id, ...draft }: MessageDraft): Promise<boolean> {
  const { staff, eventId, day, sessionId } = draft;
  const written = { ...draft, version: sql`gen_random_uuid()` };
  const saved = await transaction.db
    .insert(messageTable)
    .values({ id, ...written, state: 'draft', createdAt: now })
    .onConflictDoUpdate({
      target: messageTable.id,
      set: written,
      setWhere: sql`${messageTable.state} = 'draft' and ${messageTable.staff} = ${staff}
        and ${messageTable.eventId} = ${eventId} and ${messageTable.day} = ${day}
        and ${messageTable.sessionId} is not distinct from ${sessionId}::uuid`,
    })
    .returning({ id: messageTable.id });
  return saved.length === 1;
}

/** How many tests a person has sent in the last hour. */
export function recentTests({ db }: Reader, staff: string): Promise<number> {
  const { staff: of, action, at } = auditTable;
  const recent = sql`${at} > statement_timestamp() - interval '1 hour'`;
  return db.$count(auditTable, and(eq(of, staff), eq(action, 'message_tested'), recent));
}

export async function findMessage({ db }: Reader, id: string): Promise<Message | null> {
  const [found] = await db.select().from(messageTable).where(eq(messageTable.id, id));
  return found ?? null;
}

/** What was sent to everyone of a visit, the newest first. */
export function messagesOfVisit(
  { db }: Reader,
  { eventId, sessionId, day }: Pick<Message, 'eventId' | 'sessionId' | 'day'>,
  most: number,
): Promise<Message[]> {
  return db
    .select()
    .from(messageTable)
    .where(
      and(
        eq(messageTable.eventId, eventId),
        sessionId === null
          ? and(sql`${messageTable.sessionId} is null`, eq(messageTable.day, day))
          : eq(messageTable.sessionId, sessionId),
        sql`${messageTable.state} <> 'draft'`,
      ),
    )
    .orderBy(desc(messageTable.createdAt))
    .limit(most);
}

/**
 * Begins to send a message. False: it was begun before, its text was changed since, or not every test of it was accepted by the
 * mail server. Concurrency guarantee: of several calls one begins; a change of the text waits for it, or it for the change.
 */
export async function beginSending(
  transaction: Transaction,
  { id, version, staff }: { id: string; version: string; staff: string },
): Promise<boolean> {
  const begun = await transaction.run(
    sql`update storefront.message set state = 'searching', started_at = ${now}, sent_by = ${staff}
        where id = ${id} and state = 'draft' and version = ${version}
          and not exists (select 1 from storefront.mail where message_id = ${id} and sent_at is null)`,
  );
  if (begun === 1) await addJob(transaction, 'message', id);
  return begun === 1;
}

/**
 * Remembers up to which ticket the list was read. `isLast`: there are no more. False: another worker was faster, or it was the end
 * before.
 */
export async function saveReading(
  transaction: Transaction,
  { id, readUntil }: Pick<Message, 'id' | 'readUntil'>,
  { until, isLast }: { until: string | null; isLast: boolean },
): Promise<boolean> {
  const saved = await transaction.run(
    sql`update storefront.message
        set read_until = ${until}::uuid, state = case when ${isLast}::boolean then 'found' else state end
        where id = ${id} and state = 'searching' and read_until is not distinct from ${readUntil}::uuid`,
  );
  return saved === 1;
}

const progressRow = z.object({ found: z.int(), sent: z.int(), failed: z.int(), needless: z.int() });
/** E-mails of a message. `needless`: its tickets were cancelled, or its personal data was erased, before it was sent. */
export type MessageProgress = z.output<typeof progressRow>;

export async function readMessageProgress(reader: Reader, id: string): Promise<MessageProgress> {
  const [progress] = await reader.rows(
    progressRow,
    sql`select count(*)::int as found, count(sent_at)::int as sent,
          count(*) filter (where failure <> 'not needed')::int as failed,
          count(*) filter (where failure = 'not needed')::int as needless
        from storefront.mail where message_id = ${id} and kind = 'message'`,
  );
  if (progress === undefined) throw new Error('a count has no row');
  return progress;
}

const failedRow = z.object({ checkoutId: z.string(), reference: z.string() });
export type FailedMessage = z.output<typeof failedRow>;

/** The bookings whose e-mail the mail server has refused. */
export function failedOfMessage(reader: Reader, id: string, most: number): Promise<FailedMessage[]> {
  return reader.rows(
    failedRow,
    sql`select checkout.id as "checkoutId", checkout.reference
        from storefront.mail join storefront.checkout on checkout.id = mail.message_checkout_id
        where message_id = ${id} and kind = 'message' and failure <> 'not needed'
        order by checkout.reference limit ${most}`,
  );
}

const testRow = z.object({
  language: z.enum(languages),
  sentAt: z.date().nullable(),
  isFailed: z.boolean(),
});
/** A test of one of the texts. */
export type MessageTest = z.output<typeof testRow>;

export function testsOfMessage(reader: Reader, id: string): Promise<MessageTest[]> {
  return reader.rows(
    testRow,
    sql`select test_language as language, sent_at as "sentAt", failure is not null as "isFailed"
        from storefront.mail where message_id = ${id} and kind = 'message_test' order by test_language`,
  );
}

const addressedRow = z.object({
  language: z.enum(languages),
  everyone: z.int(),
  notAdmitted: z.int(),
});

/** How many bookings of an audience get an e-mail in each language, the most first, and how many get none. */
export interface Addressed {
  readonly languages: readonly { readonly language: Language; readonly count: number }[];
  readonly reached: number;
  /** Sold at the counter without an address, erased, or not known to the shop. */
  readonly unreached: number;
}

/** A booking of a visit, by its reference at the service. */
export interface VisitBooking {
  readonly reference: string;
  /** It has a ticket that was not admitted yet. */
  readonly waits: boolean;
}

/** Who of these bookings can be written to. */
export async function countAddressed(
  reader: Reader,
  bookings: readonly VisitBooking[],
): Promise<Record<Audience, Addressed>> {
  const rows = await reader.rows(
    addressedRow,
    sql`select checkout.language, count(*)::int as everyone,
          count(*) filter (where one.waits)::int as "notAdmitted"
        from ${boundRows(bookings, 'one (reference text, waits boolean)')}
          join storefront.checkout on checkout.reference = one.reference
        where ${canBeMailed} group by checkout.language`,
  );
  const of = (name: 'everyone' | 'notAdmitted', all: number): Addressed => {
    const counted = rows.map((row) => ({ language: row.language, count: row[name] }));
    const reached = counted.reduce((sum, { count }) => sum + count, 0);
    const shown = counted.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
    return { languages: shown, reached, unreached: all - reached };
  };
  return {
    everyone: of('everyone', bookings.length),
    not_admitted: of('notAdmitted', bookings.filter(({ waits }) => waits).length),
  };
}
