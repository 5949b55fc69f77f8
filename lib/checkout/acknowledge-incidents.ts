import { errorRecord } from '../log/error-record';
import { isOpenDispute } from './incident';
import { acknowledge, type Acknowledged } from './incident-store';
import type { Rooms } from './rooms';
import { note } from './timeline-store';

/** An incident as staff saw it when they said that they dealt with it. */
export interface SeenByStaff {
  checkoutId: string;
  id: string;
  /** What it asked of them: `dispute_lost`, `fraud_warning`. */
  reason: string;
}

/**
 * Staff have dealt with an incident: it leaves their list. An open dispute stays in it, as one that only waits for the
 * bank, until the bank has decided.
 */
export function acknowledgeIncident(
  { database }: Pick<Rooms, 'database'>,
  { checkoutId, id, reason }: SeenByStaff,
  staff: string,
): Promise<Acknowledged['kind']> {
  return database.transaction(async (transaction) => {
    const answer = await acknowledge(transaction, { id, checkoutId, reason, staff });
    if (answer.kind !== 'acknowledged') return answer.kind;
    const { kind, status, amount } = answer.incident;
    await note(
      transaction,
      checkoutId,
      isOpenDispute(answer.incident) ? 'dispute_marked' : 'incident_acknowledged',
      {
        ...{ incident: id, incidentKind: kind, status, amount },
        ...{ by: 'staff', staff },
      },
    );
    return answer.kind;
  });
}

/** `failed`: it could not be written; the log says why. */
export type AcknowledgedCounts = Record<Acknowledged['kind'] | 'failed', number>;

/** The same for several, each in a transaction of its own: one that fails does not undo the others. */
export async function acknowledgeIncidents(
  rooms: Pick<Rooms, 'database' | 'report'>,
  seen: readonly SeenByStaff[],
  staff: string,
): Promise<AcknowledgedCounts> {
  const counts = { acknowledged: 0, before: 0, changed: 0, failed: 0 };
  for (const one of seen) {
    try {
      counts[await acknowledgeIncident(rooms, one, staff)] += 1;
    } catch (error) {
      counts.failed += 1;
      rooms.report('error', 'an incident could not be acknowledged', {
        ...{ checkout: one.checkoutId, incident: one.id },
        error: errorRecord(error),
      });
    }
  }
  return counts;
}
