import type { Reader } from '../../../database/database';
import { readIncidents } from '../../data/incident-store';
import { readTimeline } from '../../data/timeline-store';

/**
 * Whether the shop had refunded tickets of this purchase before its database was set back to an earlier moment, and staff have
 * not dealt with that yet. These tickets are valid again, and nobody here knows which they are.
 */
export async function awaitsLostRefund(reader: Reader, checkoutId: string): Promise<boolean> {
  const open = (await readIncidents(reader, checkoutId)).filter(
    ({ kind, acknowledgedAt }) => kind === 'refunded_at_provider' && acknowledgedAt === null,
  );
  if (open.length === 0) return false;
  const lost = (await readTimeline(reader, checkoutId)).flatMap(({ what, detail }) =>
    what === 'refunded_at_provider' && detail['isLost'] === true ? detail['incident'] : [],
  );
  return open.some(({ id }) => lost.includes(id));
}
