import { sql } from 'drizzle-orm';
import { bigserial, index, jsonb, text } from 'drizzle-orm/pg-core';
import { moment, storefront } from './checkout-table';
import type { TimelineEvent } from '../values/checkout-values';

/** What staff do beside the events of a timeline. */
export const staffActions = [
  'order_opened',
  'orders_searched',
  'personal_data_exported',
  'person_erased',
  'waiting_room_opened',
  'waiting_room_changed',
  'audit_read',
  'feed_uploaded',
  'feed_imported',
  'catalog_override_set',
  'catalog_override_removed',
  'catalog_draft_begun',
  'catalog_draft_saved',
  'catalog_draft_discarded',
  'catalog_draft_published',
  'catalog_adopted',
  'voucher_created',
  'voucher_changed',
  'voucher_batch_created',
  'voucher_batch_changed',
  'event_change_started',
  'event_change_repeated',
  'session_change_acknowledged',
  'message_tested',
  'message_sent',
  'message_addressed',
  'guest_list_opened',
  'guest_list_started',
  'guest_list_retried',
  'waiting_list_opened',
  'waiting_place_removed',
  'data_exported',
  'data_sent',
  'day_closed',
  'payouts_read',
  'shift_opened',
  'shift_cash_moved',
  'shift_counted',
  'shift_closed',
  'visitors_searched',
  'visitors_listed',
  'orders_listed',
  'note_written',
  'note_struck',
  'sign_in_ended',
  'staff_invited',
  'staff_joined',
  'staff_role_changed',
  'staff_removed',
] as const;

/** The events of a timeline that staff cause. Each is an action of the audit log, too. */
export const staffEvents = [
  'settled_by_hand',
  'tried_again',
  'unexpected_refunded',
  'sold_at_counter',
  'tickets_given',
  'incident_acknowledged',
  'dispute_marked',
  'changed_order_settled',
  'tickets_blocked',
  'tickets_unblocked',
  'mail_requeued',
  'mail_acknowledged',
  'mail_copied',
  'email_changed',
  'phone_changed',
  'invoice_corrected',
  'links_revoked',
  'ticket_correction',
  'ticket_correction_refused',
  'answers_correction',
  'goodwill_requested',
  'cancellation_requested',
  'cancellation_retried',
  'cancellation_settled',
  'tickets_credited',
  'document_downloaded',
  'personal_data_erased',
] as const satisfies readonly TimelineEvent[];

export type StaffEvent = (typeof staffEvents)[number];

export type AuditAction = StaffEvent | (typeof staffActions)[number];

/** By which a person can filter the log. */
export const auditActions: readonly AuditAction[] = [...staffEvents, ...staffActions];

/** What changes nothing: somebody has looked, or has taken a file away. */
export const auditLooks: readonly AuditAction[] = [
  'order_opened',
  'orders_searched',
  'orders_listed',
  'visitors_searched',
  'visitors_listed',
  'waiting_list_opened',
  'guest_list_opened',
  'document_downloaded',
  'data_exported',
  'personal_data_exported',
  'payouts_read',
  'audit_read',
];

/** What an action was about. */
export const subjectKinds = [
  'checkout',
  'person',
  'waiting_room',
  'catalog',
  'event_change',
  'closing',
  'shift',
  'message',
  'guest_list',
  'waiting_list',
  'staff',
] as const;

/**
 * What staff did and looked at. A trigger of the database refuses every change of a row, and its deletion before a
 * year is over (see the migration). No personal data of customers.
 */
export const auditTable = storefront.table(
  'audit',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: moment('at').notNull(),
    /** The identity provider's identifier of the person. */
    staff: text().notNull(),
    action: text().$type<AuditAction>().notNull(),
    subjectKind: text('subject_kind', { enum: subjectKinds }),
    subjectId: text('subject_id'),
    detail: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index('audit_by_time').on(table.at),
    index('audit_by_staff').on(table.staff, table.id),
    index('audit_by_action').on(table.action, table.id),
    index('audit_by_subject').on(table.subjectId, table.id),
    index('audit_by_detail').using('gin', sql`detail jsonb_path_ops`),
  ],
);

/** The names of people who have signed in, so that the audit log can be read. */
export const staffMemberTable = storefront.table('staff_member', {
  id: text().primaryKey(),
  name: text().notNull(),
  signedInAt: moment('signed_in_at').notNull(),
});
