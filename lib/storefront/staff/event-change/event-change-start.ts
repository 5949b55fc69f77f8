import type { startEventChange } from '../../../shop/flows/event-change/start-event-change';
import { describeSoldSession, type SoldSession } from '../../../shop/flows/event-change/describe-session';
import type { Language } from '../../../locale/languages';
import type { AppContext } from '../../../runtime/app-context';
import { findTarget, readTargets, type TargetSession } from './rebook-targets';

type Context = Pick<AppContext, 'client' | 'checkoutContext'>;

/** `valid`: of orders that still have valid tickets; `sold`: also those whose tickets are all cancelled, or were used. */
interface CountedOrders {
  readonly count: number;
  readonly of: 'valid' | 'sold';
}

/** A session and how many orders have tickets of it. */
type HoldersOfSession =
  | { kind: 'unsupported' }
  | { kind: 'none' }
  /** `occursAt`: the present time of the session, or if the catalogue has it no longer, the sold one. */
  | { kind: 'found'; session: SoldSession; orders: CountedOrders; isOnSale: boolean };

/** `targets`: the sessions for which the tickets can be exchanged. */
export type HoldersPage =
  | Exclude<HoldersOfSession, { kind: 'found' }>
  | (Extract<HoldersOfSession, { kind: 'found' }> & { targets: readonly TargetSession[] });

/** Throws a ServiceError. */
export async function findHoldersPage(
  context: Context,
  sessionId: string,
  language: Language,
): Promise<HoldersPage> {
  const holders = await findHolders(context, sessionId, language);
  if (holders.kind !== 'found') return holders;
  const moved = { ...holders.session, sessionId };
  return { ...holders, targets: await readTargets(context.client, moved, { now: new Date(), language }) };
}

async function findHolders(
  { client, checkoutContext }: Context,
  sessionId: string,
  language: Language,
): Promise<HoldersOfSession> {
  const read = await client.ordersOfSession(sessionId, 1, { language });
  if (read.kind === 'unsupported') return read;
  const ids = read.orders.map(({ id }) => id);
  const [session, valid] = await Promise.all([
    describeSoldSession(checkoutContext, sessionId, ids, language),
    client.countValidOfSession(sessionId, { language }),
  ]);
  if (session === null) return { kind: 'none' };
  const now = await client.getSession(session.catalogId, session.eventId, sessionId, { language });
  const { occursAt, isOnSale } =
    now.kind === 'found'
      ? { occursAt: now.value.occursAt, isOnSale: now.value.status === 'on_sale' }
      : { occursAt: session.occursAt, isOnSale: false };
  const orders =
    valid === null ? ({ count: read.total, of: 'sold' } as const) : ({ count: valid, of: 'valid' } as const);
  return { kind: 'found', session: { ...session, occursAt }, orders, isOnSale };
}

export type StartProblem = 'unsupported' | 'missing' | 'on_sale' | 'target';

type Start = Omit<Parameters<typeof startEventChange>[1], 'message' | 'staff'>;

/**
 * The session as it is now, and the one for which the tickets are exchanged; or why that can't be started. To refund or
 * to exchange, the sale has to be closed, so that nobody buys tickets meanwhile. Throws a ServiceError.
 */
export async function readStart(
  context: Context,
  { sessionId, action, target: chosen }: Pick<Start, 'sessionId' | 'action'> & { target: string },
  language: Language,
): Promise<Start | StartProblem> {
  const holders = await findHolders(context, sessionId, language);
  if (holders.kind === 'none') return 'missing';
  if (holders.kind === 'unsupported') return 'unsupported';
  const { session, isOnSale } = holders;
  if (action !== 'notify' && isOnSale) return 'on_sale';
  const start = { ...session, sessionId, action, occursAt: new Date(session.occursAt) };
  if (action !== 'rebook') return start;
  const moved = { ...session, sessionId };
  const target = await findTarget(context.client, moved, chosen, { now: new Date(), language });
  return target === null ? 'target' : { ...start, target };
}
