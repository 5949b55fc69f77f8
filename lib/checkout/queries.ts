// What pages may read.
export { databaseNow } from '../database/database-now';
export { auditPageSize, readAudit, type AuditEntry } from './audit/audit-store';
export { auditActions } from './audit/audit-table';
export { readStaffNames, withStaffNames } from './audit/staff-names';
export {
  findCancellation,
  readCancellations,
  type ShownCancellation,
} from './cancellation/cancellation-store';
export type { CancellationProblem } from './cancellation/cancellation-table';
export { readRefundable } from './cancellation/read-refundable';
export type { CancellationSettling } from './cancellation/settle-cancellation';
export { longestCompany, readInvoice } from './answers/invoice';
export { findLastRemoved } from './basket/remove-item';
export { parseAnswer, type AnswerFault } from './answers/parse-answer';
export { readQuestions, type ItemQuestions } from './answers/questions';
export { readUpload, type Upload } from './feed-upload/upload-store';
export { readMailProblems, type MailKind, type MailProblem } from './email/mail-store';
export { copyLimits } from './email/copy-confirmation';
export { againLimits } from './email/send-again';
export { describeSoldSession, type SoldSession } from './event-change/describe-session';
export {
  type EventChangeProgress,
  findEventChange,
  type OpenOrder,
  ordersInAttention,
  readEventChanges,
  readProgress,
} from './event-change/event-change-store';
export { type EventChange, eventChangeActions } from './event-change/event-change-table';
export {
  attentionGroups,
  readAttentionPlace,
  type AttentionPart,
  type AttentionPlace,
} from './incident/attention';
export {
  type OpenSessionChanges,
  readSessionChanges,
  type StoredSessionChange,
} from './session-change/session-change-store';
export { findBlock } from './incident/block-store';
export type { OrderSettling } from './incident/settle-by-hand';
export { isUndelivered, type Incident } from './incident/incident';
export { readIncidents } from './incident/incident-store';
export { isWithStaff, matterOf } from './incident/matter';
export { findOpenCheckout, hasAccess, isKnownToken } from './lookup/access-store';
export {
  findByReferences,
  findOfGuest,
  findOfTicket,
  findOrders,
  type EndedOrder,
  mostFound,
  type StaffMatch,
} from './lookup/find-orders';
export { findAtService } from './lookup/find-at-service';
export type { MatchReason } from './lookup/match-reason';
export { longestQuery } from './lookup/read-query';
export { codeMinutes, findLookup, mostTries, type Lookup } from './lookup/lookup-store';
export { isRecent, openableLink } from './lookup/order-link';
export { ticketOfToken, ticketToken } from './lookup/ticket-link';
export {
  findDocument,
  readCheckout,
  readOrderView,
  type CheckoutView,
  type OrderView,
} from './lookup/read-checkout';
export { findTicketQuestions, type TicketQuestions } from './order/correct-answers';
export { findCorrectable } from './order/correct-holder';
export { readOrders, type PlacedOrder } from './order/order-store';
export { findRebooking } from './rebooking/rebooking-store';
export { reconciliationText } from './reconciliation/reconcile-findings';
export { exportPerson, type PersonalData } from './retention/person';
export { countComing } from './retention/tickets-at-service';
export { staffSessionLimits, type StaffSession } from './staff-session/staff-session-store';
export { isUncharged, type Checkout, type Payment } from './state/checkout';
export { isPlaced, type RepeatableStep, type State } from './state/checkout-state';
export type { Evidence } from './order/order-evidence';
export { findCheckout } from './state/checkout-store';
export {
  paidBackWays,
  type Entries,
  type Invoice,
  type Line,
  type LineTicket,
  type LookOnly,
  type PaidBackWay,
  type Reason,
  type Settlement,
  type TimelineEvent,
  type UnitAnswers,
} from './state/checkout-values';
export { readHolds } from './state/hold-store';
export { readPayments } from './state/payment-store';
export { readTimeline, type TimelineEntry } from './state/timeline-store';
