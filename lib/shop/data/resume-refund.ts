import type { Transaction } from '../../database/database';
import type { ListedRefund } from '../../payment/payment';
import { note } from './timeline-store';
import { moveCancellation } from './cancellation-store';
import type { Cancellation } from '../tables/cancellation-table';
import { isAfterRequest } from '../rules/cancellation';

/**
 * A cancellation that waits for staff continues with a refund that one of its requests has made after all. Nothing
 * changes when it does not wait (any more).
 */
export async function resumeWith(
  transaction: Transaction,
  row: Cancellation,
  { id: refundId, amount }: Pick<ListedRefund, 'id' | 'amount'>,
): Promise<void> {
  if (!isAfterRequest(row)) return;
  if (!(await moveCancellation(transaction, row, 'refunding', { refundId, problem: null }))) return;
  await note(transaction, row.checkoutId, 'refund_seen', { cancellation: row.id, amount });
}
