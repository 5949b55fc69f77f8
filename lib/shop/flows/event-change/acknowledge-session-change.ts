import { audit } from '../../data/audit-store';
import type { CheckoutContext } from '../../context';
import { acknowledgeChange } from '../../data/session-change-store';

/** Staff have nothing to do for the holders. False: it does not wait for staff any more. */
export function acknowledgeSessionChange(
  { database }: Pick<CheckoutContext, 'database'>,
  { id, staff, reason }: { id: string; staff: string; reason: string },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const change = await acknowledgeChange(transaction, { id, staff, reason });
    if (change === null) return false;
    const { catalogId, sessionId, tickets } = change;
    await audit(transaction, {
      staff,
      action: 'session_change_acknowledged',
      subject: { kind: 'catalog', id: catalogId },
      detail: { session: sessionId, tickets, reason },
    });
    return true;
  });
}
