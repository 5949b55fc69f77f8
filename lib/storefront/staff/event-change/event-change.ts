import { acknowledgeSessionChange } from '../../../shop/flows/event-change/acknowledge-session-change';
import {
  longestMessage,
  repeatEventChange,
  startEventChange,
} from '../../../shop/flows/event-change/start-event-change';
import type { EventChange } from '../../../shop/tables/event-change-table';
import { eventChangeActions } from '../../../shop/values/event-change-values';
import {
  type EventChangeProgress,
  findEventChange,
  type OpenOrder,
  ordersInAttention,
  readEventChanges,
  readProgress,
} from '../../../shop/data/event-change-store';
import { readStaffNames } from '../../../shop/data/staff-names';
import { typedWords } from '../../../contract/typed-text';
import type { Language } from '../../../locale/languages';
import { findHoldersPage, type HoldersPage, readStart, type StartProblem } from './event-change-start';
import { isId, load, type Loaded } from '../../common/request/load';
import { forStaff, type ForStaff, type Staff } from '../../common/account/for-staff';

export { longestMessage } from '../../../shop/flows/event-change/start-event-change';
export type { HoldersPage };

const mostListed = 50;
const mostInAttention = 100;

/** What was started for sessions that were cancelled or moved, the newest first. */
export function readChanges(): Promise<ForStaff<EventChange[]>> {
  return forStaff('orders:read', ({ checkoutContext }) =>
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
  return forStaff('orders:read', async ({ checkoutContext: { database } }) => {
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

export function readHolders(
  catalogId: string,
  sessionId: string,
  language: Language,
): Promise<ForStaff<Loaded<HoldersPage>>> {
  return forStaff('orders:override', (context) =>
    load([catalogId, sessionId], () => findHoldersPage(context, sessionId, language)),
  );
}

/** What was typed, and what is wrong with it. */
export interface TypedEventChange {
  readonly action: string;
  readonly message: string;
  /** The identifier of the session for which the tickets are exchanged; another action needs none. */
  readonly target: string;
}
export type EventChangeProblem = StartProblem | 'message' | 'action' | 'running' | 'unavailable';

/** The new change's identifier, or what is wrong. */
export async function startChange(
  staff: Staff<'orders:override'>,
  { catalogId, sessionId, target, ...typed }: TypedEventChange & { catalogId: string; sessionId: string },
  language: Language,
): Promise<{ id: string } | EventChangeProblem> {
  const action = eventChangeActions.find((one) => one === typed.action);
  if (action === undefined) return 'action';
  const message = typedWords(typed.message);
  if (message === '' || message.length > longestMessage) return 'message';
  const read = await load([catalogId, sessionId], () =>
    readStart(staff, { sessionId, action, target }, language),
  );
  if (read.kind !== 'loaded') return read.kind;
  if (typeof read.value === 'string') return read.value;
  const wanted = { ...read.value, message, staff: staff.member.id };
  const id = await startEventChange(staff.checkoutContext, wanted);
  staff.worker.wake();
  return id === null ? 'running' : { id };
}

/** There is nothing to do for the holders of a session that a feed changed; false: it does not wait for staff any more. */
export function dismissSessionChange(
  { member, checkoutContext }: Staff<'orders:override'>,
  id: string,
  reason: string,
): Promise<boolean> {
  return acknowledgeSessionChange(checkoutContext, { id, reason, staff: member.id });
}

/** Searches for orders that were made since, unless it is running. */
export async function repeatChange(
  { member, checkoutContext, worker }: Staff<'orders:override'>,
  { id }: { id: string },
): Promise<null> {
  await repeatEventChange(checkoutContext, id, member.id);
  worker.wake();
  return null;
}
