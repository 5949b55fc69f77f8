import { longestMessage, repeatEventChange, startEventChange } from '../checkout/commands';
import {
  describeSoldSession,
  type EventChange,
  type EventChangeProgress,
  eventChangeActions,
  findEventChange,
  type OpenOrder,
  ordersInAttention,
  readEventChanges,
  readProgress,
  readStaffNames,
  type SoldSession,
} from '../checkout/queries';
import type { Language } from '../locale/languages';
import type { AppContext } from '../runtime/app-context';
import { isId, load, type Loaded } from './load';
import { forStaff, type ForStaff } from './staff';

export { longestMessage } from '../checkout/commands';

const mostListed = 50;
const mostInAttention = 100;

/** What was started for sessions that were cancelled or moved, the newest first. */
export function readChanges(): Promise<ForStaff<EventChange[]>> {
  return forStaff('orders:read', (_, { checkoutContext }) =>
    readEventChanges(checkoutContext.database, mostListed),
  );
}

export interface ChangeInProgress {
  /** `staff` is the person's name if it is known. */
  readonly change: EventChange;
  readonly progress: EventChangeProgress;
  readonly open: readonly OpenOrder[];
}

export function readChangeProgress(id: string): Promise<ForStaff<ChangeInProgress | null>> {
  return forStaff('orders:read', async (_, { checkoutContext: { database } }) => {
    const change = isId(id) ? await findEventChange(database, id) : null;
    if (change === null) return null;
    const [progress, open, nameOf] = await Promise.all([
      readProgress(database, change),
      ordersInAttention(database, change, mostInAttention),
      readStaffNames(database, [change.staff]),
    ]);
    return { change: { ...change, staff: nameOf(change.staff) }, progress, open };
  });
}

/** A session and how many orders have tickets of it. */
export type HoldersOfSession =
  | { kind: 'unsupported' }
  | { kind: 'none' }
  /** `occursAt`: the present time of the session, or if the catalogue has it no longer, the sold one. */
  | { kind: 'found'; session: SoldSession; orders: number; isOnSale: boolean };

export function readHolders(
  catalogId: string,
  sessionId: string,
  language: Language,
): Promise<ForStaff<Loaded<HoldersOfSession>>> {
  return forStaff('orders:override', (_, context) =>
    load([catalogId, sessionId], () => findHolders(context, sessionId, language)),
  );
}

async function findHolders(
  { client, checkoutContext }: AppContext,
  sessionId: string,
  language: Language,
): Promise<HoldersOfSession> {
  const read = await client.ordersOfSession(sessionId, 1, { language });
  if (read.kind === 'unsupported') return read;
  const ids = read.orders.map(({ id }) => id);
  const session = await describeSoldSession(checkoutContext, sessionId, ids, language);
  if (session === null) return { kind: 'none' };
  const now = await client.getSession(session.catalogId, session.eventId, sessionId, { language });
  const { occursAt, isOnSale } =
    now.kind === 'found'
      ? { occursAt: now.value.occursAt, isOnSale: now.value.status === 'on_sale' }
      : { occursAt: session.occursAt, isOnSale: false };
  return { kind: 'found', session: { ...session, occursAt }, orders: read.total, isOnSale };
}

/** What was typed, and what is wrong with it. */
export interface TypedEventChange {
  readonly action: string;
  readonly message: string;
}
export type EventChangeProblem =
  'message' | 'action' | 'running' | 'unsupported' | 'on_sale' | 'missing' | 'away';

/** The new change's identifier, or what is wrong. */
export function startChange(
  { catalogId, sessionId }: { catalogId: string; sessionId: string },
  typed: TypedEventChange,
  language: Language,
): Promise<ForStaff<{ id: string } | EventChangeProblem>> {
  return forStaff('orders:override', async (member, context) => {
    const action = eventChangeActions.find((one) => one === typed.action);
    if (action === undefined) return 'action';
    const message = typed.message.replaceAll('\0', '').trim();
    if (message === '' || message.length > longestMessage) return 'message';
    const holders = await load([catalogId, sessionId], () => findHolders(context, sessionId, language));
    if (holders.kind !== 'loaded') return holders.kind;
    if (holders.value.kind === 'none') return 'missing';
    if (holders.value.kind === 'unsupported') return 'unsupported';
    const { session, isOnSale } = holders.value;
    if (action === 'refund' && isOnSale) return 'on_sale';
    const id = await startEventChange(context.checkoutContext, {
      ...session,
      ...{ sessionId, action, message, staff: member.id, occursAt: new Date(session.occursAt) },
    });
    context.worker.wake();
    return id === null ? 'running' : { id };
  });
}

/** Searches for orders that were made since; false while it is running. */
export function repeatChange(id: string): Promise<ForStaff<boolean>> {
  return forStaff('orders:override', async (member, { checkoutContext, worker }) => {
    const isAgain = isId(id) && (await repeatEventChange(checkoutContext, id, member.id));
    worker.wake();
    return isAgain;
  });
}
