import { setTimeout as wait } from 'node:timers/promises';
import { idSchema } from '../../../contract/iri';
import { databaseNow } from '../../../database/database-now';
import type { ListedRefund, OpenedPayment, PaymentSession } from '../../../payment/payment';
import type { CheckoutContext } from '../../context';
import { findCheckout } from '../../data/checkout-store';
import { findByIntent } from '../../data/payment-store';
import { paymentsOfSessions, readRebuilt, readUndecided } from '../../data/rebuilt-store';
import { findRefund } from '../../data/refund-store';
import { isSecured, isUnsettled, type Payment } from '../../rules/checkout';
import { readNote } from '../../rules/kept-purchase';
import type { AfterRestore, Found, FoundAs } from '../../rules/restore-report';
import { stateRules } from '../../values/checkout-state';
import { processCheckout } from '../order/process-checkout';
import { listRefunds } from '../payment/ask-refund';
import { applyRefunds } from '../payment/incidents';
import { applyPayment } from '../payment/settle';
import { type LostPurchase, rebuildPurchase } from './rebuild-purchase';

/** A page may have been opened before the restored moment, and its answer stored after it. */
const marginMilliseconds = 60 * 60_000;
const askedAtOnce = 500;

/**
 * After the databases were restored to an earlier moment: makes the purchases again whose payments the provider has, and that
 * are unknown here, the one that was paid for first before the others. Each is ordered, or the money goes back, by the steps
 * of the worker. Doing it twice, or again after a crash, makes nothing twice. `dryRun` only reads.
 */
export async function afterRestore(
  context: CheckoutContext,
  since: Date,
  { dryRun = false, patience = defaultPatience }: { dryRun?: boolean; patience?: Patience } = {},
): Promise<AfterRestore> {
  const from = new Date(since.getTime() - marginMilliseconds);
  const found: Found[] = [];
  for (const { opened, payment } of await readUnsettled(context, from)) {
    const as =
      payment === null
        ? await takeUp(context, opened, dryRun)
        : await learnPaid(context, opened, payment, dryRun);
    if (as !== null) found.push({ reference: opened.reference ?? opened.session.id, as });
  }
  if (!dryRun) await decideAll(context, patience);
  const refunded = await learnRefunded(context, from, dryRun);
  const { database } = context;
  const [rebuilt, undecided] = [await readRebuilt(database, from), await readUndecided(database)];
  return { found, rebuilt, undecided: undecided.length, refunded };
}

/** A page of the provider. `payment`: here, which is not known to be paid; null: there is none. */
interface Unsettled {
  opened: OpenedPayment;
  payment: Payment | null;
}

/** Pages that can be paid or were paid, as far as that is not known here, the oldest first. */
async function readUnsettled({ database, payments }: CheckoutContext, from: Date): Promise<Unsettled[]> {
  const until = new Date((await databaseNow(database)).getTime() + marginMilliseconds);
  const unsettled: Unsettled[] = [];
  let some: OpenedPayment[] = [];
  const compare = async () => {
    const known = await paymentsOfSessions(
      database,
      some.map(({ session }) => session.id),
    );
    for (const opened of some) {
      const payment = known.get(opened.session.id) ?? null;
      if (payment === null || isUnsettled(payment.state)) unsettled.push({ opened, payment });
    }
    some = [];
  };
  for await (const opened of payments.listPayments(from, until)) {
    // It can't be paid any more, or another program at the same account has opened it.
    if (opened.session.state.status === 'closed' || opened.session.checkoutId === null) continue;
    if (some.push(opened) === askedAtOnce) await compare();
  }
  await compare();
  // Of those of one second, the provider names the newest first.
  return unsettled
    .reverse()
    .sort((one, other) => one.opened.createdAt.getTime() - other.opened.createdAt.getTime());
}

/** The page is known here; null: it was not paid. */
async function learnPaid(
  context: CheckoutContext,
  { session }: OpenedPayment,
  payment: Payment,
  dryRun: boolean,
): Promise<FoundAs | null> {
  if (!isSecured(session.state.status)) return null;
  if (!dryRun) await applyPayment(context, payment, session);
  return 'paid_since';
}

/** Null: there is nothing to do. */
async function takeUp(
  context: CheckoutContext,
  opened: OpenedPayment,
  dryRun: boolean,
): Promise<FoundAs | null> {
  if (!isOurs(context, opened)) return 'other_shop';
  const { status } = opened.session.state;
  if (dryRun && !isSecured(status)) return status === 'open' ? 'page_open' : 'not_finished';
  const { state } = isSecured(status)
    ? opened.session
    : await context.payments.expirePaymentSession(opened.session.id);
  if (state.status === 'closed') return null;
  if (state.status !== 'paid' && state.status !== 'authorized') return 'not_finished';
  const lost = await lostPurchase(context, opened, state);
  if (lost === null) return 'without_note';
  if (dryRun) return lost.refunds.length > 0 ? 'refunded_before' : 'made_again';
  const outcome = await rebuildPurchase(context, lost);
  const results = {
    rebuilt: 'made_again',
    refunded: 'refunded_before',
    staff: 'for_staff',
    known: null,
    other: 'reference_taken',
  } as const;
  return results[outcome];
}

/** Another shop may use the provider's account, or the same shop in another environment. */
function isOurs({ storefrontUrl }: CheckoutContext, { session, successUrl, reference }: OpenedPayment) {
  const isHere = successUrl?.startsWith(`${storefrontUrl}/`) === true;
  return isHere && reference !== null && idSchema.safeParse(session.checkoutId).success;
}

type Secured = Extract<PaymentSession['state'], { status: 'paid' | 'authorized' }>;

async function lostPurchase(
  context: CheckoutContext,
  { session, reference, note, createdAt }: OpenedPayment,
  paid: Secured,
): Promise<LostPurchase | null> {
  const kept = readNote(note);
  const { id: sessionId, checkoutId, email, language } = session;
  if (kept === null || checkoutId === null || reference === null || email === null) return null;
  const refunds: ListedRefund[] = paid.status === 'paid' ? await listRefunds(context, paid.intent) : [];
  const made = refunds.filter(({ status }) => status !== 'failed');
  return { checkoutId, reference, sessionId, createdAt, email, language, kept, paid, refunds: made };
}

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

/**
 * Purchases that are here with an order, and that the provider has refunded without a request that is known here: staff get a
 * task for each, because their tickets are valid (again).
 */
async function learnRefunded(context: CheckoutContext, from: Date, dryRun: boolean): Promise<string[]> {
  const { database, payments } = context;
  const now = await databaseNow(database);
  const until = new Date(now.getTime() + marginMilliseconds);
  const intents = new Set<string>();
  for await (const { intent, requestId, status } of payments.listRefunds(from, until)) {
    if (intent === null || status === 'failed') continue;
    const isKnown = isId(requestId) && (await findRefund(database, requestId)) !== null;
    if (!isKnown) intents.add(intent);
  }
  const references: string[] = [];
  for (const intent of intents) {
    const payment = await findByIntent(database, intent);
    if (payment === null || payment.refundedAt !== null) continue;
    const checkout = await findCheckout(database, payment.checkoutId);
    if (checkout === null || !stateRules[checkout.state].hasOrder) continue;
    if (!dryRun) await applyRefunds(context, { ...payment, intent }, now);
    references.push(checkout.reference);
  }
  return references;
}

const isId = (text: string | null): text is string => idSchema.safeParse(text).success;
