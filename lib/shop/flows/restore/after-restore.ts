import { setTimeout as wait } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../../../database/database';
import { errorRecord } from '../../../log/error-record';
import { type ListedRefund, type OpenedPayment, PaymentError } from '../../../payment/payment';
import type { CheckoutContext } from '../../context';
import { findCheckout } from '../../data/checkout-store';
import { beginNewSeries } from '../../data/invoice-store';
import { findSecured } from '../../data/payment-store';
import { findPageHere, readRebuilt, readUndecided } from '../../data/rebuilt-store';
import { isSecured, type Payment } from '../../rules/checkout';
import { readNote } from '../../rules/kept-purchase';
import type { AfterRestore, Found, FoundAs, RefundedPurchase } from '../../rules/restore-report';
import { processCheckout } from '../order/process-checkout';
import {
  type LostPurchase,
  type RebuildOutcome,
  rebuildPurchase,
  resumePaid,
  resumeUndecided,
} from './rebuild-purchase';
import { learnRefunded, readRefunded, unknownRefunds } from './refunded-since';
import { isOurs, marginMilliseconds, readUnsettled, type Secured, type Unsettled } from './unsettled-pages';

/**
 * After the databases were restored to an earlier moment: makes the purchases again whose payments the provider has, and that
 * are unknown here, the one whose page was opened first before the others. Each is ordered, or the money goes back, by the steps
 * of the worker. Doing it twice, or again after a crash, makes nothing twice. What can't be done for one purchase does not keep
 * it from the others. `dryRun` only reads.
 */
export async function afterRestore(
  context: CheckoutContext,
  since: Date,
  { dryRun = false, patience = defaultPatience }: { dryRun?: boolean; patience?: Patience } = {},
): Promise<AfterRestore> {
  const { database } = context;
  const from = new Date(since.getTime() - marginMilliseconds);
  // Numbers that were given since the backup are on documents that customers have.
  if (!dryRun) await beginNewSeries(database.single);
  const found: Found[] = [];
  const attempt = async (reference: string, act: () => Promise<FoundAs | null>) => {
    const as = await orFailed(act);
    if (typeof as === 'string') found.push({ reference, as });
    else if (as !== null) found.push({ reference, ...as });
  };
  const later: Unsettled[] = [];
  const lookAfter = (some: readonly Unsettled[], isLast: boolean) =>
    inTurn(some, (one) =>
      attempt(one.opened.reference ?? one.opened.session.id, async () => {
        const as = await lookAfterPage(context, one, dryRun);
        if (as !== 'being_opened' || isLast) return as;
        later.push(one);
        return null;
      }),
    );
  await inTurn(await readUndecided(database), async (id) => {
    const reference = (await findCheckout(database, id))?.reference ?? id;
    await attempt(reference, () => resumeEarlier(context, id, since, dryRun));
  });
  await lookAfter(await readUnsettled(context, from), false);
  if (!dryRun) await decideAll(context, patience);
  // Most of these are known by now.
  if (later.length > 0) await wait(patience.milliseconds);
  await lookAfter([...later], true);
  const refunded: RefundedPurchase[] = [];
  await inTurn(await readRefunded(context, from), (intent) =>
    attempt(intent, async () => {
      const one = await learnRefunded(context, intent, dryRun);
      if (one !== null) refunded.push(one);
      return null;
    }),
  );
  const [rebuilt, undecided] = [await readRebuilt(database, from), await readUndecided(database)];
  return { found, rebuilt, undecided: undecided.length, refunded };
}

async function inTurn<One>(all: readonly One[], act: (one: One) => Promise<void>): Promise<void> {
  for (const one of all) await act(one);
}

/** What fails for one purchase is told; when the database or the provider is away, nothing goes on. */
async function orFailed(
  act: () => Promise<FoundAs | null>,
): Promise<FoundAs | { as: 'failed'; why: string } | null> {
  try {
    return await act();
  } catch (error) {
    if (isDatabaseUnavailable(error) || (error instanceof PaymentError && error.retry)) throw error;
    // The message of a database may quote what the customer has typed.
    const { type, message, code, constraint } = errorRecord(error);
    const words = [message ?? type, code, constraint].filter((word) => typeof word === 'string');
    return { as: 'failed', why: words.join(' ') };
  }
}

const byOutcome = {
  rebuilt: 'made_again',
  refunded: 'refunded_before',
  staff: 'for_staff',
  known: null,
  other: 'reference_taken',
} as const satisfies Record<RebuildOutcome, FoundAs | null>;

/** Null: there is nothing to do. */
async function lookAfterPage(
  context: CheckoutContext,
  { opened, payment }: Unsettled,
  dryRun: boolean,
): Promise<FoundAs | null> {
  return payment === null ? takeUp(context, opened, dryRun) : learnPaid(context, opened, payment, dryRun);
}

/** A purchase that is known to be paid, from before the restored moment. Null: it goes on as usual. */
async function resumeEarlier(
  context: CheckoutContext,
  checkoutId: string,
  since: Date,
  dryRun: boolean,
): Promise<FoundAs | null> {
  const payment = await findSecured(context.database, checkoutId);
  if (payment?.intent === null || payment?.intent === undefined || payment.createdAt >= since) return null;
  const refunds = await unknownRefunds(context, payment.intent);
  if (dryRun) return refunds.length > 0 ? 'refunded_before' : null;
  const outcome = await resumeUndecided(context, payment, refunds);
  return outcome === 'rebuilt' ? null : byOutcome[outcome];
}

/** The page is known here; null: it was not paid. */
async function learnPaid(
  context: CheckoutContext,
  { session: { state } }: OpenedPayment,
  payment: Payment,
  dryRun: boolean,
): Promise<FoundAs | null> {
  if (state.status !== 'paid' && state.status !== 'authorized') return null;
  const refunds = await refundsOf(context, state);
  if (dryRun) return refunds.length > 0 ? 'refunded_before' : 'paid_since';
  const outcome = await resumePaid(context, payment, { paid: state, refunds });
  return outcome === 'rebuilt' ? 'paid_since' : byOutcome[outcome];
}

/** The page is not known here; null: there is nothing to do. */
async function takeUp(
  context: CheckoutContext,
  opened: OpenedPayment,
  dryRun: boolean,
): Promise<FoundAs | null> {
  if (!isOurs(context, opened)) return 'other_shop';
  const { status } = opened.session.state;
  if (!isSecured(status)) {
    const isHere = await findInShop(context, opened);
    if (isHere !== null) return isHere === 'opening' ? 'being_opened' : null;
  }
  if (dryRun && !isSecured(status)) return status === 'open' ? 'page_open' : 'not_finished';
  const { state } = isSecured(status)
    ? opened.session
    : await context.payments.expirePaymentSession(opened.session.id);
  if (state.status === 'closed') return null;
  if (state.status !== 'paid' && state.status !== 'authorized') return 'not_finished';
  const lost = await lostPurchase(context, opened, state);
  if (lost === null) return 'without_note';
  if (dryRun) return lost.refunds.length > 0 ? 'refunded_before' : 'made_again';
  return byOutcome[await rebuildPurchase(context, lost)];
}

/** A shop that sells meanwhile has the payment, and stores its page as soon as it has the provider's answer. */
async function findInShop(
  { database }: CheckoutContext,
  { session, note, createdAt }: OpenedPayment,
): Promise<'opening' | 'stored' | null> {
  const kept = readNote(note);
  return kept === null ? null : findPageHere(database, kept.payment, { sessionId: session.id, createdAt });
}

async function lostPurchase(
  context: CheckoutContext,
  { session, reference, note, createdAt }: OpenedPayment,
  paid: Secured,
): Promise<LostPurchase | null> {
  const kept = readNote(note);
  const { id: sessionId, checkoutId, email, language } = session;
  if (kept === null || checkoutId === null || reference === null || email === null) return null;
  const refunds = await refundsOf(context, paid);
  return { checkoutId, reference, sessionId, createdAt, email, language, kept, paid, refunds };
}

/** Of a payment that is not known to be paid: so nobody has asked for them here. */
const refundsOf = async (context: CheckoutContext, paid: Secured): Promise<ListedRefund[]> =>
  paid.status === 'paid' ? unknownRefunds(context, paid.intent) : [];

/** For how long purchases are waited for that another process has in hand, or that the service delays. */
interface Patience {
  rounds: number;
  milliseconds: number;
}
const defaultPatience: Patience = { rounds: 30, milliseconds: 2000 };

/** Orders what was paid, one after another, until each has an order or none is possible. */
async function decideAll(context: CheckoutContext, patience: Patience): Promise<void> {
  for (let round = 0; round < patience.rounds; round += 1) {
    if (round > 0) await wait(patience.milliseconds);
    const open = await readUndecided(context.database);
    if (open.length === 0) return;
    for (const id of open) await processCheckout(context, id);
  }
}
