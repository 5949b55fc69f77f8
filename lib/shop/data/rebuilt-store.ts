import { and, eq, getTableColumns, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { boundTexts } from '../../database/bound-rows';
import { json, type Reader, type Transaction } from '../../database/database';
import { together } from '../../database/together';
import type { Checkout, Payment } from '../rules/checkout';
import type { RebuiltPurchase } from '../rules/restore-report';
import { checkoutTable, holdTable, paymentTable } from '../tables/checkout-table';
import { stateSchema } from '../values/checkout-state';
import { insertedHolds, type NewHold } from './hold-store';
import { paymentsWhere } from './payment-store';

const now = sql`clock_timestamp()`;

/** The payments here that these sessions of the provider belong to. */
export async function paymentsOfSessions(
  reader: Reader,
  sessions: readonly string[],
): Promise<Map<string, Payment>> {
  const payments = await paymentsWhere(reader, sql`${paymentTable.sessionId} in ${boundTexts(sessions)}`);
  return new Map(payments.map((payment) => [payment.sessionId ?? '', payment]));
}

/** Longer than a storefront waits for the provider's answer, and then for the database. */
const openingSeconds = 120;

/**
 * Whether this payment has the page, or a storefront may just be waiting for the provider's answer with it; null: neither.
 * `createdAt`: of the page.
 */
export async function findPageHere(
  { db }: Reader,
  id: string,
  { sessionId, createdAt }: { sessionId: string; createdAt: Date },
): Promise<'opening' | 'stored' | null> {
  const at = createdAt.toISOString();
  const isNew = sql<boolean>`${at}::timestamptz > ${now} - make_interval(secs => ${openingSeconds})`;
  const { state } = paymentTable;
  const [found] = await db
    .select({ state, sessionId: paymentTable.sessionId, isNew })
    .from(paymentTable)
    .where(eq(paymentTable.id, id));
  if (found === undefined) return null;
  if (found.sessionId === sessionId) return 'stored';
  return found.state === 'opening' && found.isNew ? 'opening' : null;
}

/**
 * A checkout whose hold has ended, if there is none with its identifier. Concurrency guarantee: of two that insert the same
 * one, the second waits for the first, and changes nothing.
 */
export async function insertLost(
  { db }: Transaction,
  lost: Pick<Checkout, 'id' | 'reference' | 'language' | 'createdAt'>,
): Promise<void> {
  const ended = {
    state: 'expired',
    entries: entriesOfNoOne,
    enteredAt: now,
    expiresAt: lost.createdAt,
  } as const;
  await db
    .insert(checkoutTable)
    .values({ ...lost, ...ended })
    .onConflictDoNothing();
}

const entriesOfNoOne = { firstname: '', lastname: '', email: '', phone: '', country: '' };

/** What the checkout holds from now on: exactly this. */
export async function replaceByKept(
  transaction: Transaction,
  checkoutId: string,
  holds: readonly NewHold[],
): Promise<void> {
  const { db } = transaction;
  const { reservationId, endedAt } = holdTable;
  const ids = holds.map(({ reservation }) => reservation.id);
  const ofCheckout = eq(holdTable.checkoutId, checkoutId);
  const others = ids.length === 0 ? undefined : notInArray(reservationId, ids);
  await db
    .update(holdTable)
    .set({ endedAt: now })
    .where(and(ofCheckout, isNull(endedAt), others));
  const known = await db.select({ reservationId }).from(holdTable).where(ofCheckout);
  const before = new Set(known.map((one) => one.reservationId));
  const made = holds.filter(({ reservation }) => !before.has(reservation.id));
  if (made.length > 0) await transaction.run(together([insertedHolds(made)]));
}

type Lost = Pick<Payment, 'id' | 'checkoutId' | 'amount' | 'state' | 'capture' | 'createdAt'> & {
  sessionId: string;
  intent: string;
};

/**
 * The payment of a page that was opened, or whose answer was stored, after the moment of the restored database. Concurrency
 * guarantee: a payment with this identifier or session is inserted once. Null: there is one already.
 */
export async function insertLostPayment({ db }: Transaction, lost: Lost): Promise<Payment | null> {
  const { id, sessionId } = paymentTable;
  const { state, intent, amount } = lost;
  const [made] = await db
    .insert(paymentTable)
    .values({ ...lost, pageExpiresAt: lost.createdAt, settledAt: now })
    .onConflictDoUpdate({
      target: id,
      // Its page was being opened.
      set: { state, intent, amount, sessionId: lost.sessionId, settledAt: now },
      setWhere: isNull(sessionId),
    })
    .returning(getTableColumns(paymentTable));
  return made === undefined ? null : { ...made, refundId: null, refundedAt: null, paidBack: null };
}

/**
 * What is known only from the payment. `credit` is that of earlier tickets. The order may have been made before the restore:
 * it is looked for, and the e-mail says that its tickets replace earlier ones.
 */
export async function saveKept(
  { db }: Transaction,
  id: string,
  kept: Pick<Checkout, 'voucher' | 'credit'>,
): Promise<void> {
  await db
    .update(checkoutTable)
    .set({ ...kept, lookOnly: 'restored', reason: 'restored' })
    .where(eq(checkoutTable.id, id));
}

const rebuiltSchema = z.object({
  reference: z.string(),
  state: stateSchema,
  reason: z.string().nullable(),
  without: z.array(z.string()),
});

/** The purchases that were made again or continued since then, the oldest first. */
export function readRebuilt(reader: Reader, since: Date): Promise<RebuiltPurchase[]> {
  return reader.rows(
    rebuiltSchema,
    sql`select reference, state, reason,
          coalesce(timeline.detail->'without', ${json([])}) as without
        from storefront.checkout join storefront.timeline
          on timeline.checkout_id = checkout.id and timeline.what = 'rebuilt'
        where timeline.at >= ${since.toISOString()}::timestamptz
          and checkout.created_at >= ${since.toISOString()}::timestamptz - interval '1 day'
        order by checkout.created_at, timeline.id`,
  );
}

/** Purchases that were paid, and of which it is not known yet whether there will be an order; the oldest first. */
export async function readUndecided({ db }: Reader): Promise<string[]> {
  const { id, state, createdAt } = checkoutTable;
  const open = await db
    .select({ id })
    .from(checkoutTable)
    .where(inArray(state, ['paid', 'ordering']))
    .orderBy(createdAt, id);
  return open.map((one) => one.id);
}
