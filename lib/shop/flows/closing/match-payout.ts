import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { boundTexts } from '../../../database/bound-rows';
import type { Reader } from '../../../database/database';
import { compareAmounts, subtractAmounts, sumAmounts } from '../../../money/money';
import type { Payout, PayoutEntry } from '../../../payment/payment';
import type { StoredPayout } from '../../tables/closing-table';
import type { PayoutProblem } from '../../values/closing-values';

/** How many movements are compared at once. */
const batchSize = 100;
/** How many problems are stored of a payout; all are counted. */
const mostProblems = 100;

type Matched = Omit<StoredPayout, 'readAt'>;

/** Compares a payout with the shop's payments and refunds, movement by movement. `contains` is told which payments it has. */
export async function matchPayout(
  reader: Reader,
  payout: Payout,
  entries: AsyncIterable<PayoutEntry>,
  contains: (intents: readonly string[]) => Promise<void>,
): Promise<Matched> {
  const { id, arrivesOn, status, currency, amount, isManual } = payout;
  const sums = emptySums();
  const problems = wholeProblems(payout);
  let problemCount = problems.length;
  if (!isManual) {
    for await (const batch of batches(entries)) {
      const found = await findProblems(reader, batch);
      problemCount += found.length;
      problems.push(...found.slice(0, mostProblems - problems.length));
      for (const entry of batch) addTo(sums, entry);
      await contains(batch.flatMap(({ kind, intent }) => (kind === 'payment' ? (intent ?? []) : [])));
    }
    const sum = subtractAmounts(sumAmounts(Object.values(sums.amounts)), sums.fees);
    if (compareAmounts(sum, amount) !== 0) {
      problems.unshift(problem('sum_differs', { id, amount }, sum));
      problemCount += 1;
    }
  }
  const { payment, refund, dispute, other } = sums.amounts;
  return {
    id,
    arrivesOn,
    status,
    currency,
    amount,
    fees: sums.fees,
    problems,
    problemCount,
    payments: sums.counts.payment,
    paymentsAmount: payment,
    refunds: sums.counts.refund,
    refundsAmount: refund,
    disputesAmount: dispute,
    othersAmount: other,
  };
}

function wholeProblems({ id, amount, status, isManual, currency }: Payout): PayoutProblem[] {
  return [
    ...(status === 'failed' ? [problem('failed', { id, amount }, null)] : []),
    ...(isManual ? [problem('manual', { id, amount }, null)] : []),
    ...(currency === 'EUR' ? [] : [problem('currency', { id, amount }, null)]),
  ];
}

function problem(
  reason: PayoutProblem['reason'],
  { id, amount }: { id: string; amount: string },
  expected: string | null,
  checkoutId: string | null = null,
): PayoutProblem {
  return { reason, id, amount, expected, checkoutId };
}

const emptySums = () => ({
  counts: { payment: 0, refund: 0, dispute: 0, other: 0 },
  amounts: { payment: '0.00', refund: '0.00', dispute: '0.00', other: '0.00' },
  fees: '0.00',
});

function addTo(sums: ReturnType<typeof emptySums>, { kind, amount, fee }: PayoutEntry): void {
  sums.counts[kind] += 1;
  sums.amounts[kind] = sumAmounts([sums.amounts[kind], amount]);
  sums.fees = sumAmounts([sums.fees, fee]);
}

async function* batches(entries: AsyncIterable<PayoutEntry>): AsyncGenerator<PayoutEntry[]> {
  let batch: PayoutEntry[] = [];
  for await (const entry of entries) {
    batch.push(entry);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const knownSchema = z.object({
  intent: z.string(),
  checkoutId: z.string(),
  paid: z.string(),
  /** Refunds and disputes of the payment. */
  returned: z.array(z.object({ id: z.string(), amount: z.string() })),
});
type Known = z.output<typeof knownSchema>;

async function findProblems(reader: Reader, batch: readonly PayoutEntry[]): Promise<PayoutProblem[]> {
  const intents = batch.flatMap(({ intent }) => intent ?? []);
  const known = new Map((await findPaid(reader, intents)).map((one) => [one.intent, one]));
  return batch.flatMap((entry) => findProblem(entry, known.get(entry.intent ?? '')) ?? []);
}

function findProblem(
  { id, kind, amount, currency, intent, objectId }: PayoutEntry,
  known: Known | undefined,
) {
  const named = { id: intent ?? objectId ?? id, amount };
  if (currency !== 'EUR') return problem('currency', named, null, known?.checkoutId);
  if (kind === 'other') return problem('other', named, null);
  if (known === undefined) return problem('unknown_payment', named, null);
  const { checkoutId, paid, returned } = known;
  if (kind === 'payment')
    return compareAmounts(amount, paid) === 0 ? null : problem('amount_differs', named, paid, checkoutId);
  const about = { id: objectId ?? id, amount };
  const own = returned.find((one) => one.id === objectId);
  if (own === undefined) return problem('unknown_refund', about, null, checkoutId);
  const expected = subtractAmounts('0.00', own.amount);
  // The money comes back when a dispute is won, or a refund fails.
  const isBack = compareAmounts(amount, own.amount) === 0;
  return isBack || compareAmounts(amount, expected) === 0
    ? null
    : problem('amount_differs', about, expected, checkoutId);
}

/** Payments by the provider's id, with what was returned of them. */
function findPaid(reader: Reader, intents: readonly string[]): Promise<Known[]> {
  if (intents.length === 0) return Promise.resolve([]);
  return reader.rows(
    knownSchema,
    sql`select payment.intent, payment.checkout_id as "checkoutId", payment.amount::text as paid,
          coalesce(returned.list, '[]'::jsonb) as returned
        from storefront.payment
          left join lateral (
            select jsonb_agg(jsonb_build_object('id', one.id, 'amount', one.amount::text)) as list
            from (
              select refund_id as id, refund.amount from storefront.refund
                where refund.payment_id = payment.id and refund_id is not null
              union all
              select id, payment_incident.amount from storefront.payment_incident
                where payment_id = payment.id and payment_incident.amount is not null) one) returned on true
        where payment.state = 'paid'
          and payment.intent in ${boundTexts(intents)}`,
  );
}
