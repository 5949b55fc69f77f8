// What pages, webhooks and commands may do. Transactions are opened inside.
import type { CheckoutContext } from './context';
import { grantAccess } from './lookup/access-store';
import type { Entries } from './state/checkout-values';
import { saveEntries as storeEntries } from './state/checkout-store';
import { note, noteByStaff } from './state/timeline-store';

export { audit, auditAlone, type AuditRecord } from './audit/audit-store';
export {
  requestCancellations,
  type CancellationAnswer,
  type CancellationRequest,
} from './cancellation/request-cancellation';
export { retryCancellation, settleCancellation } from './cancellation/settle-cancellation';
export type { Holder } from './basket/claim-store';
export { hold, holdAgain, type HoldResult } from './basket/basket';
export { describe } from './basket/describe';
export type { HasToWait, InTurn } from './basket/reserve';
export { extendHolds } from './basket/extend-holds';
export { type ItemRemoval, removeItem, restoreItem } from './basket/remove-item';
export { holdAtCounter } from './counter/hold-at-counter';
export { takePayment, type Tender } from './counter/take-payment';
export { deleteUpload, saveUpload } from './feed-upload/upload-store';
export { longestMessage, repeatEventChange, startEventChange } from './event-change/start-event-change';
export { acknowledgeSessionChange } from './session-change/acknowledge-session-change';
export { copyConfirmation, type CopyAnswer } from './email/copy-confirmation';
export { acknowledgeMailProblems, resendMails } from './email/resend-mail';
export { sendConfirmationAgain } from './email/send-again';
export {
  acknowledgeIncident,
  acknowledgeIncidents,
  type AcknowledgedCounts,
  type SeenByStaff,
} from './incident/acknowledge-incidents';
export { blockTickets, unblockTickets } from './incident/block-tickets';
export { correctAnswers } from './order/correct-answers';
export { correctHolder, type CorrectionAnswer } from './order/correct-holder';
export { tryAgain } from './incident/try-again';
export { refundUnexpected, type UnexpectedRefund } from './incident/refund-unexpected';
export { settleByHand } from './incident/settle-by-hand';
export { beginLookup, tryCode } from './lookup/lookup';
export { revokeLinks } from './lookup/order-link';
export { learnRefunds } from './payment/known-refunds';
export { placeOrder, type PlacedOrder as PlaceOrderResult } from './payment/pay';
export { askIfPaying } from './payment/settle';
export { receiveWebhook } from './payment/webhooks';
export { processCheckout } from './queue/process-checkout';
export { exchangeTickets, keepTickets } from './rebooking/exchange-tickets';
export { applyVoucher, dropVoucher, type VoucherAnswer } from './voucher/apply-voucher';
export { carryVoucher } from './voucher/carry-voucher';
export { reconcile } from './reconciliation/reconcile';
export { erasePerson, exportPersonForStaff } from './retention/person';
export { eraseTickets, type TicketErasure } from './retention/ticket-erasure';
export { staffSessions } from './staff-session/staff-session-store';

type Storing = Pick<CheckoutContext, 'database'>;

export function saveEntries({ database }: Storing, checkoutId: string, entries: Entries): Promise<void> {
  return database.transaction((transaction) => storeEntries(transaction, checkoutId, entries));
}

export function openToBrowser({ database }: Storing, checkoutId: string, tokenHash: string): Promise<void> {
  return database.transaction((transaction) => grantAccess(transaction, tokenHash, checkoutId));
}

export function noteDownload(
  { database }: Storing,
  checkoutId: string,
  /** A member of staff; null: the customer. */
  staff: string | null,
  download: { document: string; language: string },
): Promise<void> {
  const what = 'document_downloaded';
  return database.transaction((transaction) =>
    staff === null
      ? note(transaction, checkoutId, what, { ...download, by: 'guest' })
      : noteByStaff(transaction, checkoutId, what, { ...download, staff }),
  );
}
