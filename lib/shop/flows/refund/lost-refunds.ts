import { compareAmounts } from '../../../money/money';
import type { Reader } from '../../../database/database';
import { bindingCancellations } from '../../data/cancellation-store';
import { readIncidents } from '../../data/incident-store';
import { readTimeline } from '../../data/timeline-store';

/**
 * Whether the shop had refunded tickets of this purchase before its database was set back to an earlier moment, and staff have
 * not dealt with that yet. These tickets are valid again, and nobody here knows which they are. It is dealt with when staff say
 * so, and have cancelled tickets without a refund: to say so alone would let the same tickets be refunded a second time.
 */
export async function awaitsLostRefund(reader: Reader, checkoutId: string): Promise<boolean> {
  const seen = (await readIncidents(reader, checkoutId)).filter(
    ({ kind }) => kind === 'refunded_at_provider',
  );
  if (seen.length === 0) return false;
  const told = (await readTimeline(reader, checkoutId)).filter(
    ({ what, detail }) => what === 'refunded_at_provider' && detail['isLost'] === true,
  );
  const lost = seen.filter(({ id }) => told.some(({ detail }) => detail['incident'] === id));
  if (lost.length === 0) return false;
  if (lost.some(({ acknowledgedAt }) => acknowledgedAt === null)) return true;
  const since = Math.min(...told.map(({ at }) => at.getTime()));
  const cancelled = await bindingCancellations(reader, checkoutId);
  return !cancelled.some(
    ({ amount, createdAt }) => compareAmounts(amount, '0.00') === 0 && createdAt.getTime() > since,
  );
}
