import { v7 as newId } from 'uuid';
import { audit } from '../../data/audit-store';
import type { CheckoutContext } from '../../context';
import { findEventChange, insertEventChange, searchAgain } from '../../data/event-change-store';
import type { EventChange } from '../../tables/event-change-table';

/** The most characters of the message to the holders. */
export const longestMessage = 1_000;

export type StartEventChange = Pick<
  EventChange,
  | 'catalogId'
  | 'eventId'
  | 'sessionId'
  | 'eventName'
  | 'timezone'
  | 'occursAt'
  | 'action'
  | 'message'
  | 'staff'
> & {
  /** For `rebook`: the other session of the same event. */
  target?: { id: string; occursAt: Date };
};

/**
 * Staff start the work for all who have tickets of a session; the worker does it. Null while another one of the same
 * session is running.
 */
export function startEventChange(
  { database }: Pick<CheckoutContext, 'database'>,
  { target, ...change }: StartEventChange,
): Promise<string | null> {
  return database.transaction(async (transaction) => {
    const id = newId();
    const row = { id, ...change, targetId: target?.id ?? null, targetOccursAt: target?.occursAt ?? null };
    if (!(await insertEventChange(transaction, row))) return null;
    const { staff, action, sessionId } = change;
    const detail = {
      change: action,
      session: sessionId,
      ...(target === undefined ? {} : { target: target.id }),
    };
    await audit(transaction, {
      staff,
      action: 'event_change_started',
      subject: { kind: 'event_change', id },
      detail,
    });
    return id;
  });
}

/** False when it is running, or does not exist. */
export function repeatEventChange(
  { database }: Pick<CheckoutContext, 'database'>,
  id: string,
  staff: string,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    if ((await findEventChange(transaction, id)) === null || !(await searchAgain(transaction, id)))
      return false;
    const subject = { kind: 'event_change', id } as const;
    await audit(transaction, { staff, action: 'event_change_repeated', subject, detail: {} });
    return true;
  });
}
